/**
 * Keys and times of many records, in as few bytes as will do: 20 a record.
 *
 * @module
 */

import type { Key } from "../../evidence/columns.ts";
import type { Micros } from "../../row/row.ts";

/** Keys in stored order, each with its time. */
export class KeyIndex {
  #keys = new Float64Array(1024);
  #times = new Float64Array(1024);
  #marks = new Uint32Array(1024);
  /** Keys that a double cannot hold, by position. */
  readonly #wide = new Map<number, bigint>();
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
    if (this.#length === this.#keys.length) this.#grow();
    this.#marks[this.#length] = mark;
    if (typeof key === "bigint") this.#wide.set(this.#length, key);
    else this.#keys[this.#length] = key;
    this.#times[this.#length++] = time ?? Infinity;
  }

  /** The key at a position. */
  key(position: number): Key {
    return this.#wide.get(position) ?? this.#keys[position] as number;
  }

  /** The time at a position; Infinity where there is none, so that it sorts last. */
  time(position: number): number {
    return this.#times[position] as number;
  }

  /** The mark at a position; 0 where there is none. */
  mark(position: number): number {
    return this.#marks[position] as number;
  }

  #grow(): void {
    const length = this.#keys.length * 2;
    const [keys, times, marks] = [this.#keys, this.#times, this.#marks];
    this.#keys = new Float64Array(length);
    this.#times = new Float64Array(length);
    this.#marks = new Uint32Array(length);
    this.#keys.set(keys);
    this.#times.set(times);
    this.#marks.set(marks);
  }
}
