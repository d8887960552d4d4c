/**
 * When a secondary row repeats a row that is kept, and which one.
 *
 * @module
 */

import { type Arrangement, compareEmission, Crowd, type Stretch } from "./crowd.ts";
import type { KeptRow, KeptRows, Says } from "./kept_rows.ts";
import type { Places } from "./places.ts";

/** A secondary row that looks for the row it repeats. */
export interface Candidate extends KeptRow {
  readonly says: Says;
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
/** Further than any two times that may pair. */
const UNTIMED = 2 * WIDE;
/** Further still: a candidate without a time takes a timed row first. */
const BOTH_UNTIMED = 2 * UNTIMED;

/** This many rows that say the same are looked at one by one. */
const FEW = 32;

/** What rows are told apart by when they are many. */
type Scope = "session" | "home" | "cron" | "project";

/** Finds the rows that secondary rows repeat. */
export class TwinFinder {
  readonly #kept: KeptRows;
  readonly #places: Places;
  readonly #few: number;
  /** Crowds by what their rows say and how they are arranged. */
  readonly #crowds = new Map<string, Crowd>();
  #group = 0;

  /** @param few How many rows are still looked at one by one; only speed depends on it */
  constructor(kept: KeptRows, places: Places, few: number = FEW) {
    this.#kept = kept;
    this.#places = places;
    this.#few = few;
  }

  /**
   * The nearest row in time that says the same and is free, or null: timed before
   * untimed, ties to the earlier emitted.
   */
  twinOf(candidate: Candidate): number | null {
    const best = new Best(candidate, this.#kept);
    let seen = 0;
    for (const number of this.#kept.saying(candidate.says)) {
      if (++seen > this.#few) return this.#twinInCrowd(candidate);
      if (this.#mayPair(number, candidate)) best.offer(number);
    }
    return best.number;
  }

  #mayPair(number: number, candidate: Candidate): boolean {
    const [kept, places] = [this.#kept, this.#places];
    if (kept.group(number) === candidate.group) return false;
    const call = kept.call(number);
    if (call !== 0 && candidate.call !== 0 && call !== candidate.call) return false;
    const [place, own] = [kept.place(number), candidate.place];
    if (candidate.rule === "project") {
      return places.project(own) !== -1 && places.project(place) === places.project(own);
    }
    if (places.session(place) === places.session(own)) return true;
    if (places.home(place) !== places.home(own)) return false;
    const timed = kept.time(number) !== Infinity && candidate.time !== Infinity;
    if (!timed || (places.hasSession(place) && places.hasSession(own))) return false;
    return candidate.rule !== "cron" || places.isCron(place);
  }

  #twinInCrowd(candidate: Candidate): number | null {
    const best = new Best(candidate, this.#kept);
    for (const { scope, number, timedOnly } of this.#scopesOf(candidate)) {
      const timed = candidate.time !== Infinity;
      if (!timed && timedOnly) continue;
      const crowd = this.#crowd(candidate, { scope, byTime: timed });
      for (const stretch of stretchesOf(candidate, number)) {
        if (!timed) best.offer(crowd.first(stretch));
        else {
          for (const near of crowd.beside(stretch, candidate.time)) best.offer(near);
          if (!timedOnly) best.offer(crowd.untimed(stretch));
        }
      }
    }
    return best.number;
  }

  /** Where twins of a candidate may stand: the conditions of `#mayPair`, turned round. */
  *#scopesOf(
    { rule, place }: Candidate,
  ): Generator<{ scope: Scope; number: number; timedOnly: boolean }> {
    const places = this.#places;
    if (rule === "project") {
      const number = places.project(place);
      if (number !== -1) yield { scope: "project", number, timedOnly: false };
      return;
    }
    yield { scope: "session", number: places.session(place), timedOnly: false };
    const home = { number: places.home(place), timedOnly: true };
    if (!places.hasSession(place)) yield { scope: rule === "cron" ? "cron" : "home", ...home };
    else if (rule !== "cron") {
      yield { scope: "session", number: places.sessionless(place), timedOnly: true };
    }
  }

  #crowd(candidate: Candidate, how: { scope: Scope; byTime: boolean }): Crowd {
    if (this.#group !== candidate.group) {
      this.#crowds.clear();
      this.#group = candidate.group;
    }
    const byCall = candidate.call !== 0;
    const key = `${candidate.says} ${how.scope} ${how.byTime} ${byCall}`;
    const known = this.#crowds.get(key);
    if (known !== undefined) return known;
    const arrangement = { scope: this.#scope(how.scope), byTime: how.byTime, byCall };
    const options = { kept: this.#kept, group: candidate.group, arrangement };
    const crowd = new Crowd(this.#kept.saying(candidate.says), options);
    this.#crowds.set(key, crowd);
    return crowd;
  }

  #scope(scope: Scope): Arrangement["scope"] {
    const places = this.#places;
    switch (scope) {
      case "session":
        return (place) => places.session(place);
      case "home":
        return (place) => places.home(place);
      case "cron":
        return (place) => places.isCron(place) ? places.home(place) : -1;
      case "project":
        return (place) => places.project(place);
    }
  }
}

/** Rows with the candidate's call, and those that have none, under either kind of clock. */
function stretchesOf({ call }: Candidate, scope: number): Stretch[] {
  const calls = call === 0 ? [0] : [call, 0];
  return calls.flatMap((call) => [false, true].map((local) => ({ scope, local, call })));
}

/** The best twin so far. */
class Best {
  number: number | null = null;
  #distance = Infinity;
  readonly #candidate: Candidate;
  readonly #kept: KeptRows;

  constructor(candidate: Candidate, kept: KeptRows) {
    this.#candidate = candidate;
    this.#kept = kept;
  }

  offer(number: number | null): void {
    if (number === null) return;
    const distance = distanceTo(number, this.#candidate, this.#kept);
    if (distance === Infinity || distance > this.#distance) return;
    const isTie = distance === this.#distance && this.number !== null;
    if (isTie && compareEmission(number, this.number as number, this.#kept) >= 0) return;
    this.number = number;
    this.#distance = distance;
  }
}

/** How far two rows are apart, {@linkcode UNTIMED} or more, or Infinity when times forbid it. */
function distanceTo(number: number, candidate: Candidate, kept: KeptRows): number {
  const time = kept.time(number);
  if (time === Infinity && candidate.time === Infinity) return BOTH_UNTIMED;
  if (time === Infinity || candidate.time === Infinity) return UNTIMED;
  const wide = candidate.rule === "cron" || candidate.local || kept.local(number);
  const apart = Math.abs(time - candidate.time);
  return apart <= (wide ? WIDE : NARROW) ? apart : Infinity;
}
