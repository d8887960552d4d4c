/**
 * A database that takes part in a comparison, before it is opened.
 *
 * @module
 */

import { type Database, type ImageOptions, openDatabase } from "../evidence/database.ts";
import { EvidenceError } from "../evidence/errors.ts";
import type { EvidenceTree } from "../evidence/file.ts";
import type { OpenDatabase } from "./message_ranges.ts";
import type { Micros } from "../row/row.ts";

/** What a database is beside the live one. */
export type RefKind = "live" | "snapshot" | "copy" | "unfinished snapshot" | "main file alone";

/** One database. */
export interface DatabaseRef {
  readonly kind: RefKind;
  /** The snapshot's id; else the path below its home, or the file's name. */
  readonly label: string;
  readonly tree: EvidenceTree;
  /** In the tree. */
  readonly path: string;
  /** As it is printed. */
  readonly sourceFile: string;
  /** The piece of evidence, as typed, where two are compared that print the same paths. */
  readonly evidence: string | null;
  /** When it was made, as far as its name tells. */
  readonly time: Micros | null;
  /** Bytes of the main file. */
  readonly size: number;
  /** Read without its write-ahead log. */
  readonly withoutWal: boolean;
}

/** Where a database is, told from the same path of another piece of evidence. */
export function placeOf({ sourceFile, evidence }: DatabaseRef): string {
  return inEvidence(sourceFile, evidence);
}

/** A name, and the piece of evidence it is of where that must be said. */
export function inEvidence(name: string, evidence: string | null): string {
  return evidence === null ? name : `${name} of ${evidence}`;
}

/** How the databases of a run are opened. */
export interface OpenOptions extends Pick<ImageOptions, "maxMemory" | "workFolder" | "withoutWal"> {
  /** Paths that must not be read in place: they changed under us before. */
  readonly imageOnly: ReadonlySet<string>;
}

/** A live database that was read in place changed meanwhile; what was told of it cannot stand. */
export class ChangedMeanwhile extends Error {
  override name = "ChangedMeanwhile";

  constructor(readonly path: string) {
    super("Changed while it was read in place");
  }
}

/**
 * Opens a database for as long as the work takes.
 *
 * @throws {EvidenceError} When it cannot be read
 * @throws {ChangedMeanwhile} When it changed while the work went on
 */
export function withDatabase<Result>(
  ref: DatabaseRef,
  options: OpenOptions,
  work: (db: Database, open: OpenDatabase) => Result,
): Result {
  const file = ref.tree.open(ref.path);
  const withoutWal = options.withoutWal || ref.withoutWal;
  try {
    const db = openDatabase(file, {
      ...options,
      withoutWal,
      imageOnly: options.imageOnly.has(ref.path),
    });
    try {
      const result = work(db, { db, file, withoutWal });
      if (!db.unchanged()) throw new ChangedMeanwhile(ref.path);
      return result;
    } finally {
      db.close();
    }
  } catch (error) {
    if (isChange(error) && !options.imageOnly.has(ref.path)) throw new ChangedMeanwhile(ref.path);
    throw error;
  } finally {
    file.close();
  }
}

function isChange(error: unknown): boolean {
  return error instanceof EvidenceError && error.fault === "changed";
}

/** What keeps a database from being read to its end, in SQLite's words. */
export function damageOf(db: Database): string[] {
  const missing = ["sessions", "messages"].filter((name) => db.notTables.has(name));
  const words = [...db.faults, ...missing.map((name) => `${name} is not a table`)];
  return [...new Set(words)];
}
