/**
 * Many rows that say the same, arranged so that the nearest free one is found
 * without looking at the others: a home may hold one "ok" a hundred thousand
 * times, and every copy of it asks for its twin.
 *
 * @module
 */

import type { KeptRows } from "./kept_rows.ts";

/** How a crowd is arranged. */
export interface Arrangement {
  /** Number of what a row belongs to, by the number of its place; -1 for rows left out. */
  readonly scope: (place: number) => number;
  /** True when rows of other tool calls stand apart. */
  readonly byCall: boolean;
  /** True by time; false by emission, timed rows before untimed ones. */
  readonly byTime: boolean;
}

/** One stretch of a crowd: rows of one scope, one kind of clock and one call. */
export interface Stretch {
  readonly scope: number;
  readonly local: boolean;
  /** 0 where calls are not told apart. */
  readonly call: number;
}

/** Compares two kept rows by the order in which their sources emitted them. */
export function compareEmission(a: number, b: number, kept: KeptRows): number {
  if (!kept.byTime(a) || !kept.byTime(b)) return a - b;
  // Rows that say the same are of one table, so that of two rows that were read
  // by time the line tells which one came first.
  const [lineA, lineB] = [kept.line(a) ?? -1, kept.line(b) ?? -1];
  return lineA === lineB ? a - b : lineA < lineB ? -1 : 1;
}

/** The rows of a crowd that one group of sources may still take. */
export class Crowd {
  readonly #kept: KeptRows;
  readonly #group: number;
  readonly #arrangement: Arrangement;
  readonly #numbers: Uint32Array;
  /** Per position: where to look for the next free row, itself at first. */
  readonly #after: Uint32Array;
  /** The same backwards, one more than the position; 0 for none. */
  readonly #before: Uint32Array;

  /**
   * @param numbers The rows that say the same
   * @param options.group The group that looks for rows
   */
  constructor(
    numbers: Iterable<number>,
    options: { kept: KeptRows; group: number; arrangement: Arrangement },
  ) {
    this.#kept = options.kept;
    this.#group = options.group;
    this.#arrangement = options.arrangement;
    const free = [...numbers].filter((number) =>
      !this.#isTaken(number) && this.#scopeOf(number) >= 0
    );
    this.#numbers = Uint32Array.from(free).sort((a, b) => this.#compare(a, b));
    this.#after = this.#numbers.map((_, position) => position);
    this.#before = this.#numbers.map((_, position) => position + 1);
  }

  /**
   * The free rows of a stretch that are nearest to a time on both sides, the
   * earliest emitted of those of one time.
   */
  *beside(stretch: Stretch, time: number): Generator<number> {
    const [first, end] = this.#bounds(stretch);
    const middle = this.#search((number) =>
      this.#against(number, stretch) || this.#past(number, time)
    );
    const before = this.#freeBefore(middle - 1, first);
    if (before !== null) {
      const sameTime = this.#kept.time(this.#numbers[before] as number);
      const from = this.#search((number) =>
        this.#against(number, stretch) || this.#kept.time(number) - sameTime || 1
      );
      yield this.#numbers[this.#freeAfter(from, end) ?? before] as number;
    }
    const after = this.#numberAt(this.#freeAfter(middle, end));
    if (after !== null && this.#kept.time(after) !== Infinity) yield after;
  }

  /** The first free row of a stretch without a time, in a crowd arranged by time. */
  untimed(stretch: Stretch): number | null {
    const [, end] = this.#bounds(stretch);
    const from = this.#search((number) =>
      this.#against(number, stretch) || (this.#kept.time(number) === Infinity ? 1 : -1)
    );
    return this.#numberAt(this.#freeAfter(from, end));
  }

  /** The first free row of a stretch, in a crowd arranged by emission. */
  first(stretch: Stretch): number | null {
    const [first, end] = this.#bounds(stretch);
    return this.#numberAt(this.#freeAfter(first, end));
  }

  #numberAt(position: number | null): number | null {
    return position === null ? null : this.#numbers[position] as number;
  }

  /** First position of a stretch, and the one after its last. */
  #bounds(stretch: Stretch): [first: number, end: number] {
    return [
      this.#search((number) => this.#against(number, stretch) || 1),
      this.#search((number) => this.#against(number, stretch) || -1),
    ];
  }

  /** The first position whose row lies past what is looked for. */
  #search(compare: (number: number) => number): number {
    let [low, high] = [0, this.#numbers.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(this.#numbers[middle] as number) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Negative for a row whose time is not after the given one. */
  #past(number: number, time: number): number {
    return this.#kept.time(number) <= time ? -1 : 1;
  }

  #against(number: number, { scope, local, call }: Stretch): number {
    return this.#scopeOf(number) - scope || Number(this.#kept.local(number)) - Number(local) ||
      this.#callOf(number) - call;
  }

  #compare(a: number, b: number): number {
    const kept = this.#kept;
    const stretch = { scope: this.#scopeOf(b), local: kept.local(b), call: this.#callOf(b) };
    return this.#against(a, stretch) || this.#compareTimes(kept.time(a), kept.time(b)) ||
      compareEmission(a, b, kept);
  }

  #compareTimes(a: number, b: number): number {
    if (this.#arrangement.byTime) return a === b ? 0 : a - b;
    return Number(a === Infinity) - Number(b === Infinity);
  }

  #scopeOf(number: number): number {
    return this.#arrangement.scope(this.#kept.place(number));
  }

  #callOf(number: number): number {
    return this.#arrangement.byCall ? this.#kept.call(number) : 0;
  }

  /** True for a row of the group itself, and for one that has absorbed a row of it. */
  #isTaken(number: number): boolean {
    return this.#kept.group(number) === this.#group;
  }

  /** The free position at or after a position, null when there is none before `end`. */
  #freeAfter(position: number, end: number): number | null {
    const { length } = this.#numbers;
    let at = position;
    while (at < length && this.#isTaken(this.#numbers[at] as number)) {
      const next = this.#after[at] as number;
      at = next === at ? at + 1 : next;
    }
    shorten(this.#after, position, at);
    return at < end ? at : null;
  }

  /** The free position at or before a position, null when there is none from `first` on. */
  #freeBefore(position: number, first: number): number | null {
    let at = position;
    while (at >= 0 && this.#isTaken(this.#numbers[at] as number)) {
      const next = (this.#before[at] as number) - 1;
      at = next === at ? at - 1 : next;
    }
    shortenBack(this.#before, position, at);
    return at >= first ? at : null;
  }
}

/** Lets all that were walked over point at where the walk ended. */
function shorten(after: Uint32Array, from: number, to: number): void {
  for (let at = from; at < to;) {
    const next = after[at] as number;
    after[at] = to;
    at = next === at ? at + 1 : next;
  }
}

function shortenBack(before: Uint32Array, from: number, to: number): void {
  for (let at = from; at > to;) {
    const next = (before[at] as number) - 1;
    before[at] = to + 1;
    at = next === at ? at - 1 : next;
  }
}
