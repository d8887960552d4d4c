/**
 * Copies a database with what belongs to it as one unit: what is copied is one
 * state of the database, or said not to be.
 *
 * @module
 */

import { EvidenceError } from "../evidence/errors.ts";
import type { EvidenceFile, FileFacts } from "../evidence/file.ts";
import { type Attempt, settled } from "../evidence/image_settled.ts";
import type { Unit } from "../evidence/image_survey.ts";
import { JOURNAL_HEADER_SIZE, journalIdentity } from "../evidence/journal.ts";
import { headerIdentity, WAL_HEADER_SIZE } from "../evidence/wal_header.ts";
import { OutputError } from "../row/output_error.ts";
import type { Copied } from "./copy.ts";

/** One file of a unit, copied. */
export interface UnitPart {
  readonly before: FileFacts;
  readonly after: FileFacts | null;
  readonly copied: Copied;
  /** Takes the copy back. */
  discard(): void;
}

/** Copies one file of the unit; nothing of it stays when it throws. */
export type CopyPart = (file: EvidenceFile) => UnitPart;

/** A unit, copied. */
export interface UnitCopy {
  readonly parts: readonly UnitPart[];
  /** Why the copies may not be one state; null when they are. */
  readonly changed: string | null;
  /** Files beside it that could not be read, and why. */
  readonly refused: ReadonlyMap<string, string>;
}

/**
 * Copies the main file, then its log, its journal and the rest, until the files
 * stood still, at most six times. After the last try its copies stay.
 *
 * @param others Suffixes of further files that belong to the main one
 * @throws {EvidenceError} `unreadable` for the main file, `not-this-format` when it is no database
 * @throws {OutputError}
 */
export function copyUnit(
  main: EvidenceFile,
  others: readonly string[],
  copy: CopyPart,
): UnitCopy {
  let state: Tried = NOTHING_TRIED;
  const attempt = (unit: Unit): Attempt<UnitPart[]> => {
    if (state.lost !== null) throw state.lost;
    discard(state.parts);
    state = tried(unit, others, copy);
    if (state.lost !== null) throw state.lost;
    if (state.fault !== null) throw state.fault;
    const { parts } = state;
    return { survey: surveyOf(parts, main.path), made: parts, discard: () => {} };
  };
  try {
    settled(main, { withoutWal: false }, attempt);
    return { parts: state.parts, changed: null, refused: state.refused };
  } catch (error) {
    if (state.lost !== null) throw state.lost;
    const kept = error instanceof EvidenceError && error.fault === "changed" &&
      state.parts.length > 0;
    if (!kept) {
      discard(state.parts);
      throw error;
    }
    return { parts: state.parts, changed: error.message, refused: state.refused };
  }
}

interface Tried {
  readonly parts: UnitPart[];
  readonly refused: ReadonlyMap<string, string>;
  /** The target failed: no further try helps. */
  readonly lost: OutputError | null;
  readonly fault: unknown;
}

const NOTHING_TRIED: Tried = { parts: [], refused: new Map(), lost: null, fault: null };

/** In the order of the rule: main file, log, journal; what is not needed comes last. */
function tried(unit: Unit, others: readonly string[], copy: CopyPart): Tried {
  const parts: UnitPart[] = [];
  const refused = new Map<string, string>();
  try {
    parts.push(copy(unit.main));
    if (unit.wal !== null) parts.push(copy(unit.wal));
    if (unit.journal !== null) parts.push(copy(unit.journal));
    for (const suffix of others) copyOther(unit.main, suffix, { parts, refused, copy });
    return { parts, refused, lost: null, fault: null };
  } catch (fault) {
    discard(parts);
    return { parts: [], refused, lost: fault instanceof OutputError ? fault : null, fault };
  }
}

/** `-shm` and the like: copied when they can be read, and never needed. */
function copyOther(
  main: EvidenceFile,
  suffix: string,
  into: { parts: UnitPart[]; refused: Map<string, string>; copy: CopyPart },
): void {
  try {
    const other = main.companion(suffix);
    if (other === null) return;
    try {
      into.parts.push(into.copy(other));
    } finally {
      other.close();
    }
  } catch (error) {
    if (!(error instanceof EvidenceError)) throw error;
    into.refused.set(main.path + suffix, error.message);
  }
}

/** The same rule by which a database is opened, told from the copies alone. */
function surveyOf(parts: readonly UnitPart[], main: string): Attempt<unknown>["survey"] {
  const head = (suffix: string, length: number): Uint8Array | null =>
    parts.find(({ before }) => before.path === main + suffix)?.copied.head.subarray(0, length) ??
      null;
  const wal = head("-wal", WAL_HEADER_SIZE);
  const journal = head("-journal", JOURNAL_HEADER_SIZE);
  const logged = wal === null ? "" : headerIdentity(wal);
  const transaction = journal === null ? null : journalIdentity(journal);
  return {
    mainAlone: logged === "" && transaction === null,
    wal: wal === null ? null : { identity: logged },
    journal: journal === null ? null : { identity: transaction },
  };
}

/** Newest first: a zip can only take back its last member. */
function discard(parts: readonly UnitPart[]): void {
  for (const part of parts.toReversed()) part.discard();
}
