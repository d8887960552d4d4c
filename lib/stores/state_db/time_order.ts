/**
 * The rows of a state.db by time, without holding them: every record is told
 * twice, once to learn when its rows stand, once when their turn has come.
 *
 * @module
 */

import type { Cells, Column, Key } from "../../evidence/columns.ts";
import type { Row } from "../../row/row.ts";
import { merge } from "../../row/merge.ts";
import { isTrouble } from "../../row/trouble.ts";
import type { Told } from "../reader.ts";
import { KeyIndex } from "./key_index.ts";
import { messageCursor } from "./message_cursor.ts";
import { messages } from "./messages.ts";
import type { AnyPart } from "./part.ts";
import { recordsOf } from "./records.ts";
import type { State } from "./state.ts";
import type { Troubles } from "./troubles.ts";

/** All rows by time, those without one last; troubles are noted, not told. */
export function rowsByTime(
  parts: readonly AnyPart[],
  state: State,
  troubles: Troubles,
): Generator<Row> {
  const keyed = state.db.tables.get(messages.table)?.rowid !== null;
  const streams = parts.map((part) =>
    keyed && part === messages ? messagesByTime(state, troubles) : partByTime(part, state, troubles)
  );
  return merge(streams, (a, b) => timeOf(a) - timeOf(b) || 0);
}

function timeOf(row: Row): number {
  return row.time ?? Infinity;
}

/** A part whose records may have rows at several times. */
function* partByTime(part: AnyPart, state: State, troubles: Troubles): Generator<Row> {
  const index = new KeyIndex();
  const held = state.db.tables.get(part.table)?.rowid === null ? [] as Row[] : null;
  for (const cells of recordsOf(part, state)) {
    for (const row of rowsOf(part.told(cells, state), () => troubles.note(part, cells))) {
      index.add(cells[0], row.time);
      held?.push(row);
    }
  }
  const order = index.takeOrder();
  const again = held === null ? retold(part, state, index) : (position: number) => held[position];
  for (const position of order) {
    const row = again(position);
    if (row !== undefined) yield row;
  }
}

/** Tells the record of a position again, and finds the row that stood there. */
function retold(
  part: AnyPart,
  state: State,
  index: KeyIndex,
): (position: number) => Row | undefined {
  const fetch = state.db.fetcher(part.table, part.columns);
  let lastKey: Key | null = null;
  let rows: Row[] = [];
  return (position) => {
    const key = index.key(position);
    let first = position;
    while (first > 0 && index.key(first - 1) === key) first--;
    if (key !== lastKey) {
      const cells = fetch(key) as Cells<readonly Column[]> | null;
      rows = cells === null ? [] : [...rowsOf(part.told(cells, state), null)];
      lastKey = key;
    }
    return rows[position - first];
  };
}

/** Messages: all rows of one stand at one time, so their index is enough. */
function* messagesByTime(state: State, troubles: Troubles): Generator<Row> {
  const order = state.links.index.takeOrder();
  const cellsAt = messageCursor(state);
  for (const position of order) {
    const cells = cellsAt(position);
    if (cells === null) continue;
    for (const item of messages.told(cells, state)) {
      if (isTrouble(item)) troubles.note(messages, cells);
      else yield item;
    }
  }
}

function* rowsOf(told: Iterable<Told>, onTrouble: (() => void) | null): Generator<Row> {
  for (const item of told) {
    if (!isTrouble(item)) yield item;
    else onTrouble?.();
  }
}
