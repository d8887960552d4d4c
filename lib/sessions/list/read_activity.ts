/**
 * What the messages of a database say of its sessions: how many there are, when
 * the last one came, and which was the first prompt.
 *
 * @module
 */

import { type Database, sql, type SqlValue, text } from "../../evidence/database.ts";
import type { OpenPages } from "../../evidence/page_rows.ts";
import type { Micros } from "../../row/row.ts";
import { trustedMicros } from "../../row/time.ts";
import { type Activity, type FirstPrompt, NO_ACTIVITY } from "./activity.ts";
import { pagedActivity } from "./paged_activity.ts";

/** The activity by session id; messages without one stand under null. */
export function readActivity(open: OpenPages): Map<string | null, Activity> {
  if (!open.db.tables.has("messages")) return new Map();
  return pagedActivity(open) ?? groupedActivity(open.db) ?? walkedActivity(open.db);
}

/**
 * Numbers outside these seconds are no times; others never count as the first
 * or the last.
 */
const TRUSTED = "typeof(timestamp) IN ('real', 'integer') AND timestamp BETWEEN 1e9 AND 4.2e9";

/** SQL over a message: its time, and its key if it is a prompt, typed or of any kind. */
function cellsOf(db: Database, rowid: string): Record<"time" | "typed" | "prompt", string> {
  const has = (column: string): boolean => db.has("messages", column);
  const isPrompt = has("role") && has("content")
    ? "role = 'user' COLLATE BINARY AND typeof(content) <> 'null'"
    : "0";
  const typed = [
    isPrompt,
    ...(has("display_kind") ? ["COALESCE(display_kind, '') IN ('', 'steer')"] : []),
    ...(has("_compressed_summary") ? ["COALESCE(_compressed_summary, 0) = 0"] : []),
    ...(has("observed") ? ["COALESCE(observed, 0) = 0"] : []),
  ].join(" AND ");
  return {
    time: has("timestamp") ? `CASE WHEN ${TRUSTED} THEN timestamp END` : "NULL",
    typed: `CASE WHEN ${typed} THEN ${rowid} END`,
    prompt: `CASE WHEN ${isPrompt} THEN ${rowid} END`,
  };
}

/** By SQLite, which sorts them: where the pages do not tell by themselves. */
export function groupedActivity(db: Database): Map<string | null, Activity> | null {
  const rowid = db.tables.get("messages")?.rowid;
  if (!rowid || !db.has("messages", "session_id")) return null;
  const groups = db.groups("messages", { session: "session_id", ...cellsOf(db, rowid) }, [
    "CAST(session AS BLOB)",
    "COUNT(*)",
    "MIN(time)",
    "MAX(time)",
    "COALESCE(MIN(typed), MIN(prompt))",
  ]);
  if (groups === null) return null;
  const activity = new Map<string | null, Activity>();
  const decoder = new TextDecoder(db.facts.encoding.toLowerCase(), { ignoreBOM: true });
  for (const [session, messages, first = null, last = null, promptKey] of groups) {
    const id = session instanceof Uint8Array ? decoder.decode(session) : null;
    add(activity, id, {
      messages: Number(messages),
      first: trustedMicros(first),
      last: trustedMicros(last),
      prompt: promptAt(promptKey),
    });
  }
  return activity;
}

/** The same, row by row: past a bad page, and for tables without row ids. */
export function walkedActivity(db: Database): Map<string | null, Activity> {
  const { time, typed, prompt } = cellsOf(db, "1");
  const activity = new Map<string | null, Activity>();
  const firstTyped = new Map<string | null, FirstPrompt>();
  const columns = [text("session_id"), sql(time), sql(typed), sql(prompt)] as const;
  for (const [key, session, stored, isTyped, isPrompt] of db.rows("messages", columns)) {
    const moment = trustedMicros(stored);
    const here = { key, start: null };
    const prompt = isPrompt === null ? null : here;
    add(activity, session, { messages: 1, first: moment, last: moment, prompt });
    if (isTyped !== null && !firstTyped.has(session)) firstTyped.set(session, here);
  }
  for (const [session, prompt] of firstTyped) {
    activity.set(session, { ...activity.get(session) ?? NO_ACTIVITY, prompt });
  }
  return activity;
}

/** Ids that differ only in bytes that are no UTF-8 are one. */
function add(all: Map<string | null, Activity>, id: string | null, more: Activity): void {
  const known = all.get(id);
  if (known === undefined) {
    all.set(id, more);
    return;
  }
  all.set(id, {
    messages: known.messages + more.messages,
    first: least(known.first, more.first),
    last: most(known.last, more.last),
    prompt: known.prompt ?? more.prompt,
  });
}

function least(a: Micros | null, b: Micros | null): Micros | null {
  return a === null || b === null ? a ?? b : Math.min(a, b);
}

function most(a: Micros | null, b: Micros | null): Micros | null {
  return a === null || b === null ? a ?? b : Math.max(a, b);
}

function promptAt(stored: SqlValue | undefined): FirstPrompt | null {
  const isKey = typeof stored === "number" || typeof stored === "bigint";
  return isKey ? { key: stored, start: null } : null;
}
