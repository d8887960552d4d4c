/**
 * What every store reader is: a pure function from one file to rows.
 *
 * @module
 */

import type { ImageFacts } from "../evidence/sqlite_image.ts";
import type { ImageOptions } from "../evidence/database.ts";
import type { EvidenceFile } from "../evidence/file.ts";
import type { Table } from "../evidence/sql_schema.ts";
import type { TablePages } from "../evidence/table_likeness.ts";
import type { Row } from "../row/row.ts";
import type { Trouble } from "../row/trouble.ts";

/** What a reader yields: a row, or a record it could not use. */
export type Told = Row | Trouble;

/**
 * A record of an older copy that is, byte for byte, the live store's record of
 * the same key. Its rows are decoded only for those who ask.
 */
export interface Unchanged {
  readonly unchanged: number;
  rows(): Iterable<Told>;
}

/** True for a record that is told by its key alone. */
export function isUnchanged(item: Told | Unchanged): item is Unchanged {
  return "unchanged" in item;
}

/** What a database says of itself, for the summary. */
export interface DatabaseFacts {
  readonly image: ImageFacts;
  /** As recorded, or null when it records none. */
  readonly schemaVersion: number | null;
  /** Tables and columns (`table.column`) beyond the newest schema we know. */
  readonly unknown: readonly string[];
  /** Its messages, where they are a real table. */
  readonly messages: Table | null;
}

/** How a store is read. */
export interface ReadOptions extends ImageOptions {
  /** Takes what a database says of itself, once it is open. */
  readonly onDatabase?: (facts: DatabaseFacts) => void;
}

/**
 * Reads one Hermes store. A reader opens nothing but the file it is given and
 * that file's companions, remembers nothing between files, and yields a
 * `Trouble` for a bad record instead of throwing. It may let an `EvidenceError`
 * pass: that is about the whole file, and `lib/parse/` reports it.
 */
export interface StoreReader {
  /** The catalog entry's id, and the name of this module. */
  readonly id: string;
  /** Rows in the store's own order. */
  read(file: EvidenceFile, options: ReadOptions): Iterable<Told>;
  /**
   * The same rows by time (those without one last), ties in the store's own
   * order. Only for stores too large to be sorted in memory.
   */
  readByTime?(file: EvidenceFile, options: ReadOptions): Iterable<Told>;
  /**
   * The rows of {@linkcode StoreReader.read}, but for records that the live
   * store's table of messages has alike: for whole older copies of it.
   */
  readBeside?(
    file: EvidenceFile,
    options: ReadOptions,
    live: TablePages,
  ): Iterable<Told | Unchanged>;
}
