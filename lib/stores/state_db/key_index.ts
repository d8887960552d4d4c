/**
 * Keys and times of many records, in as few bytes as will do: 12 to 20 a record.
 *
 * @module
 */

import type { Key } from "../../evidence/columns.ts";
import { doubles, words } from "../../evidence/growing.ts";
import type { Micros } from "../../row/row.ts";
import { positionsByTime } from "../../row/time_sort.ts";

const WORD = 2 ** 32;

/** Keys in stored order, each with its time and perhaps a mark. */
export class KeyIndex {
  readonly #low = words();
  readonly #high = words();
  #times = doubles();
  #marks = words();
  /** Keys that two words cannot hold, by position. */
  readonly #wide = new Map<number, Key>();
  #length = 0;

  /** How many there are. */
  get length(): number {
    return this.#length;
  }

  /**
   * Adds the next key.
   *
   * @param mark A number that records of one kind share; 0 for none
   */
  add(key: Key, time: Micros | null, mark = 0): void {
    const position = this.#length++;
    if (typeof key === "number" && key >= 0) {
      this.#low.set(position, key % WORD);
      this.#high.set(position, Math.floor(key / WORD));
    } else this.#wide.set(position, key);
    this.#times.set(position, time ?? Infinity);
    this.#marks.set(position, mark);
  }

  /** The key at a position. */
  key(position: number): Key {
    return (this.#wide.size > 0 ? this.#wide.get(position) : undefined) ??
      this.#high.get(position) * WORD + this.#low.get(position);
  }

  /** Gives the marks up: they read as none from then on. */
  dropMarks(): void {
    this.#marks = words();
  }

  /**
   * The positions by time, those without one last. Times and marks, most of what
   * is held, are given up for it and read as none from then on.
   */
  takeOrder(): Uint32Array {
    const order = positionsByTime(this.#length, (position) => this.time(position));
    this.#times = doubles();
    this.dropMarks();
    return order;
  }

  /** The time at a position; Infinity where there is none, so that it sorts last. */
  time(position: number): number {
    return this.#times.get(position);
  }

  /** The mark at a position; 0 where there is none. */
  mark(position: number): number {
    return this.#marks.get(position);
  }
}
