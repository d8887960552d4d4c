/**
 * Records with all their columns, whatever these are.
 *
 * @module
 */

import { type Database, type Key, sql, type SqlValue } from "../../evidence/database.ts";
import { quoted } from "../../evidence/sql_schema.ts";

/** A record with all its columns by name, in stored order. */
export type StoredRecord = ReadonlyMap<string, SqlValue>;

/** Columns whose blobs one whole number can mark. */
const MARKED = 50;

/** Reads records of a table by key, also of one that has no keys to fetch by. */
export function recordReader(db: Database, table: string): (key: Key) => StoredRecord | null {
  const found = db.tables.get(table);
  const names = [...found?.columns.values() ?? []];
  const cells = names.map((name) => {
    const column = quoted(name);
    return sql(
      `CASE typeof(${column}) WHEN 'text' THEN CAST(${column} AS BLOB) ELSE ${column} END`,
    );
  });
  const columns = [...cells, ...blobMarks(names).map(sql)];
  const decoder = new TextDecoder(db.facts.encoding.toLowerCase(), { ignoreBOM: true });
  const record = ([, ...values]: readonly unknown[]): StoredRecord => {
    const marks = values.slice(names.length).map(Number);
    return new Map(names.map((name, at) => {
      const value = values[at] as SqlValue;
      const isText = value instanceof Uint8Array && !isMarked(marks, at);
      return [name, isText ? decoder.decode(value) : value];
    }));
  };
  if (found?.rowid === null) {
    const all = Array.from(db.rows(table, columns), record);
    return (position) => all[Number(position) - 1] ?? null;
  }
  const fetch = db.fetcher(table, columns);
  return (key) => {
    const values = fetch(key);
    return values === null ? null : record(values);
  };
}

/** SQL for whole numbers whose bits tell blobs from texts, which both come as bytes. */
function blobMarks(names: readonly string[]): string[] {
  const marks: string[] = [];
  for (let at = 0; at < names.length; at += MARKED) {
    const bits = names.slice(at, at + MARKED).map((name, bit) =>
      `(typeof(${quoted(name)}) = 'blob') * ${2 ** bit}`
    );
    marks.push(bits.join(" + "));
  }
  return marks;
}

function isMarked(marks: readonly number[], at: number): boolean {
  const mark = marks[Math.floor(at / MARKED)] ?? 0;
  return Math.floor(mark / 2 ** (at % MARKED)) % 2 === 1;
}
