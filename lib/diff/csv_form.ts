/**
 * A report as one table: differences, the ledger, what was left aside and what
 * was not read, a row each.
 *
 * @module
 */

import type { Cell } from "../row/columns.ts";
import { csvHead, CsvLine, type CsvOptions } from "../row/csv.ts";
import type { TextSink } from "../row/output.ts";
import { formatMicros } from "../row/time.ts";
import { survivorText, whenLine } from "./ledger_lines.ts";
import type { DiffRecord } from "./records.ts";

/** The columns, in order. */
export const DIFF_COLUMNS = [
  "record",
  "home",
  "user",
  "profile",
  "older",
  "newer",
  "change",
  "session_id",
  "timestamp_utc",
  "role",
  "title",
  "text",
  "fields",
  "messages",
  "reason",
  "when",
  "known_by",
  "survives_in",
  "older_line",
  "newer_line",
  "path",
  "notes",
] as const;

type Cells = Partial<Record<typeof DIFF_COLUMNS[number], Cell>>;

/** Writes the table, its header first. */
export function writeCsv(
  records: Iterable<DiffRecord>,
  sink: TextSink,
  options: CsvOptions,
): void {
  sink.write((options.bom ? "\ufeff" : "") + csvHead(DIFF_COLUMNS));
  const line = new CsvLine({ guard: !options.rawCsv });
  for (const told of records) {
    const cells = cellsOf(told);
    if (cells === null) continue;
    line.write(DIFF_COLUMNS.map((name) => cells[name] ?? null), sink);
  }
}

function cellsOf(told: DiffRecord): Cells | null {
  if (told.record === "verdict" || told.record === "home") return null;
  const { place: home, user, profile } = told.home.job;
  return { record: told.record, home, user, profile, ...ownCells(told) };
}

function ownCells(told: Exclude<DiffRecord, { record: "verdict" | "home" }>): Cells {
  switch (told.record) {
    case "left aside": {
      const { label, path, why, isDamage } = told.aside;
      return { older: label, path, reason: why, notes: isDamage ? "damage" : null };
    }
    case "comparison":
      return comparisonCells(told);
    case "change":
      return changeCells(told);
    case "vanished":
      return vanishedCells(told);
    case "not read": {
      const { id, title, paths, bytes } = told.notRead;
      return { text: title, path: paths.join("\n"), reason: id, notes: `${bytes} bytes` };
    }
  }
}

function comparisonCells({ comparison }: Extract<DiffRecord, { record: "comparison" }>): Cells {
  const { older, newer, counts, damage } = comparison;
  const found = Object.entries(counts).filter(([, count]) => count > 0);
  return {
    older: older.label,
    newer: newer.label,
    timestamp_utc: older.time === null ? null : formatMicros(older.time),
    text: found.map(([kind, count]) => `${kind}: ${count}`).join("; ") || "no difference",
    path: older.sourceFile,
    notes: [
      ...damage.older.map((words) => `older damaged: ${words}`),
      ...damage.newer.map((words) => `newer damaged: ${words}`),
    ].join("; ") || null,
  };
}

function changeCells({ comparison, change }: Extract<DiffRecord, { record: "change" }>): Cells {
  return {
    older: comparison.older.label,
    newer: comparison.newer.label,
    change: change.kind,
    session_id: change.sessionId,
    timestamp_utc: change.time === null ? null : formatMicros(change.time),
    role: change.role,
    title: change.title,
    text: change.text,
    fields:
      change.fields.map(({ name, before, after }) => `${name}: ${before ?? "-"} -> ${after ?? "-"}`)
        .join("\n") || null,
    messages: change.messages,
    reason: change.reason,
    older_line: change.olderLine,
    newer_line: change.newerLine,
    path: (change.newerLine === null ? comparison.older : comparison.newer).sourceFile,
    notes: [change.timeNote, change.doubt].filter((note) => note !== null).join("; ") || null,
  };
}

function vanishedCells({ vanished }: Extract<DiffRecord, { record: "vanished" }>): Cells {
  const { facts } = vanished;
  return {
    change: vanished.isMoved ? "moved session" : "gone session",
    session_id: vanished.id,
    timestamp_utc: facts?.startedAt == null ? null : formatMicros(facts.startedAt),
    title: facts?.title ?? null,
    text: vanished.firstPrompt,
    messages: vanished.messages,
    reason: vanished.reason,
    when: whenLine(vanished),
    known_by: vanished.knownBy.join("\n"),
    survives_in: vanished.survivors.map(survivorText).join("\n") || null,
    notes: vanished.doubt,
  };
}
