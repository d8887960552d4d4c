/**
 * What is asked of a table, and what comes back.
 *
 * @module
 */

/** A value as SQLite stores it; integers beyond 2^53 stay bigint. */
export type SqlValue = null | number | bigint | string | Uint8Array;

/** What numbers a row: its rowid, or its position from 1 in a table WITHOUT ROWID. */
export type Key = number | bigint;

/** A column wanted; one that the table lacks reads as null. */
export interface Column {
  readonly name: string;
  /**
   * `text`: decoded once from its bytes, whatever is stored. `value`: as stored.
   * `sql`: the name is an expression of the program's own, over columns known to exist.
   */
  readonly kind: "text" | "value" | "sql";
  /**
   * A value that reads as null, because nearly all rows have it and null is the
   * cheapest to fetch: a number, or the row's own key.
   */
  readonly usual?: number | "key";
}

/** A column wanted as text. */
export function text(name: string): { readonly name: string; readonly kind: "text" } {
  return { name, kind: "text" };
}

/** A column wanted as the value stored; null for the usual one, where that is given. */
export function value(
  name: string,
  options: Pick<Column, "usual"> = {},
): { readonly name: string; readonly kind: "value"; readonly usual?: number | "key" } {
  return { name, kind: "value", ...options };
}

/** A number that SQL works out per row: cheaper than fetching what it is made of. */
export function sql(expression: string): { readonly name: string; readonly kind: "sql" } {
  return { name: expression, kind: "sql" };
}

type Cell<C extends Column> = C["kind"] extends "text" ? string | null : SqlValue;

/** One row: its key, then the columns in the order asked for. */
export type Cells<C extends readonly Column[]> = readonly [
  Key,
  ...{ -readonly [I in keyof C]: Cell<C[I]> },
];

/** Which rows; `where` speaks of columns that the caller knows to exist. */
export interface Filter {
  readonly where: string;
  readonly params?: readonly (string | number | bigint)[];
}
