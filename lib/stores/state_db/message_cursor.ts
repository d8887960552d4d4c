/**
 * Messages by their position in the index, in almost the order in which they
 * are stored: one walk through the table serves nearly all of them.
 *
 * @module
 */

import type { Cells } from "../../evidence/columns.ts";
import { messages } from "./messages.ts";
import type { State } from "./state.ts";

/** How far ahead the cursor walks; what it passes is kept, and fetched when it was not. */
const AHEAD = 512;
/** Characters of passed messages that are kept. */
const PASSED_TEXT = 2 * 2 ** 20;
/** After how many fetches of neighbours in a row the cursor walks on from there. */
const RUN = 8;

type MessageCells = Cells<typeof messages.columns>;

/** A function that gives the message at a position, or null where it cannot be read. */
export function messageCursor(state: State): (position: number) => MessageCells | null {
  const { db, links: { index } } = state;
  const rowid = db.tables.get(messages.table)?.rowid;
  const fetch = db.fetcher(messages.table, messages.columns);
  const passed = new Passed();
  let walk = db.rows(messages.table, messages.columns);
  let walked = -1;
  let last = -1;
  let run = 0;
  const walkTo = (position: number): MessageCells | null => {
    const key = index.key(position);
    for (let next = walk.next(); !next.done; next = walk.next()) {
      walked++;
      if (next.value[0] === key) return next.value;
      if (walked >= position) break;
      passed.keep(walked, next.value);
    }
    walked = Infinity; // the walk has met a fault: whatever is left is fetched by its key
    return fetch(key);
  };
  return (position) => {
    if (position > walked && position <= walked + AHEAD) return walkTo(position);
    const kept = passed.take(position);
    if (kept !== null) return kept;
    const key = index.key(position);
    run = position === last + 1 ? run + 1 : 0;
    last = position;
    if (run === RUN && walked !== Infinity) {
      walk = db.rows(messages.table, messages.columns, { where: `${rowid} > ?`, params: [key] });
      walked = position;
      run = 0;
    }
    return fetch(key);
  };
}

/** Messages that were walked past and whose turn has not come. */
class Passed {
  readonly #messages = new Map<number, MessageCells>();
  #text = 0;

  keep(position: number, cells: MessageCells): void {
    this.#messages.set(position, cells);
    this.#text += textOf(cells);
    for (const [oldest, held] of this.#messages) {
      if (this.#messages.size <= AHEAD && this.#text <= PASSED_TEXT) return;
      this.#messages.delete(oldest);
      this.#text -= textOf(held);
    }
  }

  take(position: number): MessageCells | null {
    const cells = this.#messages.get(position);
    if (cells === undefined) return null;
    this.#messages.delete(position);
    this.#text -= textOf(cells);
    return cells;
  }
}

function textOf(cells: MessageCells): number {
  let length = 0;
  for (const cell of cells) if (typeof cell === "string") length += cell.length;
  return length;
}
