/**
 * A SQLite database as evidence: its real tables and their rows.
 *
 * Nothing here trusts the database's own schema further than it must: views and
 * virtual tables are never touched, indexes are never used, every text is read
 * as bytes (a binding may cut TEXT at its first NUL) and decoded once.
 *
 * @module
 */

import type { Cells, Column, Filter, Key, SqlValue } from "./columns.ts";
import { EvidenceError } from "./errors.ts";
import type { EvidenceFile } from "./file.ts";
import { OddPage } from "./leaf_page.ts";
import { pagesOf, type PageSource } from "./page_source.ts";
import { readSchema, type Schema, type Table } from "./sql_schema.ts";
import { type ImageFacts, type OpenImage, openImage } from "./sqlite_image.ts";
import { groupRows } from "./table_groups.ts";
import { TableWalk } from "./table_walk.ts";
import { TextCells } from "./text_cells.ts";

export {
  type Cells,
  type Column,
  type Filter,
  type Key,
  sql,
  type SqlValue,
  text,
  value,
} from "./columns.ts";

/** How images are built. */
export interface ImageOptions {
  /** Bytes an image may take in memory, twice its size counted. */
  readonly maxMemory: number;
  /** Makes the folder for images that do not fit, on first need; null when there is none. */
  readonly workFolder: (() => string) | null;
  /** Leave the WAL out: the database at its last checkpoint. */
  readonly withoutWal: boolean;
  /** Never open this file in place: it changed under us before. */
  readonly imageOnly: boolean;
  /** Leaves from which on a table is read from its pages; {@linkcode LEAVES} unless told. */
  readonly leavesFrom?: number;
}

/** The rows told before SQLite was asked: how many, and the key of the last. */
interface Told {
  readonly count: number;
  readonly last: number;
}

/** A smaller table SQLite has handed on before a loop over its pages is warm. */
const LEAVES = 2000;

/** A database held open; at most two at a time (promise 1). */
export class Database {
  readonly facts: ImageFacts;
  /** Its pages, where one file holds them all; null for an image in memory. */
  readonly pages: PageSource | null;
  readonly #image: OpenImage;
  readonly #schema: Schema;
  readonly #texts: TextCells;
  readonly #leavesFrom: number;
  readonly #faults = new Map<string, string>();

  /** Use {@linkcode openDatabase}. */
  constructor(image: OpenImage, schema: Schema, leavesFrom = LEAVES) {
    this.#image = image;
    this.#schema = schema;
    this.#leavesFrom = leavesFrom;
    this.facts = image.facts;
    this.pages = image.whole === null ? null : pagesOf(image.whole, image.facts);
    this.#texts = new TextCells(image.facts.encoding.toLowerCase());
  }

  /** Real tables by lower-case name. */
  get tables(): ReadonlyMap<string, Table> {
    return this.#schema.tables;
  }

  /** Lower-case names that a view or a virtual table holds. */
  get notTables(): ReadonlySet<string> {
    return this.#schema.notTables;
  }

