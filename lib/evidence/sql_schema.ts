/**
 * Which tables of a database are real ones, and what columns they have.
 *
 * A schema is content, and may be hostile: views and virtual tables are named
 * but never touched, since touching one can need a module or tokenizer we lack,
 * or never end.
 *
 * @module
 */

import type { DatabaseSync } from "node:sqlite";
import { Buffer } from "node:buffer";

/** A real table. Names are in lower case, as SQLite compares them. */
export interface Table {
  /** As the schema spells it. */
  readonly name: string;
  /** Lower-case column name to the spelling of the schema, in stored order. */
  readonly columns: ReadonlyMap<string, string>;
  /** The name under which its rowid answers; null for a table WITHOUT ROWID. */
  readonly rowid: string | null;
  /** Its own SQL: equal records mean equal values only where it is equal. */
  readonly sql: string | null;
  /** Page that its tree begins with. */
  readonly root: number;
  /** Where its records keep the columns, but for the alias; null when that cannot be told. */
  readonly places: ReadonlyMap<string, Place> | null;
  /** Lower-case name of the column that is the rowid itself; null when none is. */
  readonly alias: string | null;
}

/** Where a record keeps a column. */
export interface Place {
  /** Position from 0. */
  readonly index: number;
  /** What a record too short to hold it says; undefined when only SQLite can tell. */
  readonly absent: number | null | undefined;
  /** Its numbers are real, although whole ones are stored as integers. */
  readonly real: boolean;
}

/** All that a schema holds under the name of a table. */
export interface Schema {
  /** Real tables by lower-case name. */
  readonly tables: ReadonlyMap<string, Table>;
  /** Lower-case names of views and virtual tables. */
  readonly notTables: ReadonlySet<string>;
}

/** Reads the schema. Lets SQLite's own error pass: the caller names the file. */
export function readSchema(db: DatabaseSync): Schema {
  const tables = new Map<string, Table>();
  const notTables = new Set<string>();
  const master = db.prepare(
    "SELECT type, CAST(name AS TEXT), rootpage, sql FROM sqlite_master WHERE type IN ('table','view')",
  );
  master.setReturnArrays(true);
  master.setReadBigInts(true);
  for (const row of master.all() as unknown as unknown[][]) {
    const [type, name, rootpage, sql] = row;
    if (typeof name !== "string" || name.toLowerCase().startsWith("sqlite_")) continue;
    const virtual = !rootpage || isVirtual(sql);
    if (type !== "table" || virtual) notTables.add(name.toLowerCase());
    else {
      const text = typeof sql === "string" ? sql : null;
      tables.set(name.toLowerCase(), readTable(db, { name, root: Number(rootpage), sql: text }));
    }
  }
  return { tables, notTables };
}

/** A name quoted for SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function readTable(
  db: DatabaseSync,
  is: Pick<Table, "name" | "root" | "sql">,
): Table {
  const { name, root, sql } = is;
  const columns = new Map<string, string>();
  const places = new Map<string, Place>();
  const keys: string[] = [];
  let plain = true;
  const info = db.prepare(`PRAGMA table_xinfo(${quoted(name)})`);
  info.setReturnArrays(true);
  for (const row of info.all() as unknown as unknown[][]) {
    const [index, column, type, , usual, inKey, hidden] = row;
    const known = String(column).toLowerCase();
    columns.set(known, String(column));
    plain &&= Number(hidden) === 0;
    if (Number(inKey) > 0) keys.push(String(type).toUpperCase() === "INTEGER" ? known : "");
    places.set(known, { index: Number(index), absent: absentOf(usual), real: isReal(type) });
  }
  const alias = rowidAlias(db, name, keys);
  // it stands as NULL in the record
  if (alias !== null) places.delete(alias);
  return {
    name,
    columns,
    rowid: rowidName(db, name, columns),
    root,
    sql,
    places: plain ? places : null,
    alias,
  };
}

/**
 * The one column of a primary key that is the rowid itself: an INTEGER, for which
 * SQLite keeps no index of its own.
 *
 * @param keys Columns of the primary key, "" for those of other types
 */
function rowidAlias(db: DatabaseSync, name: string, keys: readonly string[]): string | null {
  const [alias = ""] = keys;
  if (keys.length !== 1 || alias === "") return null;
  const indexes = db.prepare(`PRAGMA index_list(${quoted(name)})`);
  indexes.setReturnArrays(true);
  const origins = (indexes.all() as unknown as unknown[][]).map(([, , , origin]) => origin);
  return origins.includes("pk") ? null : alias;
}

/**
 * REAL affinity, by the rules for declared types.
 *
 * Rests on https://www.sqlite.org/datatype3.html#determination_of_column_affinity
 */
function isReal(type: unknown): boolean {
  const declared = String(type).toUpperCase();
  return /REAL|FLOA|DOUB/.test(declared) && !/INT|CHAR|CLOB|TEXT|BLOB/.test(declared);
}

/** Columns are added to a table with a default that its older records do not hold. */
function absentOf(usual: unknown): number | null | undefined {
  if (usual === null || usual === "NULL") return null;
  return typeof usual === "string" && /^\d{1,9}$/.test(usual) ? Number(usual) : undefined;
}

/** A table may name a column `rowid`, which then hides the real one. */
function rowidName(
  db: DatabaseSync,
  name: string,
  columns: ReadonlyMap<string, string>,
): string | null {
  for (const alias of ["rowid", "_rowid_", "oid"]) {
    if (columns.has(alias)) continue;
    try {
      db.prepare(`SELECT ${alias} FROM ${quoted(name)} LIMIT 0`);
      return alias;
    } catch {
      return null; // SQLite knows no such column: the table is WITHOUT ROWID
    }
  }
  return null;
}

function isVirtual(sql: unknown): boolean {
  if (sql instanceof Uint8Array) return isVirtual(Buffer.from(sql).toString("latin1"));
  if (typeof sql !== "string") return false;
  const plain = sql.replace(/\/\*[^]*?\*\/|--[^\n]*/g, " ");
  return /^\s*create\s+virtual\s/i.test(plain);
}
