/**
 * The rows of a table straight from its pages, each cell as SQLite would hand it
 * on: that takes half of the time. What only SQLite can tell is left to it.
 *
 * @module
 */

import type { Column, Key, SqlValue } from "./columns.ts";
import { OddPage } from "./leaf_page.ts";
import { PagePass } from "./page_pass.ts";
import type { PageSource } from "./page_source.ts";
import { RecordCells, type WantedCell } from "./record_cells.ts";
import type { Table } from "./sql_schema.ts";
import type { TextCells } from "./text_cells.ts";

/** What is read. */
export interface PagedRead {
  readonly source: PageSource;
  readonly table: Table;
  readonly columns: readonly Column[];
  readonly texts: TextCells;
  /** Lets SQLite read one row; null where it cannot. */
  readonly fetch: (key: Key) => unknown[] | null;
}

/** Odd cells that are borne however few rows there are; beyond, one row in {@linkcode SHARE}. */
const FEW = 64;
const SHARE = 8;

/**
 * The rows in the order of their keys, those of one page at a time: the key, then
 * the columns; null when SQLite must be asked for them from the start.
 *
 * @throws {OddPage} When only SQLite can tell what comes next, in the middle too
 * @throws {EvidenceError} `unreadable`
 */
export function pageRows(read: PagedRead): Generator<unknown[][]> | null {
  const { table, columns } = read;
  const isTold = (column: Column): boolean =>
    column.kind !== "sql" && (column.name === table.alias || !table.columns.has(column.name) ||
      table.places?.has(column.name) === true);
  const isOnce = new Set(columns.map(({ name }) => name)).size === columns.length;
  const isPlain = table.rowid !== null && table.places !== null && isOnce;
  return isPlain && columns.every(isTold) ? told(read) : null;
}

function* told({ source, table, columns, texts, fetch }: PagedRead): Generator<unknown[][]> {
  const takers = columns.map((column, which) => takerOf(column, { table, texts, which }));
  let leaf: unknown[][] = [];
  const count = { rows: 0, odd: 0 };
  const pass = new PagePass(source, new RecordCells(wantedOf(table, columns)), (key, cells) => {
    count.rows++;
    leaf.push(rowOf(key, cells, takers) ?? asked(key));
  });
  const asked = (key: number): unknown[] => {
    const row = ++count.odd > FEW + count.rows / SHARE ? null : fetch(key);
    if (row === null) throw new OddPage();
    return row;
  };
  for (const _ of pass.leaves(table.root)) {
    yield leaf;
    leaf = [];
  }
}

/** Every column in the order asked for, whole. */
function wantedOf(table: Table, columns: readonly Column[]): WantedCell[] {
  return columns.map(({ name }) => ({ place: table.places?.get(name) ?? null, most: Infinity }));
}

/** One cell of a record; undefined where only SQLite can tell. */
type Taker = (key: number, cells: RecordCells) => SqlValue | undefined;

/** A row, or null when it has a cell that only SQLite can tell. */
function rowOf(key: number, cells: RecordCells, takers: readonly Taker[]): unknown[] | null {
  const row: unknown[] = [key];
  for (let which = 0; which < takers.length; which++) {
    const value = (takers[which] as Taker)(key, cells);
    if (value === undefined) return null;
    row.push(value);
  }
  return row;
}

function takerOf(
  column: Column,
  of: { readonly table: Table; readonly texts: TextCells; readonly which: number },
): Taker {
  const { table, texts, which } = of;
  const { name, usual } = column;
  if (name === table.alias) return column.kind === "text" ? String : keyTaker(usual);
  const place = table.places?.get(name);
  if (place === undefined) return () => null;
  if (column.kind === "value") return valueTaker({ texts, which, usual });
  return (_, cells) => {
    const text = cells.decoded(which, texts);
    if (text !== null || cells.isNull(which)) return text;
    // SQLite has its own way to write a number, but for whole ones
    const number = place.real ? null : cells.integer(which);
    return number === null ? undefined : String(number);
  };
}

function keyTaker(usual: Column["usual"]): Taker {
  return (key) => usual === "key" || usual === key ? null : key;
}

function valueTaker(
  of: { readonly texts: TextCells; readonly which: number; readonly usual: Column["usual"] },
): Taker {
  const { texts, which, usual } = of;
  return (key, cells) => {
    const number = cells.number(which);
    if (number !== null) {
      if (number === (usual === "key" ? key : usual)) return null;
      return Number.isInteger(number) && !Number.isSafeInteger(number) ? undefined : number;
    }
    if (cells.isNull(which)) return null;
    // a blob stays bytes, and a text may be taken for a number where one is looked for
    if (usual !== undefined || cells.isBlob(which)) return undefined;
    return cells.decoded(which, texts) ?? undefined;
  };
}
