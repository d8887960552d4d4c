/**
 * The messages of an older copy beside those of the live store: records that are
 * alike byte for byte are told by their key.
 *
 * @module
 */

import type { Filter } from "../../evidence/columns.ts";
import type { RowRange } from "../../evidence/same_pages.ts";
import { isTrouble } from "../../row/trouble.ts";
import type { Told, Unchanged } from "../reader.ts";
import { messages } from "./messages.ts";
import type { State } from "./state.ts";
import type { Troubles } from "./troubles.ts";

/** What telling the messages takes. */
export interface Beside {
  readonly state: State;
  readonly troubles: Troubles;
  /** Where the tables differ, ascending and apart; all other records are alike. */
  readonly ranges: readonly RowRange[];
}

/** All messages in stored order. */
export function* messagesBeside(beside: Beside): Generator<Told | Unchanged> {
  const { state, ranges } = beside;
  const rowid = state.db.tables.get(messages.table)?.rowid ?? "";
  let after = -1; // pages with lower row ids are not compared
  for (const { lowest, highest } of ranges) {
    const before = { where: `${rowid} > ? AND ${rowid} < ?`, params: [after, lowest] };
    yield* unchanged(beside, before);
    yield* decoded(beside, { where: `${rowid} BETWEEN ? AND ?`, params: [lowest, highest] });
    after = highest;
  }
  yield* unchanged(beside, { where: `${rowid} > ?`, params: [after] });
}

function* unchanged({ state, troubles }: Beside, filter: Filter): Generator<Unchanged> {
  const { db } = state;
  const fetch = db.fetcher(messages.table, messages.columns);
  for (const [key] of db.rows(messages.table, [], filter)) {
    const rows = function* (): Generator<Told> {
      const cells = fetch(key);
      if (cells === null) return;
      for (const item of messages.told(cells, state)) {
        if (isTrouble(item)) troubles.note(messages, cells);
        else yield item;
      }
    };
    yield { unchanged: Number(key), rows };
  }
}

function* decoded({ state, troubles }: Beside, filter: Filter): Generator<Told> {
  for (const cells of state.db.rows(messages.table, messages.columns, filter)) {
    for (const item of messages.told(cells, state)) {
      if (isTrouble(item)) troubles.note(messages, cells);
      else yield item;
    }
  }
}
