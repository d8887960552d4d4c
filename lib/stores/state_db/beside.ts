/**
 * The messages of an older copy beside those of the live store: records that are
 * alike byte for byte are told by their key.
 *
 * @module
 */

import type { Filter } from "../../evidence/columns.ts";
import type { OlderLikeness } from "../../evidence/same_pages.ts";
import type { Told, Unchanged } from "../reader.ts";
import { messages } from "./messages.ts";
import type { State } from "./state.ts";
import type { Troubles } from "./troubles.ts";

/** What telling the messages takes. */
export interface Beside {
  readonly state: State;
  readonly troubles: Troubles;
  /** What the pages of both tables tell. */
  readonly likeness: OlderLikeness;
}

/** All messages in stored order. */
export function* messagesBeside(beside: Beside): Generator<Told | Unchanged> {
  const { ranges, alike } = beside.likeness;
  const rowid = beside.state.db.tables.get(messages.table)?.rowid ?? "";
  const recordOf = unchanged(beside);
  let next = 0;
  for (const { lowest, highest } of ranges) {
    for (; next < alike.length && alike[next] as number < lowest; next++) {
      yield recordOf(alike[next] as number);
    }
    yield* decoded(beside, { where: `${rowid} BETWEEN ? AND ?`, params: [lowest, highest] });
    while (next < alike.length && alike[next] as number <= highest) next++;
  }
  for (; next < alike.length; next++) yield recordOf(alike[next] as number);
}

/** A function that tells a record by its key. */
function unchanged({ state, troubles }: Beside): (key: number) => Unchanged {
  const fetch = state.db.fetcher(messages.table, messages.columns);
  const rowsOf = function* (key: number): Generator<Told> {
    const cells = fetch(key);
    if (cells !== null) yield* troubles.rowsOf(messages, cells);
  };
  return (key) => ({ unchanged: key, rows: () => rowsOf(key) });
}

function* decoded({ state, troubles }: Beside, filter: Filter): Generator<Told> {
  for (const cells of state.db.rows(messages.table, messages.columns, filter)) {
    yield* troubles.rowsOf(messages, cells);
  }
}
