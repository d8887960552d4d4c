/**
 * A report as JSON Lines: one record a line, the verdict first.
 *
 * @module
 */

import { jsonForTerminal } from "../row/escape.ts";
import { formatMicros } from "../row/time.ts";
import type { Micros } from "../row/row.ts";
import type { Change, FieldChange } from "./change.ts";
import type { Comparison } from "./comparison.ts";
import type { DatabaseRef } from "./database_ref.ts";
import type { HomeReport } from "./home_report.ts";
import type { Vanished } from "./ledger.ts";
import type { DiffRecord } from "./records.ts";
import type { Verdict } from "./verdict.ts";

/** One line of JSON; row ids keep all their digits. */
export function recordAsJson(told: DiffRecord): string {
  return jsonForTerminal(JSON.stringify(plain(told)).replaceAll(WIDE, '"$1":$2'));
}

function plain(told: DiffRecord): Record<string, unknown> {
  switch (told.record) {
    case "verdict":
      return { record: "verdict", ...verdictFields(told.verdict) };
    case "home":
      return { record: "home", ...homeFields(told.home) };
    case "left aside": {
      const { label, path, why, isDamage } = told.aside;
      return {
        record: "left_aside",
        home: told.home.job.place,
        id: label,
        path,
        why,
        damage: isDamage,
      };
    }
    case "comparison":
      return {
        record: "comparison",
        home: told.home.job.place,
        ...comparisonFields(told.comparison),
      };
    case "change":
      return {
        record: "change",
        home: told.home.job.place,
        older: told.comparison.older.label,
        newer: told.comparison.newer.label,
        ...changeFields(told.change),
      };
    case "vanished":
      return {
        record: "vanished_session",
        home: told.home.job.place,
        ...vanishedFields(told.vanished),
      };
    case "not read": {
      const { id, title, paths, bytes } = told.notRead;
      return { record: "not_read", home: told.home.job.place, entry: id, title, paths, bytes };
    }
  }
}

function verdictFields(verdict: Verdict): Record<string, unknown> {
  const { gone, most } = verdict;
  return {
    homes: verdict.homes,
    compared: verdict.compared,
    main_files: verdict.mainFiles,
    left_aside: verdict.leftAside,
    unreadable: verdict.unreadable,
    sessions_gone: gone.deleted + gone.swept + gone.undated + gone.unmarked,
    sessions_deleted: gone.deleted,
    sessions_swept: gone.swept,
    sessions_with_undated_tombstone: gone.undated,
    sessions_without_tombstone: gone.unmarked,
    sessions_moved: verdict.moved,
    sessions_with_surviving_words: verdict.survive,
    messages_of_gone_sessions: verdict.messagesOfGone,
    messages_removed_from_kept_sessions: verdict.lostFromKept,
    most_in_one_comparison: countFields(most),
  };
}

function homeFields({ job, liveDamage, ledger, withoutWal }: HomeReport): Record<string, unknown> {
  return {
    home: job.place,
    form: job.home?.form.id ?? null,
    user: job.user,
    profile: job.profile,
    newer: job.live === null ? null : refFields(job.live),
    main_files_only: withoutWal,
    damage: liveDamage,
    ledger: ledger === null ? null : ledger.length,
  };
}

function comparisonFields(comparison: Comparison): Record<string, unknown> {
  const { older, newer, olderHolds, newerHolds, counts, damage } = comparison;
  return {
    older: { ...refFields(older), ...olderHolds },
    newer: { ...refFields(newer), ...newerHolds },
    counts: countFields(counts),
    messages_removed_from_kept_sessions: comparison.lostFromKept,
    older_damage: damage.older,
    newer_damage: damage.newer,
  };
}

function changeFields(change: Change): Record<string, unknown> {
  return {
    change: change.kind,
    session_id: change.sessionId,
    timestamp_utc: timeText(change.time),
    timestamp_note: change.timeNote,
    role: change.role,
    text: change.text,
    title: change.title,
    messages: change.messages,
    reason: change.reason,
    fields: change.fields.map(({ name, before, after }: FieldChange) => ({ name, before, after })),
    older_line: wide(change.olderLine),
    newer_line: wide(change.newerLine),
    doubt: change.doubt,
  };
}

function vanishedFields(vanished: Vanished): Record<string, unknown> {
  const { facts, tombstone, lastSeenIn, goneIn } = vanished;
  return {
    session_id: vanished.id,
    title: facts?.title ?? null,
    source: facts?.source ?? null,
    started_utc: timeText(facts?.startedAt ?? null),
    first_prompt: vanished.firstPrompt,
    messages: vanished.messages,
    reason: vanished.reason,
    moved: vanished.isMoved,
    retired_utc: timeText(tombstone?.time ?? null),
    sweep: tombstone?.sweep ?? null,
    last_seen_in: lastSeenIn?.label ?? null,
    last_seen_utc: timeText(lastSeenIn?.time ?? null),
    gone_in: goneIn?.label ?? null,
    gone_utc: timeText(goneIn?.time ?? null),
    known_by: vanished.knownBy,
    survives_in: vanished.survivors,
    doubt: vanished.doubt,
  };
}

function refFields(ref: DatabaseRef): Record<string, unknown> {
  const { kind, label, sourceFile, evidence, time, size } = ref;
  return { kind, id: label, path: sourceFile, evidence, time_utc: timeText(time), size };
}

/** `removed session` as `removed_session`. */
function countFields(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(counts).map(([kind, count]) => [kind.replaceAll(" ", "_"), count]),
  );
}

function timeText(time: Micros | null): string | null {
  return time === null ? null : formatMicros(time);
}

/** No text of the evidence can look like it: the quotes in one are escaped. */
const WIDE = /"(older_line|newer_line)":"wide (-?\d+)"/g;

/** JSON.stringify takes no bigint: it is marked, and printed as the number it is. */
function wide(line: number | bigint | null): number | string | null {
  return typeof line === "bigint" ? `wide ${line}` : line;
}
