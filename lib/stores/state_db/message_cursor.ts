/**
 * Messages by their position in the index, in almost the order in which they
 * are stored: a few walks through the table serve nearly all of them.
 *
 * @module
 */

import type { Cells, Key } from "../../evidence/columns.ts";
import { RecentRows } from "../../evidence/recent_rows.ts";
import { messages } from "./messages.ts";
import type { State } from "./state.ts";

/** How far ahead a walk goes; what it passes is kept, and fetched when it was not. */
const AHEAD = 512;
/** Messages that were walked past and whose turn has not come. */
const PASSED = { rows: AHEAD, text: 2 * 2 ** 20 };
/** After how many fetches of neighbours in a row a new walk goes on from there. */
const RUN = 8;
/** How many walks go on side by side: one for each conversation stored far from the others. */
const MOST_WALKS = 4;

type MessageCells = Cells<typeof messages.columns>;

/** A function that gives the message at a position, or null where it cannot be read. */
export function messageCursor(state: State): (position: number) => MessageCells | null {
  const { db, links: { index } } = state;
  const fetch = db.fetcher(messages.table, messages.columns);
  const passed = new RecentRows<MessageCells>(PASSED);
  const walks = new Walks(state, passed);
  let last = -1;
  let run = 0;
  return (position) => {
    const key = index.key(position);
    const walked = walks.take(position, key);
    if (walked !== undefined) return walked ?? fetch(key);
    const kept = passed.take(position);
    if (kept !== null) return kept;
    run = position === last + 1 ? run + 1 : 0;
    last = position;
    if (run === RUN) {
      walks.begin(position, key);
      run = 0;
    }
    return fetch(key);
  };
}

/** One walk, and the position it has come to. */
interface Walk {
  readonly rows: Iterator<MessageCells>;
  at: number;
}

/** The walks that go on, the one that served last in front. */
class Walks {
  readonly #state: State;
  readonly #passed: RecentRows<MessageCells>;
  #walks: Walk[];
  /** Set at a fault: whatever is left is fetched by its key. */
  #given = false;

  constructor(state: State, passed: RecentRows<MessageCells>) {
    this.#state = state;
    this.#passed = passed;
    this.#walks = [{ rows: state.db.rows(messages.table, messages.columns), at: -1 }];
  }

  /** Begins another walk behind a position, in the place of the one that served longest ago. */
  begin(position: number, key: Key): void {
    if (this.#given) return;
    const { db } = this.#state;
    const rowid = db.tables.get(messages.table)?.rowid;
    const after = { where: `${rowid} > ?`, params: [key] };
    const rows = db.rows(messages.table, messages.columns, after);
    this.#walks.unshift({ rows, at: position });
    if (this.#walks.length > MOST_WALKS) this.#walks.pop()?.rows.return?.();
  }

  /** The message at a position; null where a walk missed it, undefined where none is near. */
  take(position: number, key: Key): MessageCells | null | undefined {
    const walk = this.#nearest(position);
    if (walk === null) return undefined;
    for (let next = walk.rows.next(); !next.done; next = walk.rows.next()) {
      walk.at++;
      if (next.value[0] === key) return next.value;
      if (walk.at >= position) break;
      this.#passed.keep(walk.at, next.value);
    }
    this.#giveUp();
    return null;
  }

  /** The walk with the least to go, now in front; null when all are too far off. */
  #nearest(position: number): Walk | null {
    const walks = this.#walks;
    let nearest: Walk | null = null;
    for (const walk of walks) {
      const isNear = walk.at < position && position <= walk.at + AHEAD;
      if (isNear && walk.at > (nearest?.at ?? -Infinity)) nearest = walk;
    }
    if (nearest !== null && nearest !== walks[0]) {
      walks.splice(walks.indexOf(nearest), 1);
      walks.unshift(nearest);
    }
    return nearest;
  }

  #giveUp(): void {
    for (const { rows } of this.#walks) rows.return?.();
    this.#walks = [];
    this.#given = true;
  }
}
