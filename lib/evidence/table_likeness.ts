/**
 * Which rows of one table may differ between two databases, told by their pages.
 *
 * @module
 */

import { type Paged, withPages } from "./page_source.ts";
import {
  type Likeness,
  likenessOf,
  type OlderLikeness,
  olderLikeness,
  type PagedTable,
} from "./same_pages.ts";
import type { Table } from "./sql_schema.ts";

/** A table of a database, with where its pages are. */
export interface TablePages extends Paged {
  readonly table: Table;
}

/**
 * The rows that may differ; null when every row must be looked at, because the
 * tables are laid out differently or their pages tell nothing.
 */
export function tableLikeness(older: TablePages, newer: TablePages): Likeness | null {
  return told(older, newer, likenessOf);
}

/** The same for the older table's rows alone, with those that are alike; null as there. */
export function olderTableLikeness(older: TablePages, newer: TablePages): OlderLikeness | null {
  return told(older, newer, olderLikeness);
}

function told<Result>(
  older: TablePages,
  newer: TablePages,
  compare: (older: PagedTable, newer: PagedTable) => Result | null,
): Result | null {
  const [was, is] = [older.table, newer.table];
  if (was.rowid === null || is.rowid === null) return null;
  if (was.sql === null || was.sql !== is.sql) return null;
  if (older.facts.encoding !== newer.facts.encoding) return null;
  return withPages(
    older,
    (before) =>
      withPages(
        newer,
        (after) => compare({ source: before, root: was.root }, { source: after, root: is.root }),
      ),
  );
}