  /** SQLite's words for each table that could not be read to its end, in the order met. */
  get faults(): readonly string[] {
    return [...this.#faults.values()];
  }

  /** True when the table is a real one and has the column. */
  has(table: string, column: string): boolean {
    return this.tables.get(table)?.columns.has(column) ?? false;
  }

  /**
   * Rows in key order. Past a bad page: the rows before it, then the rows that
   * can be reached from the other end; the fault is kept in {@linkcode faults}.
   */
  *rows<const C extends readonly Column[]>(
    table: string,
    columns: C,
    filter?: Filter,
  ): Generator<Cells<C>> {
    const found = this.tables.get(table);
    if (found === undefined) return;
    const query = new TableWalk(this.#image.db, found, columns, this.#texts);
    const told = { count: 0, last: -Infinity };
    try {
      for (const leaf of this.#leaves(query, filter)) {
        for (const row of leaf) {
          told.count++;
          told.last = row[0] as number;
          yield row as unknown as Cells<C>;
        }
      }
      return;
    } catch (error) {
      // what the pages do not tell is SQLite's to tell, and to name what is wrong with it
      if (!(error instanceof OddPage || error instanceof EvidenceError)) throw error;
    }
    for (const row of this.#asked(table, query, { filter, told })) {
      yield row as unknown as Cells<C>;
    }
  }

  /** The rows straight from the pages. */
  #leaves(query: TableWalk, filter: Filter | undefined): Iterable<unknown[][]> {
    const isPaged = filter === undefined && this.facts.encoding === "UTF-8";
    const leaves = this.pages === null || !isPaged
      ? null
      : query.pages(this.pages, this.#leavesFrom);
    if (leaves === null) throw new OddPage();
    return leaves;
  }

  /** The rows that SQLite tells after those that were told: it begins with the same ones. */
  *#asked(
    table: string,
    query: TableWalk,
    { filter, told }: { readonly filter: Filter | undefined; readonly told: Told },
  ): Generator<unknown[]> {
    let count = 0;
    let last: Key | null = null;
    try {
      for (const row of query.walk({ filter, order: "ASC", start: null })) {
        last = row[0] as Key;
        if (++count > told.count) yield row;
      }
    } catch (error) {
      this.#keep(table, error);
      if (this.tables.get(table)?.rowid === null) return;
      const lowest = lowestFromTheEnd(query, filter, last);
      if (lowest === null) return;
      const start = { key: lowest, inclusive: true };
      for (const row of this.#rest(table, query.walk({ filter, order: "ASC", start }))) {
        if ((row[0] as Key) > told.last) yield row;
      }
    }
  }

  /** Reads single rows by key; null for a key that is not there or cannot be read. */
  fetcher<const C extends readonly Column[]>(
    table: string,
    columns: C,
  ): (key: Key) => Cells<C> | null {
    const found = this.tables.get(table);
    if (found === undefined || found.rowid === null) return () => null;
    const one = new TableWalk(this.#image.db, found, columns, this.#texts).one();
    return (key) => {
      try {
        return one(key) as Cells<C> | null;
      } catch (error) {
        this.#keep(table, error);
        return null;
      }
    };
  }

  /**
   * One row per group, worked out by SQLite, which is cheaper than passing all
   * rows on; null when a bad page ends it, or the table has no row ids: walk then.
   *
   * @param cells Expressions of the program's own over columns known to exist, by
   * name; `rowid` may be among them. Small ones only: SQLite sorts them in memory
   * @param select Expressions over those names, the first of them to group by
   */
  groups(
    table: string,
    cells: Readonly<Record<string, string>>,
    select: readonly string[],
  ): SqlValue[][] | null {
    const found = this.tables.get(table);
    if (found === undefined || found.rowid === null) return null;
    try {
      return groupRows(this.#image.db, { table: found, cells, select });
    } catch (error) {
      if (!isSqliteError(error)) throw error;
      return null;
    }
  }

  /** False when a live file read in place is no longer what it was when opened. */
  unchanged(): boolean {
    return this.#image.unchanged();
  }

  /** Closes the image and removes its work file. */
  close(): void {
    this.#image.close();
  }

  /** Passes rows on up to a fault, which is kept. */
  *#rest(table: string, rows: Iterable<unknown[]>): Generator<unknown[]> {
    try {
      yield* rows;
    } catch (error) {
      this.#keep(table, error);
    }
  }

  /** Only faults of the evidence are kept; any other error is ours and passes. */
  #keep(table: string, error: unknown): void {
    if (!isSqliteError(error)) throw error;
    if (!this.#faults.has(table)) this.#faults.set(table, error.message);
  }
}

/**
 * Opens a database for reading, by the rules of `sqlite_image.ts`.
 *
 * @throws {EvidenceError} `not-this-format` with SQLite's own words when it cannot read the schema
 */
export function openDatabase(file: EvidenceFile, options: ImageOptions): Database {
  const image = openImage(file, options);
  try {
    return new Database(image, readSchema(image.db), options.leavesFrom);
  } catch (error) {
    image.close();
    if (!isSqliteError(error)) throw error;
    throw new EvidenceError("not-this-format", file.path, `SQLite error: ${error.message}`);
  }
}

/** True for an error that SQLite raised about the database. */
export function isSqliteError(error: unknown): error is Error {
  return error instanceof Error && (error as { code?: unknown }).code === "ERR_SQLITE_ERROR";
}

/** The lowest key that a walk from the highest one reaches above `last`, or null. */
function lowestFromTheEnd(
  query: TableWalk,
  filter: Filter | undefined,
  last: Key | null,
): Key | null {
  let lowest: Key | null = null;
  try {
    for (const row of query.walk({ filter, order: "DESC", start: null })) {
      if (last !== null && (row[0] as Key) <= last) break;
      lowest = row[0] as Key;
    }
  } catch (error) {
    // the same fault from the other side: what lies between is lost, and was said
    if (!isSqliteError(error)) throw error;
  }
  return lowest;
}
