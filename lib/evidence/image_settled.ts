/**
 * Reading what may be written to meanwhile, until it stood still.
 *
 * @module
 */

import { EvidenceError } from "./errors.ts";
import type { EvidenceFile } from "./file.ts";
import { type Stamp, stampOf, whatChanged, type WhatWasRead } from "./image_stamp.ts";
import { closeUnit, openUnit, requireHeader, type Unit } from "./image_survey.ts";

/** As much of a survey as tells whether the files stood still. */
export interface Surveyed {
  /** True when the main file alone is the database. */
  readonly mainAlone: boolean;
  /** Null when there is no such file. */
  readonly wal: { readonly identity: string } | null;
  /** Null when there is no such file. */
  readonly journal: { readonly identity: string | null } | null;
}

/** One attempt: what was made, by which survey, and how to take it back. */
export interface Attempt<Made> {
  readonly survey: Surveyed;
  readonly made: Made;
  discard(): void;
}

/** Reads again this often when a live database changes under us. */
const RETRIES = 5;
/** Wait before the first retry, in milliseconds; doubled each time. */
const FIRST_PAUSE = 10;

/**
 * Repeats an attempt until the files stood still during it.
 *
 * @throws {EvidenceError} `not-this-format`, `unreadable`, `changed`
 */
export function settled<Made>(
  file: EvidenceFile,
  options: { readonly withoutWal: boolean },
  attempt: (unit: Unit, before: Stamp) => Attempt<Made>,
): Made {
  let last: EvidenceError | null = null;
  for (let tries = 0; tries <= RETRIES; tries++) {
    if (tries > 0) pause(FIRST_PAUSE * 2 ** (tries - 1));
    requireHeader(file);
    try {
      return tried(file, options, attempt);
    } catch (error) {
      if (!isPassing(error, file)) throw error;
      last = isStillRefused(error, file) ? error : changedBeside(file, error);
    }
  }
  if (last?.fault !== "changed") throw last;
  const message = `Kept changing while it was read, ${RETRIES + 1} times: ${last.message}`;
  throw new EvidenceError("changed", file.path, message);
}

/** A companion that cannot be read may only have gone before it was opened. */
function isPassing(error: unknown, file: EvidenceFile): error is EvidenceError {
  if (!(error instanceof EvidenceError)) return false;
  return error.fault === "changed" || error.fault === "unreadable" && error.path !== file.path;
}

/** True for a fault that is there yet; one that is not shows that its file came or went. */
function isStillRefused(error: EvidenceError, file: EvidenceFile): boolean {
  if (error.fault === "changed" || !error.path.startsWith(file.path)) return true;
  try {
    const companion = file.companion(error.path.slice(file.path.length));
    try {
      companion?.read(0, 1);
    } finally {
      companion?.close();
    }
    return false;
  } catch (again) {
    if (!(again instanceof EvidenceError)) throw again;
    return true;
  }
}

function changedBeside(file: EvidenceFile, error: EvidenceError): EvidenceError {
  return new EvidenceError("changed", file.path, `${error.path} came or went`);
}

/** One attempt; throws `changed` with the reason alone. */
function tried<Made>(
  file: EvidenceFile,
  options: { readonly withoutWal: boolean },
  attempt: (unit: Unit, before: Stamp) => Attempt<Made>,
): Made {
  // Before the companions are looked for: one that comes later has to show.
  const before = stampOf(file);
  const unit = openUnit(file, options.withoutWal);
  let done: Attempt<Made> | null = null;
  try {
    done = attempt(unit, before);
    requireUnchanged(before, unit, whatWasRead(done.survey));
    return done.made;
  } catch (error) {
    done?.discard();
    // Half-overwritten files fail in any way; only files that stood still mean it.
    if (done === null) requireUnchanged(before, unit, { alone: true });
    throw error;
  } finally {
    closeUnit(unit);
  }
}

function whatWasRead(survey: Surveyed): Omit<WhatWasRead, "withoutWal"> {
  const { mainAlone, wal, journal } = survey;
  return { alone: mainAlone, wal: wal?.identity ?? "", journal: journal?.identity ?? null };
}

function requireUnchanged(
  before: Stamp,
  unit: Unit,
  read: Omit<WhatWasRead, "withoutWal">,
): void {
  if (unit.main.inPlace?.stable) return;
  const { withoutWal } = unit;
  const changed = whatChanged(before, stampOf(unit.main), { ...read, withoutWal });
  if (changed !== null) throw new EvidenceError("changed", unit.main.path, changed);
}

function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
