/**
 * The rows that stand in the timeline, as far as finding their duplicates needs
 * them: about 60 bytes a row, whatever the row says.
 *
 * @module
 */

import { hash } from "node:crypto";
import { doubles, words } from "../evidence/growing.ts";
import { type Turn, TURNS } from "../row/row.ts";

/** 128 bits that stand for what a row says; nobody can forge two rows to share them. */
export type Says = readonly [number, number, number, number];

/** The four words of a text's SHA-256. */
export function saysOf(text: string): Says {
  const digest = hash("sha256", text, "buffer");
  return [
    digest.readUInt32LE(0),
    digest.readUInt32LE(4),
    digest.readUInt32LE(8),
    digest.readUInt32LE(12),
  ];
}

/** What is kept of one row. */
export interface KeptRow {
  /** Microseconds; Infinity for a row without a time. */
  readonly time: number;
  /** Number of its place in the run's table of places. */
  readonly place: number;
  /** A short stand-in for its tool call's id; 0 for none. */
  readonly call: number;
  /** Its line in its file. */
  readonly line: number | bigint | null;
  readonly turn: Turn;
  /** True when its time was host-local, before any conversion. */
  readonly local: boolean;
  /** True when its source was read by time, not in the order emitted. */
  readonly byTime: boolean;
  /** Number of the group of sources it comes from. */
  readonly group: number;
}

/** Two flags and the turn stand below the number of a row's place. */
const LOCAL = 1;
const BY_TIME = 2;
const TURN = 4;
const PLACE = 32;

/** All kept rows of a run, numbered in the order kept. */
export class KeptRows {
  length = 0;
  readonly #says = [words(), words(), words(), words()] as const;
  readonly #next = words();
  readonly #times = doubles();
  readonly #lines = doubles();
  /** Lines that a double cannot hold. */
  readonly #wideLines = new Map<number, bigint>();
  readonly #places = words();
  readonly #calls = words();
  readonly #groups = words();
  /** Open addressing: number of the first row of a chain plus 1; 0 for a free slot. */
  #slots = new Uint32Array(1 << 12);
  #chains = 0;

  /** Keeps a row; its number is what the row is called from now on. */
  add(says: Says, row: KeptRow): number {
    const number = this.length++;
    for (const [i, column] of this.#says.entries()) column.set(number, says[i] as number);
    this.#times.set(number, row.time);
    if (typeof row.line === "bigint") this.#wideLines.set(number, row.line);
    this.#lines.set(number, typeof row.line === "number" ? row.line : NaN);
    const flags = (row.local ? LOCAL : 0) + (row.byTime ? BY_TIME : 0) +
      TURNS.indexOf(row.turn) * TURN;
    this.#places.set(number, row.place * PLACE + flags);
    this.#calls.set(number, row.call);
    this.#groups.set(number, row.group);
    this.#link(number);
    return number;
  }

  /** The rows that say the same, in no particular order. */
  *saying(says: Says): Generator<number> {
    let entry = this.#slots[this.#slotOf(says)] as number;
    while (entry !== 0) {
      yield entry - 1;
      entry = this.#next.get(entry - 1);
    }
  }

  /** Microseconds; Infinity for a row without a time. */
  time(number: number): number {
    return this.#times.get(number);
  }

  /** The row's line. */
  line(number: number): number | bigint | null {
    const line = this.#lines.get(number);
    return Number.isNaN(line) ? this.#wideLines.get(number) ?? null : line;
  }

  /** Number of the row's place. */
  place(number: number): number {
    return Math.floor(this.#places.get(number) / PLACE);
  }

  /** Whose turn the row is. */
  turn(number: number): Turn {
    return TURNS[(this.#places.get(number) % PLACE) >>> 2] as Turn;
  }

  /** What the row says, as it was kept. */
  says(number: number): Says {
    const [a, b, c, d] = this.#says;
    return [a.get(number), b.get(number), c.get(number), d.get(number)];
  }

  /** True when the row's time was host-local. */
  local(number: number): boolean {
    return (this.#places.get(number) & LOCAL) !== 0;
  }

  /** True when the row's source was read by time. */
  byTime(number: number): boolean {
    return (this.#places.get(number) & BY_TIME) !== 0;
  }

  /** The stand-in for its tool call's id; 0 for none. */
  call(number: number): number {
    return this.#calls.get(number);
  }

  /** The last group that the row absorbed a duplicate of, at first its own. */
  group(number: number): number {
    return this.#groups.get(number);
  }

  /** Notes that the row has absorbed a duplicate of a group. */
  absorb(number: number, group: number): void {
    this.#groups.set(number, group);
  }

  #link(number: number): void {
    if (this.#chains * 4 >= this.#slots.length * 3) this.#grow();
    const slot = this.#slotOf(this.says(number));
    const first = this.#slots[slot] as number;
    if (first === 0) this.#chains++;
    this.#next.set(number, first);
    this.#slots[slot] = number + 1;
  }

  /** The slot of a chain, or the free slot where it would begin. */
  #slotOf(says: Says): number {
    const mask = this.#slots.length - 1;
    for (let slot = says[0] & mask;; slot = (slot + 1) & mask) {
      const entry = this.#slots[slot] as number;
      if (entry === 0 || this.#same(entry - 1, says)) return slot;
    }
  }

  #same(number: number, says: Says): boolean {
    const [a, b, c, d] = this.#says;
    return a.get(number) === says[0] && b.get(number) === says[1] &&
      c.get(number) === says[2] && d.get(number) === says[3];
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Uint32Array(old.length * 2);
    for (const entry of old) {
      if (entry !== 0) this.#slots[this.#slotOf(this.says(entry - 1))] = entry;
    }
  }
}
