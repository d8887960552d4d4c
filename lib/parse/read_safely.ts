/**
 * The only `try` around a reader: a fault of a whole file becomes one row.
 *
 * @module
 */

import { EvidenceError } from "../evidence/errors.ts";
import type { EvidenceFile } from "../evidence/file.ts";
import { fileTrouble } from "../row/trouble.ts";
import type { TablePages } from "../evidence/table_likeness.ts";
import type { ReadOptions, Told, Unchanged } from "../stores/reader.ts";
import { openSource, type Source } from "./source.ts";

/** What the run needs to know of a file that could not be used. */
export interface FileFault {
  readonly source: Source;
  readonly error: EvidenceError;
}

/** A live database that was read in place changed meanwhile; its rows cannot stand. */
export class ChangedInPlace extends Error {
  override name = "ChangedInPlace";

  constructor(readonly path: string, message: string) {
    super(message);
  }
}

/** How one reading of a source goes. */
export interface Reading {
  readonly options: ReadOptions;
  /** By time, for stores that offer it; in the store's own order otherwise. */
  readonly byTime: boolean;
  readonly onFault: (fault: FileFault) => void;
}

/**
 * What a source tells, to its end or to the fault that ends it; the fault is
 * the last row.
 *
 * @throws {ChangedInPlace} When rows already told cannot be vouched for
 */
export function readSafely(source: Source, reading: Reading): Generator<Told> {
  const { reader } = source;
  const tell = (file: EvidenceFile): Iterable<Told> =>
    reading.byTime && reader.readByTime !== undefined
      ? reader.readByTime(file, reading.options)
      : reader.read(file, reading.options);
  return tellSafely(source, reading, tell);
}

/**
 * What an older copy tells, in stored order and to the same end; what the live
 * store has alike is told by its key, where the copy's reader can tell.
 *
 * @throws {ChangedInPlace} When rows already told cannot be vouched for
 */
export function readBesideSafely(
  source: Source,
  reading: Omit<Reading, "byTime">,
  live: TablePages,
): Generator<Told | Unchanged> {
  const { reader } = source;
  const tell = (file: EvidenceFile): Iterable<Told | Unchanged> =>
    reader.readBeside?.(file, reading.options, live) ?? reader.read(file, reading.options);
  return tellSafely(source, reading, tell);
}

function* tellSafely<Item>(
  source: Source,
  reading: Omit<Reading, "byTime">,
  tell: (file: EvidenceFile) => Iterable<Item>,
): Generator<Item | Told> {
  try {
    const file = openSource(source);
    try {
      yield* tell(file);
    } finally {
      file.close();
    }
  } catch (error) {
    if (!(error instanceof EvidenceError)) throw error;
    if (error.fault === "needs-work-folder") throw error;
    if (error.fault === "changed" && !reading.options.imageOnly) {
      throw new ChangedInPlace(source.path, error.message);
    }
    reading.onFault({ source, error });
    yield fileTrouble(rowWords(error));
  }
}

/** The words of the row; what the system says in detail goes to stderr and the summary. */
function rowWords(error: EvidenceError): string {
  switch (error.fault) {
    case "not-this-format":
      return error.message;
    case "not-a-regular-file":
      return "not a regular file";
    default:
      return "cannot be read";
  }
}
