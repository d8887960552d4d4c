/**
 * What the messages of a database say of its sessions: how many there are, when
 * the last one came, and which was the first prompt.
 *
 * @module
 */

import { type Database, type Key, sql, type SqlValue, text } from "../../evidence/database.ts";
import type { Micros } from "../../row/row.ts";
import { trustedMicros } from "../../row/time.ts";

/** The messages of one session. */
export interface Activity {
  readonly messages: number;
  readonly first: Micros | null;
  readonly last: Micros | null;
  /** Key of its first prompt, or null. */
  readonly promptKey: Key | null;
}

/** A session without messages. */
export const NO_ACTIVITY: Activity = { messages: 0, first: null, last: null, promptKey: null };

/** The activity by session id; messages without one stand under null. */
export function readActivity(db: Database): Map<string | null, Activity> {
  if (!db.tables.has("messages")) return new Map();
  return groupedActivity(db) ?? walkedActivity(db);
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
    ? "role = 'user' AND typeof(content) <> 'null'"
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

function groupedActivity(db: Database): Map<string | null, Activity> | null {
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
      promptKey: keyOf(promptKey),
    });
  }
  return activity;
}

/** The same, row by row: past a bad page, and for tables without row ids. */
function walkedActivity(db: Database): Map<string | null, Activity> {
  const { time, typed, prompt } = cellsOf(db, "1");
  const activity = new Map<string | null, Activity>();
  const typedKeys = new Map<string | null, Key>();
  const columns = [text("session_id"), sql(time), sql(typed), sql(prompt)] as const;
  for (const [key, session, stored, isTyped, isPrompt] of db.rows("messages", columns)) {
    const moment = trustedMicros(stored);
    const promptKey = isPrompt === null ? null : key;
    add(activity, session, { messages: 1, first: moment, last: moment, promptKey });
    if (isTyped !== null && !typedKeys.has(session)) typedKeys.set(session, key);
  }
  for (const [session, promptKey] of typedKeys) {
    activity.set(session, { ...activity.get(session) ?? NO_ACTIVITY, promptKey });
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
    promptKey: known.promptKey ?? more.promptKey,
  });
}

function least(a: Micros | null, b: Micros | null): Micros | null {
  return a === null || b === null ? a ?? b : Math.min(a, b);
}

function most(a: Micros | null, b: Micros | null): Micros | null {
  return a === null || b === null ? a ?? b : Math.max(a, b);
}

function keyOf(stored: SqlValue | undefined): Key | null {
  return typeof stored === "number" || typeof stored === "bigint" ? stored : null;
}
