/**
 * When a secondary row repeats a row that is kept, and which one.
 *
 * @module
 */

import type { KeptRow, KeptRows, Says } from "./kept_rows.ts";
import type { Places, RowPlace } from "./places.ts";

/** A secondary row that looks for the row it repeats. */
export interface Candidate extends KeptRow {
  readonly says: Says;
  readonly at: RowPlace;
  /** How rows of its store find theirs. */
  readonly rule: PairingRule;
}

/**
 * `session`: by session and time. `cron`: with cron sessions only, in the wide
 * window. `project`: with any session of the same project.
 */
export type PairingRule = "session" | "cron" | "project";

const SECOND = 1_000_000;
/** Copies of one time, stored with different care. */
const NARROW = 2 * SECOND;
/** A local time without a zone lies within 14 hours of UTC. */
const WIDE = 14 * 3600 * SECOND + NARROW;

/**
 * The nearest row in time that says the same and is free, or null: timed before
 * untimed, ties to the earlier emitted.
 */
export function rowRepeated(candidate: Candidate, kept: KeptRows, places: Places): number | null {
  let best: number | null = null;
  let bestDistance = Infinity;
  for (const number of kept.saying(candidate.says)) {
    if (kept.group(number) === candidate.group) continue;
    const call = kept.call(number);
    if (call !== 0 && candidate.call !== 0 && call !== candidate.call) continue;
    const distance = distanceTo(number, candidate, kept);
    if (distance > bestDistance) continue;
    if (distance === bestDistance && best !== null && !emittedBefore(number, best, kept)) continue;
    if (!mayPair(number, { candidate, kept, places, timed: distance < UNTIMED })) continue;
    best = number;
    bestDistance = distance;
  }
  return best;
}

/** Further than any two times that may pair. */
const UNTIMED = 2 * WIDE;

/** How far two rows are apart, or {@linkcode UNTIMED}, or Infinity when their times forbid it. */
function distanceTo(number: number, candidate: Candidate, kept: KeptRows): number {
  const time = kept.time(number);
  if (time === Infinity || candidate.time === Infinity) return UNTIMED;
  const wide = candidate.rule === "cron" || candidate.local || kept.local(number);
  const apart = Math.abs(time - candidate.time);
  return apart <= (wide ? WIDE : NARROW) ? apart : Infinity;
}

function mayPair(
  number: number,
  given: { candidate: Candidate; kept: KeptRows; places: Places; timed: boolean },
): boolean {
  const { candidate, kept, places, timed } = given;
  const place = places.at(kept.place(number));
  const { at, rule } = candidate;
  if (rule === "project") return at.project !== null && place.project === at.project;
  if (place.home !== at.home) return false;
  const sameSession = place.session === at.session;
  if (!timed) return sameSession;
  if (sameSession) return true;
  if (place.session !== null && at.session !== null) return false;
  return rule !== "cron" || places.isCron(place);
}

/** Rows of one table are emitted by their line; otherwise as they were kept. */
function emittedBefore(a: number, b: number, kept: KeptRows): boolean {
  const lineA = kept.line(a);
  const lineB = kept.line(b);
  if (lineA === null || lineB === null || kept.time(a) === kept.time(b)) return a < b;
  return lineA === lineB ? a < b : lineA < lineB;
}
