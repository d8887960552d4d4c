/**
 * Which messages of two open databases need to be looked at.
 *
 * @module
 */

import type { Database } from "../evidence/database.ts";
import type { EvidenceFile } from "../evidence/file.ts";
import type { Likeness } from "../evidence/same_pages.ts";
import { tableLikeness, type TablePages } from "../evidence/table_likeness.ts";
import { TABLE } from "./message_shape.ts";

/** A database that is open, with the file it is read from. */
export interface OpenDatabase {
  readonly db: Database;
  readonly file: EvidenceFile;
  readonly withoutWal: boolean;
}

/** The rows that may differ; null when every row must be looked at. */
export function messageRanges(older: OpenDatabase, newer: OpenDatabase): Likeness | null {
  const [before, after] = [pagesOf(older), pagesOf(newer)];
  return before === null || after === null ? null : tableLikeness(before, after);
}

function pagesOf({ db, file, withoutWal }: OpenDatabase): TablePages | null {
  const table = db.tables.get(TABLE);
  return table === undefined ? null : { file, facts: db.facts, withoutWal, table };
}
