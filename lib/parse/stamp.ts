/**
 * Puts on a row whose it is and where it came from, and reads host-local times
 * by the zone the examiner names.
 *
 * @module
 */

import type { HostZone } from "../row/host_time.ts";
import type { Row } from "../row/row.ts";
import type { StampedRow } from "../row/stamped.ts";
import { isTrouble, troubleRow } from "../row/trouble.ts";
import type { Told } from "../stores/reader.ts";
import type { Source } from "./source.ts";

/** The agent whose stores these are. */
export const AGENT = "hermes";

/** What a run adds to every row. */
export interface StampOptions {
  /** Zone of the examined host, or null to leave host-local times as they are. */
  readonly hostZone: HostZone | null;
  /** True when WALs are left out: every row says so. */
  readonly mainFileOnly: boolean;
}

/** A row as the timeline prints it, and whether its time was host-local. */
export interface Stamped {
  readonly row: StampedRow;
  readonly wasLocal: boolean;
}

/** Stamps what a reader told. */
export function stamp(told: Told, source: Source, options: StampOptions): Stamped {
  const row = isTrouble(told) ? troubleRow(told) : told;
  const wasLocal = row.basis === "host-local";
  const noted = options.mainFileOnly ? { ...row, notes: withNote(row.notes, MAIN_FILE_ONLY) } : row;
  const timed = wasLocal && options.hostZone !== null ? toUtc(noted, options.hostZone) : noted;
  const { host, user, profile } = source.owner;
  return {
    wasLocal,
    row: {
      ...timed,
      // An empty id is none: such a row repeats what any session of its home holds.
      sessionId: timed.sessionId || null,
      host,
      agent: AGENT,
      user,
      profile,
      sourceFile: source.sourceFile,
      sourceKind: source.kind,
    },
  };
}

const MAIN_FILE_ONLY = "main file only";
const AMBIGUOUS = "ambiguous local time";

/** These notes come after all that a reader can give, but for the doubt about a stored time. */
function withNote(notes: readonly string[], note: string): readonly string[] {
  const at = notes.findIndex((other) => other.startsWith("timestamp as stored: "));
  return at < 0 ? [...notes, note] : [...notes.slice(0, at), note, ...notes.slice(at)];
}

function toUtc(row: Row, zone: HostZone): Row {
  if (row.time === null) return row;
  const { time, ambiguous } = zone.toUtc(row.time);
  const notes = ambiguous ? withNote(row.notes, AMBIGUOUS) : row.notes;
  return { ...row, time, basis: "utc", notes };
}
