/**
 * Single messages of a database, by key.
 *
 * @module
 */

import type { Cells, Column, Database, Key } from "../evidence/database.ts";
import { TABLE } from "./message_shape.ts";

/** Reads messages by key; a table that has none to read by, which no build writes, is walked. */
export function messageRows<const C extends readonly Column[]>(
  db: Database,
  columns: C,
): (key: Key) => Cells<C> | null {
  if (db.tables.get(TABLE)?.rowid != null) return db.fetcher(TABLE, columns);
  let all: Map<Key, Cells<C>> | null = null;
  return (key) => {
    all ??= new Map(Array.from(db.rows(TABLE, columns), (cells) => [cells[0] as Key, cells]));
    return all.get(key) ?? null;
  };
}
