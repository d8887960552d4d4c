/**
 * Keys and times of many records, in as few bytes as will do: 12 a record where
 * keys follow one another, 24 where none does.
 *
 * @module
 */

import type { Key } from "../../evidence/columns.ts";
import { doubles, words } from "../../evidence/growing.ts";
import type { Micros } from "../../row/row.ts";
import { positionsByTime } from "../../row/time_sort.ts";

/** Keys in stored order, each with its time and perhaps a mark. */
export class KeyIndex {
  readonly #keys = new KeyRuns();
  #times = doubles();
  #marks = words();

  /** How many there are. */
  get length(): number {
    return this.#keys.length;
  }

  /**
   * Adds the next key.
   *
   * @param mark A number that records of one kind share; 0 for none
   */
  add(key: Key, time: Micros | null, mark = 0): void {
    const position = this.#keys.length;
    this.#keys.add(key);
    this.#times.set(position, time ?? Infinity);
    this.#marks.set(position, mark);
  }

  /** The key at a position. */
  key(position: number): Key {
    return this.#keys.at(position);
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
    const order = positionsByTime(this.length, (position) => this.time(position));
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

/** Keys as runs of numbers that follow one another. */
class KeyRuns {
  length = 0;
  /** Positions at which runs begin. */
  readonly #begins = words();
  /** The key that each begins with. */
  readonly #firsts = doubles();
  #runs = 0;
  /** The key that would go on the last run. */
  #next = NaN;
  /** The run that was found last: most questions go on where the one before was. */
  #found = 0;
  /** Keys that a double cannot hold, by position. */
  readonly #wide = new Map<number, bigint>();

  add(key: Key): void {
    const position = this.length++;
    if (typeof key === "bigint") {
      this.#wide.set(position, key);
      this.#next = NaN;
      return;
    }
    if (key !== this.#next) {
      this.#begins.set(this.#runs, position);
      this.#firsts.set(this.#runs, key);
      this.#runs++;
    }
    this.#next = key + 1;
  }

  at(position: number): Key {
    const wide = this.#wide.size > 0 ? this.#wide.get(position) : undefined;
    if (wide !== undefined) return wide;
    if (!this.#holds(this.#found, position)) {
      const isNext = this.#holds(this.#found + 1, position);
      this.#found = isNext ? this.#found + 1 : this.#search(position);
    }
    return this.#firsts.get(this.#found) + (position - this.#begins.get(this.#found));
  }

  #holds(run: number, position: number): boolean {
    return run < this.#runs && this.#begins.get(run) <= position &&
      (run + 1 === this.#runs || position < this.#begins.get(run + 1));
  }

  /** The last run that begins at or before a position. */
  #search(position: number): number {
    let [low, high] = [0, this.#runs];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#begins.get(middle) <= position) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
