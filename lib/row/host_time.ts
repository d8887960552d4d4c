/**
 * Local times of the examined host, turned into UTC by its zone's history. The
 * only module that uses `Intl`, with everything fixed that a locale could change.
 *
 * @module
 */

import type { Micros } from "./row.ts";

/** What a local time means in UTC. */
export interface HostMoment {
  readonly time: Micros;
  /** True when the clock showed this local time twice; `time` is the earlier of the two. */
  readonly ambiguous: boolean;
}

/** A time zone of the examined host. */
export interface HostZone {
  /** The zone's IANA name, as given. */
  readonly name: string;
  /**
   * @param localMicros A local time written as if it were UTC
   * @returns Inside the gap of a clock change, the reading by the offset before it
   */
  toUtc(localMicros: Micros): HostMoment;
}

/**
 * The zone of that name.
 *
 * @throws {RangeError} When the name is none of the IANA time zones
 */
export function zoneOf(name: string): HostZone {
  const offsets = new ZoneOffsets(clockOf(name));
  return {
    name,
    toUtc(localMicros: Micros): HostMoment {
      const second = Math.floor(localMicros / SECOND);
      const reading = readLocal(offsets, second);
      return { ...reading, time: reading.time * SECOND + (localMicros - second * SECOND) };
    },
  };
}

const SECOND = 1_000_000;
const HOUR = 3600;
const DAY = 24 * HOUR;

/** Seconds since 1970, UTC. */
interface LocalReading {
  readonly time: number;
  readonly ambiguous: boolean;
}

/** A day before and a day after bracket every clock change that can touch a local second. */
function readLocal(offsets: ZoneOffsets, local: number): LocalReading {
  const before = offsets.at(local - DAY);
  const after = offsets.at(local + DAY);
  const byBefore = local - before;
  const byAfter = local - after;
  const beforeHolds = offsets.at(byBefore) === before;
  const afterHolds = offsets.at(byAfter) === after;
  if (before !== after && beforeHolds && afterHolds) {
    return { time: Math.min(byBefore, byAfter), ambiguous: true };
  }
  return { time: afterHolds && !beforeHolds ? byAfter : byBefore, ambiguous: false };
}

/** Seconds that a zone is ahead of UTC. Asking `Intl` is slow: hours without a change are kept. */
class ZoneOffsets {
  readonly #atHour = new Map<number, number>();

  constructor(readonly clock: Intl.DateTimeFormat) {}

  /** @param second Seconds since 1970, UTC */
  at(second: number): number {
    const hour = Math.floor(second / HOUR);
    const offset = this.#atFullHour(hour);
    // Some zones changed their clocks a minute past the hour.
    return offset === this.#atFullHour(hour + 1) ? offset : offsetAt(this.clock, second);
  }

  #atFullHour(hour: number): number {
    const known = this.#atHour.get(hour);
    if (known !== undefined) return known;
    const offset = offsetAt(this.clock, hour * HOUR);
    this.#atHour.set(hour, offset);
    return offset;
  }
}

function offsetAt(clock: Intl.DateTimeFormat, second: number): number {
  const shown = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 };
  for (const { type, value } of clock.formatToParts(second * 1000)) {
    if (type in shown) shown[type as keyof typeof shown] = Number(value);
  }
  const { year, month, day, hour, minute } = shown;
  return Date.UTC(year, month - 1, day, hour, minute, shown.second) / 1000 - second;
}

function clockOf(name: string): Intl.DateTimeFormat {
  // Runtimes differ in whether they take a bare offset, which has no history anyway.
  if (!/^[A-Za-z]/.test(name)) throw unknownZone(name);
  try {
    return new Intl.DateTimeFormat("en-US", {
      timeZone: name,
      calendar: "gregory",
      numberingSystem: "latn",
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
  } catch {
    throw unknownZone(name);
  }
}

function unknownZone(name: string): RangeError {
  return new RangeError(
    `Unknown time zone "${name}": expected an IANA name such as Europe/Berlin`,
  );
}
