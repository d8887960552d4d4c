/**
 * Which of the messages left over are the same message: a multiset, paired one
 * to one, the closest likeness first.
 *
 * @module
 */

import { DETAILS, DIGEST, IDENTITY, type Leftovers, STATE, UID } from "./leftovers.ts";

/** Two positions that are one message; no message is in two pairs. */
export interface Pair {
  readonly older: number;
  readonly newer: number;
}

/** What came of the pairing; positions ascend. */
export interface Pairing {
  readonly pairs: readonly Pair[];
  readonly removed: Uint32Array;
  readonly added: Uint32Array;
}

/** Pairs what is left over of both sides. */
export function pairMessages(older: Leftovers, newer: Leftovers): Pairing {
  let left: Left = { older: positions(older), newer: positions(newer) };
  const pairs: Pair[] = [];
  for (const likeness of LIKENESSES) {
    if (left.older.length === 0 || left.newer.length === 0) break;
    left = pairAlike({ older, newer }, left, { ...likeness, pairs });
  }
  pairs.sort((a, b) => a.older - b.older);
  return { pairs, removed: left.older.sort(), added: left.newer.sort() };
}

/** A rule by which two messages are one. */
interface Likeness {
  /** Words that must be equal. */
  readonly words: readonly number[];
  /** Only messages that have an id of their own. */
  readonly needsUid?: true;
}

const digest = (from: number): number[] => Array.from({ length: DIGEST }, (_, at) => from + at);

/**
 * Twins of one state come first, so that a copy is never taken for a change of
 * the original. A message id counts before words: it outlives an edit.
 */
const LIKENESSES: readonly Likeness[] = [
  { words: [...digest(IDENTITY), ...digest(UID), STATE, ...digest(DETAILS)] },
  { words: [...digest(IDENTITY), ...digest(UID), STATE] },
  { words: [...digest(IDENTITY), ...digest(UID)] },
  { words: [...digest(UID), STATE], needsUid: true },
  { words: digest(UID), needsUid: true },
  { words: [...digest(IDENTITY), STATE] },
  { words: digest(IDENTITY) },
];

interface Left {
  readonly older: Uint32Array;
  readonly newer: Uint32Array;
}

type Sides = { readonly older: Leftovers; readonly newer: Leftovers };

/** Pairs by one rule, in the order of rows, and gives what is left then. */
function pairAlike(sides: Sides, left: Left, rule: Likeness & { pairs: Pair[] }): Left {
  const olderIn = sorted(sides.older, left.older, rule.words);
  const newerIn = sorted(sides.newer, left.newer, rule.words);
  const olderLeft: number[] = [];
  const newerLeft: number[] = [];
  let [a, b] = [0, 0];
  while (a < olderIn.length && b < newerIn.length) {
    const older = olderIn[a] as number;
    const newer = newerIn[b] as number;
    const order = compare(
      { of: sides.older, at: older },
      { of: sides.newer, at: newer },
      rule.words,
    );
    const pairs = order === 0 && (!rule.needsUid || sides.older.hasUid(older));
    if (pairs) rule.pairs.push({ older, newer });
    if (order <= 0) {
      if (!pairs) olderLeft.push(older);
      a++;
    }
    if (order >= 0) {
      if (!pairs) newerLeft.push(newer);
      b++;
    }
  }
  return {
    older: Uint32Array.from([...olderLeft, ...olderIn.subarray(a)]),
    newer: Uint32Array.from([...newerLeft, ...newerIn.subarray(b)]),
  };
}

function positions(leftovers: Leftovers): Uint32Array {
  return Uint32Array.from({ length: leftovers.length }, (_, at) => at);
}

function sorted(of: Leftovers, left: Uint32Array, words: readonly number[]): Uint32Array {
  return left.sort((a, b) => {
    for (const word of words) {
      const order = of.word(a, word) - of.word(b, word);
      if (order !== 0) return order;
    }
    return a - b;
  });
}

interface Place {
  readonly of: Leftovers;
  readonly at: number;
}

function compare(a: Place, b: Place, words: readonly number[]): number {
  for (const word of words) {
    const order = a.of.word(a.at, word) - b.of.word(b.at, word);
    if (order !== 0) return order;
  }
  return 0;
}
