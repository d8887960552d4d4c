/**
 * Times that an examiner types.
 *
 * @module
 */

import type { Micros } from "../lib/row/row.ts";
import { parseUtcStamp } from "../lib/row/time.ts";
import { type Call, textOption, UsageError } from "./command.ts";

const FORM =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?)?(Z|[+-]\d\d:?\d\d)?$/;

/**
 * A UTC time such as `2026-10-29`, `2026-10-29T09:30:16Z` or with an offset.
 *
 * @throws {UsageError} When it is no such time
 */
export function momentOption(call: Call, name: string): Micros | null {
  const given = textOption(call, name);
  if (given === null) return null;
  const match = FORM.exec(given.trim());
  const time = match === null ? null : momentOf(match);
  if (time === null) {
    throw new UsageError(
      `Cannot read --${name} ${given}: expected a UTC time such as 2026-10-29T09:30:16Z`,
    );
  }
  return time;
}

function momentOf(match: RegExpExecArray): Micros | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(
    (part) => Number(part ?? 0),
  );
  const micros = Number((match[7] ?? "").padEnd(6, "0"));
  const local = parseUtcStamp(year, month, day, hour, minute, second, micros);
  return local === null ? null : local - offsetMicros(match[8] ?? "Z");
}

function offsetMicros(zone: string): Micros {
  if (zone === "Z") return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return (zone.startsWith("-") ? -1 : 1) * minutes * 60_000_000;
}
