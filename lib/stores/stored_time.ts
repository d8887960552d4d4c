/**
 * Times as the stores hold them, with the note on a time that cannot be trusted.
 *
 * @module
 */

import type { SqlValue } from "../evidence/columns.ts";
import type { EvidenceFile } from "../evidence/file.ts";
import { compactJson, type Json, JsonNumber } from "../evidence/json.ts";
import type { Basis, Micros } from "../row/row.ts";
import { nanosToMicros, parseUtcStamp, storedTimeNote, trustedMicros } from "../row/time.ts";

/** A row's time, its basis, and at most one note that keeps an untrusted value. */
export interface StoredTime {
  readonly time: Micros | null;
  readonly basis: Basis | null;
  readonly notes: readonly string[];
}

/** No time was stored. */
export const NO_TIME: StoredTime = { time: null, basis: null, notes: [] };

/** A column that should hold epoch seconds, UTC. */
export function columnTime(stored: SqlValue): StoredTime {
  const time = trustedMicros(stored);
  return time === null ? untimed(stored) : { time, basis: "utc", notes: [] };
}

/** A JSON value that should be epoch seconds, UTC. */
export function epochTime(value: Json | undefined): StoredTime {
  return columnTime(plain(value));
}

/** A written date and time of day, cut into its parts; see {@linkcode parseUtcStamp}. */
export interface WrittenTime {
  /** Year, month, day, hour, minute, second as digits. */
  readonly parts: readonly string[];
  /** Digits after the decimal point, at most six; empty for none. */
  readonly fraction: string;
  readonly basis: Basis;
}

/**
 * A written time that was matched by the store's own pattern.
 *
 * @param stored The text it stood in, for the note when there is no such moment
 * @param written Null when the text does not have the store's form
 */
export function writtenTime(stored: string, written: WrittenTime | null): StoredTime {
  if (written === null) return untimed(stored);
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = written.parts
    .map(Number);
  const micros = Number(written.fraction.padEnd(6, "0"));
  const time = parseUtcStamp(year, month, day, hour, minute, second, micros);
  return time === null ? untimed(stored) : { time, basis: written.basis, notes: [] };
}

/** When the file was last written: all that a settings file tells of its entries. */
export function fileTime(file: EvidenceFile): StoredTime {
  const nanos = file.facts.mtimeNs;
  const time = nanosToMicros(nanos);
  return time === null ? untimed(Number(nanos) / 1e9) : { time, basis: "file-mtime", notes: [] };
}

function untimed(stored: SqlValue): StoredTime {
  const note = storedTimeNote(stored);
  return { time: null, basis: null, notes: note === null ? [] : [note] };
}

function plain(value: Json | undefined): null | number | string {
  if (value === undefined || value === null) return null;
  if (typeof value === "number" || typeof value === "string") return value;
  return value instanceof JsonNumber ? Number(value.token) : compactJson(value);
}
