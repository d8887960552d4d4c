/**
 * Keys and times of many records, in as few bytes as will do: 16 a record.
 *
 * @module
 */

import type { Key } from "../../evidence/columns.ts";
import type { Micros } from "../../row/row.ts";

/** Keys in stored order, each with its time. */
export class KeyIndex {
  #keys = new Float64Array(1024);
  #times = new Float64Array(1024);
  /** Keys that a double cannot hold, by position. */
  readonly #wide = new Map<number, bigint>();
  #length = 0;

  /** How many there are. */
  get length(): number {
    return this.#length;
  }

  /** Adds the next key. */
  add(key: Key, time: Micros | null): void {
    if (this.#length === this.#keys.length) {
      this.#keys = grown(this.#keys);
      this.#times = grown(this.#times);
    }
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
}

function grown(array: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(array.length * 2);
  larger.set(array);
  return larger;
}
