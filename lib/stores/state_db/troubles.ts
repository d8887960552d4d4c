/**
 * The error rows of a state.db, which come after its other rows.
 *
 * @module
 */

import type { Cells, Column, Key } from "../../evidence/columns.ts";
import type { Row } from "../../row/row.ts";
import { fileTrouble, isTrouble, type Trouble } from "../../row/trouble.ts";
import type { AnyPart } from "./part.ts";
import { PARTS, SUPPORTING_TABLES } from "./parts.ts";
import type { State } from "./state.ts";

/**
 * Remembers which records gave trouble, by key alone: a million bad records
 * must not fill the memory, so they are told again at the end.
 */
export class Troubles {
  readonly #keys = new Map<AnyPart, Set<Key>>();
  /** Troubles of tables whose records cannot be fetched again. */
  readonly #held = new Map<AnyPart, Trouble[]>();
  readonly #state: State;

  constructor(state: State) {
    this.#state = state;
  }

  /** Notes that a record gives trouble, once however much it gives. */
  note(part: AnyPart, cells: Cells<readonly Column[]>): void {
    if (this.#state.db.tables.get(part.table)?.rowid === null) {
      const held = this.#held.get(part) ?? [];
      const seen = this.#keys.get(part)?.has(cells[0]) ?? false;
      if (!seen) held.push(...part.told(cells, this.#state) as Iterable<Trouble>);
      this.#held.set(part, held.filter(isTrouble));
    }
    const keys = this.#keys.get(part);
    if (keys === undefined) this.#keys.set(part, new Set([cells[0]]));
    else keys.add(cells[0]);
  }

  /** The rows of a record; its troubles are noted. */
  *rowsOf(part: AnyPart, cells: Cells<readonly Column[]>): Generator<Row> {
    for (const item of part.told(cells, this.#state)) {
      if (isTrouble(item)) this.note(part, cells);
      else yield item;
    }
  }

  /** All troubles in the order of the parts, then what is wrong with whole tables. */
  *tell(parts: readonly AnyPart[]): Generator<Trouble> {
    for (const part of parts) yield* this.#of(part);
    const { db } = this.#state;
    for (const table of wantedTables()) {
      if (db.notTables.has(table)) yield fileTrouble(`${table} is not a table`);
    }
    for (const fault of new Set(db.faults)) yield fileTrouble(`SQLite error: ${fault}`);
  }

  *#of(part: AnyPart): Generator<Trouble> {
    const held = this.#held.get(part);
    if (held !== undefined) {
      yield* held;
      return;
    }
    const fetch = this.#state.db.fetcher(part.table, part.columns);
    for (const key of [...this.#keys.get(part) ?? []].sort((a, b) => a < b ? -1 : 1)) {
      const cells = fetch(key) as Cells<readonly Column[]> | null;
      if (cells === null) continue;
      for (const item of part.told(cells, this.#state)) if (isTrouble(item)) yield item;
    }
  }
}

function wantedTables(): Set<string> {
  return new Set([...PARTS.map((part) => part.table), ...SUPPORTING_TABLES]);
}
