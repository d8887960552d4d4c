/**
 * What the rows add up to: one line per session and one per source file.
 *
 * @module
 */

import type { DatabaseSync } from "node:sqlite";
import { wellFormed } from "./escape.ts";
import { type Micros, type Turn, TURNS } from "./row.ts";
import type { SourceKind, StampedRow } from "./stamped.ts";
import { formatMicros } from "./time.ts";

/** Sums up rows while they pass; memory grows by sessions and files, not by rows. */
export class Digest {
  readonly #sessions = new Map<string, SessionLine>();
  readonly #sources = new Map<string, SourceLine>();

  /** Counts one row. */
  add(row: StampedRow): void {
    const source = lineOf(this.#sources, [row.sourceFile, row.sourceKind], () => ({
      ...NOTHING,
      sourceFile: row.sourceFile,
      sourceKind: row.sourceKind,
    }));
    count(source, row.time);
    if (!row.sessionId) return;
    // The same id in two accounts or profiles is two sessions.
    const session = lineOf(this.#sessions, [row.sessionId, row.user, row.profile], () => ({
      ...NOTHING,
      sessionId: row.sessionId,
      user: row.user,
      profile: row.profile,
      sourceFile: row.sourceFile,
      sourceKind: row.sourceKind,
      turns: new Map(),
    }));
    count(session, row.time);
    session.turns.set(row.turn, (session.turns.get(row.turn) ?? 0) + 1);
    if (row.sourceKind === "primary" && session.sourceKind !== "primary") {
      session.sourceFile = row.sourceFile;
      session.sourceKind = row.sourceKind;
    }
  }

  /** Writes the tables `sessions` and `sources`, in the order the rows named them. */
  store(database: DatabaseSync): void {
    const turns = TURNS.map((turn) => `${turn}_rows INTEGER`).join(", ");
    database.exec(
      "CREATE TABLE sessions (session_id TEXT, user TEXT, profile TEXT, source_file TEXT, " +
        `first_time TEXT, last_time TEXT, rows INTEGER, ${turns})`,
    );
    const toSessions = database.prepare(
      `INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?, ?, ${TURNS.map(() => "?").join(", ")})`,
    );
    for (const line of this.#sessions.values()) {
      const turnRows = TURNS.map((turn) => line.turns.get(turn) ?? 0);
      const names = [line.sessionId, line.user, line.profile, line.sourceFile].map(stored);
      toSessions.run(...names, printed(line.first), printed(line.last), line.rows, ...turnRows);
    }
    database.exec(
      "CREATE TABLE sources (source_file TEXT, source_kind TEXT, rows INTEGER, " +
        "first_time TEXT, last_time TEXT)",
    );
    const toSources = database.prepare("INSERT INTO sources VALUES (?, ?, ?, ?, ?)");
    for (const line of this.#sources.values()) {
      const times = [printed(line.first), printed(line.last)];
      toSources.run(stored(line.sourceFile), line.sourceKind, line.rows, ...times);
    }
  }
}

interface Span {
  rows: number;
  first: Micros | null;
  last: Micros | null;
}

interface SourceLine extends Span {
  sourceFile: string;
  sourceKind: SourceKind;
}

interface SessionLine extends SourceLine {
  readonly sessionId: string | null;
  readonly user: string | null;
  readonly profile: string | null;
  readonly turns: Map<Turn, number>;
}

const NOTHING: Span = { rows: 0, first: null, last: null };

function lineOf<T>(lines: Map<string, T>, key: readonly (string | null)[], make: () => T): T {
  const name = JSON.stringify(key);
  let line = lines.get(name);
  if (line === undefined) lines.set(name, line = make());
  return line;
}

function count(span: Span, time: Micros | null): void {
  span.rows++;
  if (time === null) return;
  if (span.first === null || time < span.first) span.first = time;
  if (span.last === null || time > span.last) span.last = time;
}

function stored(text: string | null): string | null {
  return text ? wellFormed(text) : null;
}

function printed(time: Micros | null): string | null {
  return time === null ? null : formatMicros(time);
}
