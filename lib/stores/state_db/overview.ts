/**
 * What a state.db holds, in numbers: for a first look, not for the timeline.
 *
 * Rests on hermes_state_common.py and hermes_state_mutation_retirement.py of the
 * vendor; columns are taken where they exist, never by version.
 *
 * @module
 */

import { type Database, type Key, type SqlValue, text, value } from "../../evidence/database.ts";
import type { Micros } from "../../row/row.ts";
import { trustedMicros } from "../../row/time.ts";
import { databaseFacts } from "./database_facts.ts";
import { keysUnder, RETIRED_SESSION } from "./meta_keys.ts";

/** A state.db in numbers. */
export interface StateOverview {
  /** As recorded, or null when it records none. */
  readonly schemaVersion: number | null;
  /** Null when there is no such table. */
  readonly sessions: number | null;
  /** Null when there is no such table. */
  readonly messages: number | null;
  /** Earliest time of a session or message that can be trusted. */
  readonly first: Micros | null;
  /** Latest one. */
  readonly last: Micros | null;
  /** Markers of deleted sessions. */
  readonly tombstones: number;
  /** Folders that the sessions worked in, each once. */
  readonly folders: readonly string[];
  /** Tables and columns beyond the newest schema we know. */
  readonly unknown: readonly string[];
  /** SQLite's words for each table that could not be read to its end: the numbers are too small. */
  readonly faults: readonly string[];
}

/** Counts an open database. */
export function stateOverview(db: Database): StateOverview {
  const span = new Span();
  const folders = new Set<string>();
  const sessions = counted(db, "sessions", sessionTimes(db, folders), span);
  const messages = counted(db, "messages", db.rows("messages", [value("timestamp")]), span);
  const tombstones = countTombstones(db);
  const { schemaVersion, unknown } = databaseFacts(db);
  const { first, last } = span;
  const faults = db.faults;
  const counts = { sessions, messages, tombstones };
  return { schemaVersion, ...counts, first, last, folders: [...folders], unknown, faults };
}

/** The times of the sessions; their folders go into `folders` on the way. */
function* sessionTimes(db: Database, folders: Set<string>): Generator<[Key, ...SqlValue[]]> {
  const columns = [
    text("cwd"),
    text("git_repo_root"),
    value("started_at"),
    value("ended_at"),
    value("last_activity_at"),
  ] as const;
  for (const [key, cwd, root, ...times] of db.rows("sessions", columns)) {
    for (const folder of [cwd, root]) if (folder) folders.add(folder);
    yield [key, ...times];
  }
}

/** The earliest and the latest of many moments. */
class Span {
  first: Micros | null = null;
  last: Micros | null = null;

  add(stored: SqlValue): void {
    const time = trustedMicros(stored);
    if (time === null) return;
    if (this.first === null || time < this.first) this.first = time;
    if (this.last === null || time > this.last) this.last = time;
  }
}

function counted(
  db: Database,
  table: string,
  rows: Iterable<readonly [unknown, ...SqlValue[]]>,
  span: Span,
): number | null {
  if (!db.tables.has(table)) return null;
  let count = 0;
  for (const [, ...times] of rows) {
    count++;
    for (const time of times) span.add(time);
  }
  return count;
}

function countTombstones(db: Database): number {
  const filter = keysUnder(db, RETIRED_SESSION);
  if (filter === null) return 0;
  let count = 0;
  for (const [, key] of db.rows("state_meta", [text("key")], filter)) {
    if (key?.startsWith(RETIRED_SESSION)) count++;
  }
  return count;
}
