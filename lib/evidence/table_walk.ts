/**
 * Walks over one table, row by row, that notice a bad page.
 *
 * @module
 */

import type { DatabaseSync, StatementSync } from "node:sqlite";
import { type Column, type Filter, type Key, text } from "./columns.ts";
import { isLarge } from "./leaf_page.ts";
import type { PageSource } from "./page_source.ts";
import { quoted, type Table } from "./sql_schema.ts";
import { sweep } from "./sweep.ts";
import { pageRows } from "./table_pages.ts";
import type { TextCells } from "./text_cells.ts";

/** A walk over one table: upwards or downwards, from a key or from the end. */
export interface Walk {
  readonly filter: Filter | undefined;
  readonly order: "ASC" | "DESC";
  /** Where to begin; null for the end that `order` begins with. */
  readonly start: { readonly key: Key; readonly inclusive: boolean } | null;
}

/** After how many rows it is looked whether garbage is due to be collected. */
const SWEPT = 1024;

/** SELECT statements over one table, always through the table itself, never an index. */
export class TableWalk {
  readonly #db: DatabaseSync;
  readonly #table: Table;
  readonly #columns: readonly Column[];
  readonly #texts: TextCells;
  readonly #select: string;

  constructor(db: DatabaseSync, table: Table, columns: readonly Column[], texts: TextCells) {
    this.#db = db;
    this.#table = table;
    this.#columns = columns;
    this.#texts = texts;
    const cells = [table.rowid ?? "1", ...columns.map((column) => cellSql(table, column))];
    this.#select = `SELECT ${cells.join(", ")} FROM ${quoted(table.name)} NOT INDEXED`;
  }

  /**
   * Rows in the order walked. A runtime's iterator may end at a fault as if the
   * table ended there (Deno's does), so every walk carries a last row of its
   * own: where that is missing, the row that could not be read is asked for by
   * itself, which raises the fault.
   */
  *walk(walk: Walk): Generator<unknown[]> {
    const { sql, params } = this.#sql(walk);
    const end = `SELECT NULL${", NULL".repeat(this.#columns.length)}`;
    const statement = this.#prepare(`SELECT * FROM (${sql}) UNION ALL ${end}`);
    let position = 0;
    let last: Key | null = null;
    for (const row of statement.iterate(...params) as unknown as Iterable<unknown[]>) {
      if (row[0] === null) return;
      const decoded = this.#decode(row, ++position);
      if (position % SWEPT === 0) sweep();
      last = decoded[0] as Key;
      yield decoded;
    }
    const start = last === null ? walk.start : { key: last, inclusive: false };
    this.#raise({ ...walk, start }, position);
  }

  /**
   * The rows straight from the pages, those of one page at a time; null when only
   * SQLite can tell, or there are fewer leaves. See {@linkcode pageRows}.
   *
   * @throws {OddPage}
   */
  pages(source: PageSource, leavesFrom: number): Generator<unknown[][]> | null {
    if (!isLarge(source, this.#table.root, leavesFrom)) return null;
    let one: ((key: Key) => unknown[] | null) | null = null;
    const fetch = (key: Key): unknown[] | null => (one ??= this.one())(key);
    const [table, columns, texts] = [this.#table, this.#columns, this.#texts];
    return pageRows({ source, table, columns, texts, fetch });
  }

  /** A function that reads one row by key. */
  one(): (key: Key) => unknown[] | null {
    const statement = this.#prepare(`${this.#select} WHERE ${this.#table.rowid} = ?`);
    let asked = 0;
    return (key) => {
      if (++asked % SWEPT === 0) sweep();
      const row = statement.get(key) as unknown as unknown[] | undefined;
      return row === undefined ? null : this.#decode(row, 0);
    };
  }

  /** Asks for the row after the last one walked: SQLite says what is wrong with it. */
  #raise(walk: Walk, position: number): void {
    const { sql, params } = this.#sql(walk);
    const skip = this.#table.rowid === null ? ` OFFSET ${position}` : "";
    this.#prepare(`${sql} LIMIT 1${skip}`).get(...params);
    const message = `cannot read ${this.#table.name} to its end`;
    throw Object.assign(new Error(message), { code: "ERR_SQLITE_ERROR" });
  }

  #sql(walk: Walk): { sql: string; params: (string | number | bigint)[] } {
    const { rowid } = this.#table;
    const wheres: string[] = [];
    const params: (string | number | bigint)[] = [];
    if (walk.filter !== undefined) {
      wheres.push(`(${walk.filter.where})`);
      params.push(...(walk.filter.params ?? []));
    }
    if (walk.start !== null && rowid !== null) {
      const operator = (walk.order === "ASC" ? ">" : "<") + (walk.start.inclusive ? "=" : "");
      wheres.push(`${rowid} ${operator} ?`);
      params.push(walk.start.key);
    }
    const where = wheres.length === 0 ? "" : ` WHERE ${wheres.join(" AND ")}`;
    const order = rowid === null ? "" : ` ORDER BY ${rowid} ${walk.order}`;
    return { sql: `${this.#select}${where}${order}`, params };
  }

  #prepare(sql: string): StatementSync {
    const statement = this.#db.prepare(sql);
    statement.setReturnArrays(true);
    statement.setReadBigInts(true);
    return statement;
  }

  /** Decodes one row in place: the runtime made the array for us alone. */
  #decode(row: unknown[], position: number): unknown[] {
    const columns = this.#columns;
    row[0] = this.#table.rowid === null ? position : narrow(row[0] as bigint);
    for (let i = 0; i < columns.length; i++) {
      const cell = row[i + 1];
      const column = columns[i] as Column;
      if (cell === null || cell === undefined) row[i + 1] = null;
      else if (column.kind === "text") row[i + 1] = this.#texts.decode(cell as Uint8Array);
      else if (typeof cell === "bigint") row[i + 1] = narrow(cell);
      else if (typeof cell === "string") {
        row[i + 1] = this.#wholeText(row[0] as Key, column, cell);
      }
    }
    return row;
  }

  /**
   * A binding may cut TEXT at its first NUL, so a text in a `value` column is read
   * again. In a damaged tree its key may lead nowhere, or to another row: then it
   * stays as it was given.
   */
  #wholeText(key: Key, column: Column, given: string): string {
    const { name, rowid } = this.#table;
    if (rowid === null) return given;
    const cell = cellSql(this.#table, text(column.name));
    const sql = `SELECT ${cell} FROM ${quoted(name)} NOT INDEXED WHERE ${rowid} = ?`;
    const [bytes] = (this.#prepare(sql).get(key) ?? []) as unknown as [unknown?];
    if (!(bytes instanceof Uint8Array)) return given;
    const whole = this.#texts.decode(bytes);
    return readable(whole).startsWith(readable(given)) ? whole : given;
  }
}

/** A text without what stands for bytes that are none, of which a binding may count others. */
function readable(text: string): string {
  return text.replaceAll("\ufffd", "");
}

function cellSql(table: Table, column: Column): string {
  if (column.kind === "sql") return column.name;
  const name = table.columns.get(column.name);
  if (name === undefined) return "NULL";
  if (column.kind === "text") return `CAST(${quoted(name)} AS BLOB)`;
  const usual = column.usual === "key" ? table.rowid : column.usual ?? null;
  return usual === null ? quoted(name) : `NULLIF(${quoted(name)}, ${usual})`;
}

function narrow(integer: bigint): number | bigint {
  const number = Number(integer);
  return Number.isSafeInteger(number) ? number : integer;
}
