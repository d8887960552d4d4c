/**
 * A report as lines for people: the verdict, then home by home what was
 * compared, what differs, the deletion ledger, and what was not read.
 *
 * @module
 */

import { forTerminal } from "../row/escape.ts";
import type { Micros } from "../row/row.ts";
import { formatMicros, trustedMicros } from "../row/time.ts";
import { orDash } from "../row/text.ts";
import type { Change, FieldChange } from "./change.ts";
import type { Comparison } from "./comparison.ts";
import type { DatabaseRef } from "./database_ref.ts";
import type { HomeReport } from "./home_report.ts";
import { goneLines } from "./ledger_lines.ts";
import type { NotRead } from "./not_read.ts";
import type { DiffRecord } from "./records.ts";
import { some, verdictLines } from "./verdict.ts";

/** Lines of all records, made safe for a terminal. */
export function* reportLines(records: Iterable<DiffRecord>): Generator<string> {
  let section = "";
  let session: string | null | undefined;
  for (const told of records) {
    const heading = headingOf(told);
    if (told.record === "comparison") session = undefined;
    if (told.record === "change") {
      const isNew = told.change.sessionId !== session;
      session = told.change.sessionId;
      if (isNew) yield* ["", forTerminal(`    session ${orDash(session)}`)];
    }
    if (heading !== "" && heading !== section) yield* ["", `  ${heading}`];
    if (told.record !== "change") section = heading;
    for (const line of linesOf(told)) yield forTerminal(line);
  }
}

/** Characters of a text that are shown. */
const SHOWN = 100;

function headingOf(told: DiffRecord): string {
  switch (told.record) {
    case "left aside":
      return "not compared:";
    case "vanished":
      return "deletion ledger:";
    case "not read":
      return "not read, may hold more:";
    default:
      return "";
  }
}

function linesOf(told: DiffRecord): string[] {
  switch (told.record) {
    case "verdict":
      return verdictLines(told.verdict);
    case "home":
      return ["", ...homeLines(told.home)];
    case "left aside":
      return [`    ${told.aside.label}: ${told.aside.why}`];
    case "comparison":
      return ["", ...comparisonLines(told.comparison)];
    case "change":
      return changeLines(told.change);
    case "vanished":
      return goneLines(told.vanished);
    case "not read":
      return notReadLines(told.notRead);
  }
}

function homeLines({ job, liveDamage, ledger, withoutWal }: HomeReport): string[] {
  const owner = [
    ...(job.user === null ? [] : [`user ${job.user}`]),
    ...(job.profile === null ? [] : [`profile ${job.profile}`]),
  ].join(", ");
  const lines = [owner === "" ? job.place : `${job.place} (${owner})`];
  if (withoutWal) lines.push("  main files only: write-ahead logs are left out");
  if (job.live === null) lines.push("  no live state database: nothing to compare with");
  if (ledger === null) {
    lines.push("  the live database cannot be read: nothing can be said to be gone");
  }
  return [...lines, ...liveDamage.map((words) => `  the live database is damaged: ${words}`)];
}

function comparisonLines(comparison: Comparison): string[] {
  const { older, newer, olderHolds, newerHolds, damage } = comparison;
  const held = ({ sessions, messages }: { sessions: number; messages: number }): string =>
    `${some(sessions, "session")}, ${some(messages, "message")}`;
  return [
    `  ${nameOf(older)}, ${timeOf(older)}, ${some(older.size, "byte")}: ${held(olderHolds)}`,
    `  against ${nameOf(newer)}: ${held(newerHolds)}`,
    `  ${countsLine(comparison)}`,
    ...damage.older.map((words) => `  the older database is damaged: ${words}`),
    ...damage.newer.map((words) => `  the newer database is damaged: ${words}`),
  ];
}

function nameOf({ kind, label }: DatabaseRef): string {
  return kind === "live" ? `live ${label}` : `${kind} ${label}`;
}

function timeOf({ time, kind }: DatabaseRef): string {
  if (time !== null) return formatMicros(time);
  return kind === "main file alone" ? "as of its last checkpoint" : "no time in its name";
}

function countsLine({ counts }: Comparison): string {
  const found = Object.entries(counts).filter(([, count]) => count > 0);
  if (found.length === 0) return "no difference";
  return found.map(([kind, count]) => `${kind}: ${count}`).join("; ");
}

function changeLines(change: Change): string[] {
  const isSession = change.kind.endsWith("session");
  const hides = STATE_KINDS.has(change.kind) ? STATE_FIELDS : NO_FIELDS;
  const fields = change.fields.filter(({ name }) => !hides.has(name));
  return [
    `      ${isSession ? sessionLine(change) : messageLine(change)}`,
    ...fields.map((field) => `          ${fieldLine(field)}`),
    ...(change.doubt === null ? [] : [`          doubtful: ${change.doubt}`]),
  ];
}

/** What the kind of the change already says. */
const STATE_KINDS: ReadonlySet<string> = new Set([
  ...["rewound", "compacted", "superseded copy", "restored"],
]);
const STATE_FIELDS: ReadonlySet<string> = new Set(["active", "compacted"]);
const NO_FIELDS: ReadonlySet<string> = new Set();

function sessionLine(change: Change): string {
  const parts = [
    change.reason,
    change.messages === null ? null : some(change.messages, "message"),
    `title ${orDash(change.title)}`,
    change.text === null ? null : `first prompt: ${shown(change.text)}`,
  ].filter((part) => part !== null);
  return `${change.kind}: ${parts.join("; ")}`;
}

function messageLine(change: Change): string {
  const { kind, role, text, timeNote } = change;
  const time = change.time === null ? orDash(timeNote) : formatMicros(change.time);
  return `${kind} ${lineOf(change)} ${time} ${orDash(role)}: ${shown(text)}`;
}

/** The row in the database that still has it; both where they differ. */
function lineOf({ olderLine, newerLine }: Change): string {
  if (newerLine === null) return `#${olderLine}`;
  return olderLine === null || olderLine === newerLine
    ? `#${newerLine}`
    : `#${newerLine} (was #${olderLine})`;
}

/** An empty text beside an absent one is told from it, or the two would look alike. */
function fieldLine({ name, before, after }: FieldChange): string {
  const told = (stored: string | null): string => stored === "" ? '""' : fieldText(name, stored);
  return `${name}: ${told(before)} -> ${told(after)}`;
}

function fieldText(name: string, stored: string | null): string {
  const time: Micros | null = TIME_NAME.test(name) && stored !== null
    ? trustedMicros(Number(stored))
    : null;
  return time === null ? shown(stored) : formatMicros(time);
}

const TIME_NAME = /_at$|^timestamp$/;

/** The beginning of a text, the cut said. */
export function shown(text: string | null): string {
  const all = orDash(text);
  if (all.length <= SHOWN) return all;
  return `${all.slice(0, SHOWN).toWellFormed()}… (${all.length} characters)`;
}

function notReadLines({ title, paths, bytes }: NotRead): string[] {
  return [
    `    ${title}: ${some(paths.length, "file")}, ${some(bytes, "byte")}`,
    ...paths.map((path) => `      ${path}`),
  ];
}
