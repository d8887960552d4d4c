/**
 * The one sort order of the timeline, and of names in it.
 *
 * @module
 */

import type { Micros } from "./row.ts";

/** Where a row stands: everything the order looks at. */
export interface Ranked {
  readonly time: Micros | null;
  /** Place of the row's store in the order of stores; snapshots count oldest first. */
  readonly storeOrder: number;
  /** Place of the source file among the run's files, sorted by code points. */
  readonly pathRank: number;
  /** Place in the order in which the reader emitted the file's rows. */
  readonly emission: number;
}

/** Compares two rows: by time, store, path and emission; those without a time come last. */
export function compareRanked(a: Ranked, b: Ranked): number {
  if (a.time !== b.time) {
    if (a.time === null) return 1;
    if (b.time === null) return -1;
    return a.time - b.time;
  }
  return a.storeOrder - b.storeOrder || a.pathRank - b.pathRank || a.emission - b.emission;
}

/**
 * Compares two texts by their code points, as every sorted list here does. The
 * language's own comparison goes by UTF-16 units and puts U+FFFD after emoji.
 */
export function compareCodePoints(a: string, b: string): number {
  for (let at = 0;;) {
    const left = a.codePointAt(at) ?? -1;
    const right = b.codePointAt(at) ?? -1;
    if (left !== right) return left - right;
    if (left === -1) return 0;
    at += left > 0xffff ? 2 : 1;
  }
}
