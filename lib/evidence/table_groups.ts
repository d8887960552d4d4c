/**
 * Sums over a table, one row per group.
 *
 * @module
 */

import type { DatabaseSync } from "node:sqlite";
import type { SqlValue } from "./columns.ts";
import { quoted, type Table } from "./sql_schema.ts";

/** What is asked of a table. */
export interface Grouping {
  readonly table: Table;
  /** Small expressions over its columns, by name. */
  readonly cells: Readonly<Record<string, string>>;
  /** Expressions over those names, the first of them to group by. */
  readonly select: readonly string[];
}

/** The groups; lets SQLite's own error pass. */
export function groupRows(db: DatabaseSync, { table, cells, select }: Grouping): SqlValue[][] {
  const named = Object.entries(cells).map(([name, expression]) => `${expression} AS ${name}`);
  // the limit keeps SQLite from sorting whole rows in place of the small cells
  const inner = `SELECT ${named.join(", ")} FROM ${quoted(table.name)} NOT INDEXED LIMIT -1`;
  const query = db.prepare(`SELECT ${select.join(", ")} FROM (${inner}) GROUP BY ${select[0]}`);
  query.setReturnArrays(true);
  query.setReadBigInts(true);
  return (query.all() as unknown as SqlValue[][]).map((row) => row.map(narrow));
}

function narrow(cell: SqlValue): SqlValue {
  if (typeof cell !== "bigint") return cell;
  const number = Number(cell);
  return Number.isSafeInteger(number) ? number : cell;
}
