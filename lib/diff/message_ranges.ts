/**
 * Which messages of two open databases need to be looked at.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { type Database, sql } from "../evidence/database.ts";
import type { EvidenceFile } from "../evidence/file.ts";
import { TABLE } from "./message_shape.ts";
import { withPages } from "../evidence/page_source.ts";
import { type Likeness, likenessOf } from "./same_pages.ts";

/** A database that is open, with the file it is read from. */
export interface OpenDatabase {
  readonly db: Database;
  readonly file: EvidenceFile;
  readonly withoutWal: boolean;
}

/**
 * The rows that may differ; null when every row must be looked at, because the
 * tables are laid out differently or their pages tell nothing.
 */
export function messageRanges(older: OpenDatabase, newer: OpenDatabase): Likeness | null {
  const was = layoutOf(older.db);
  const is = layoutOf(newer.db);
  if (was === null || is === null || was.schema !== is.schema) return null;
  if (older.db.facts.encoding !== newer.db.facts.encoding) return null;
  return withPages(
    older,
    (before) =>
      withPages(
        newer,
        (after) => likenessOf({ source: before, root: was.root }, { source: after, root: is.root }),
      ),
  );
}

interface Layout {
  readonly root: number;
  /** The table's own SQL: equal bytes mean equal values only where it is equal. */
  readonly schema: string;
}

const OWN = `FROM sqlite_master WHERE type = 'table' AND name = '${TABLE}' COLLATE NOCASE`;

/** Null for a table without rows, or without row ids. */
function layoutOf(db: Database): Layout | null {
  if (db.tables.get(TABLE)?.rowid == null) return null;
  const columns = [sql(`(SELECT rootpage ${OWN})`), sql(`(SELECT CAST(sql AS BLOB) ${OWN})`)];
  for (const [, root, schema] of db.rows(TABLE, columns)) {
    if (typeof root !== "number" || !(schema instanceof Uint8Array)) return null;
    return { root, schema: Buffer.from(schema).toString("latin1") };
  }
  return null;
}
