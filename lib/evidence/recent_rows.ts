/**
 * Rows that a walk met last, kept within bounds: what is asked for out of turn is
 * mostly among them.
 *
 * @module
 */

import type { Key } from "./columns.ts";

/** What is kept at most. */
export interface Bounds {
  readonly rows: number;
  /** Characters of their texts. */
  readonly text: number;
}

/** The rows met last, by key; the oldest make room. */
export class RecentRows<Row extends readonly unknown[]> {
  readonly #most: Bounds;
  readonly #rows = new Map<Key, Row>();
  #text = 0;

  constructor(most: Bounds) {
    this.#most = most;
  }

  keep(key: Key, row: Row): void {
    this.take(key); // it may have been met before
    this.#rows.set(key, row);
    this.#text += textOf(row);
    for (const oldest of this.#rows.keys()) {
      if (this.#rows.size <= this.#most.rows && this.#text <= this.#most.text) return;
      this.take(oldest);
    }
  }

  /** The row of a key, which stays. */
  at(key: Key): Row | null {
    return this.#rows.get(key) ?? null;
  }

  /** The same, for the last time. */
  take(key: Key): Row | null {
    const row = this.#rows.get(key);
    if (row === undefined) return null;
    this.#rows.delete(key);
    this.#text -= textOf(row);
    return row;
  }
}

function textOf(row: readonly unknown[]): number {
  let length = 0;
  for (const cell of row) if (typeof cell === "string") length += cell.length;
  return length;
}
