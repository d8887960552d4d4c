/**
 * Which admitted inputs became messages, and whose an admission was.
 *
 * Rests on hermes_state_runtime.py (`session_admissions`) and
 * hermes_state_mutation_retirement.py (the terminal admissions that a delete
 * leaves in state_meta) of the vendor.
 *
 * @module
 */

import { type Database, type Key, text } from "../../evidence/database.ts";
import { type Json, textOf } from "../../evidence/json.ts";
import { contentText, storedContentText } from "../content_parts.ts";
import { readMarker } from "../model_switch.ts";
import { jsonColumn } from "./json_column.ts";
import { later } from "./later.ts";
import { keysUnder } from "./meta_keys.ts";

/** What is known of the admissions of one database. */
export interface Admissions {
  /** Session an admission was for, by admission id. */
  readonly targets: ReadonlyMap<string, string>;
  /** Records of session_admissions whose words stand in no user message of their session. */
  readonly unmatched: ReadonlySet<Key>;
}

const TERMINAL_PREFIX = "gateway.terminal_admission.v1.";

/**
 * The admissions, read when they are asked for.
 *
 * @param superseded Tells the messages that are copies: they match nothing
 */
export function admissionsOf(db: Database, superseded: () => ReadonlySet<Key>): Admissions {
  const targets = later(() => readTargets(db));
  const unmatched = later(() => readUnmatched(db, superseded()));
  return {
    get targets() {
      return targets();
    },
    get unmatched() {
      return unmatched();
    },
  };
}

/** The words of an admission's payload; null when it holds none. */
export function admittedText(payload: Json | undefined): string | null {
  return contentText(payload) || null;
}

/** A fence that a delete left names the session best; the live table comes second. */
function readTargets(db: Database): Map<string, string> {
  const targets = new Map<string, string>();
  const live = [text("admission_id"), text("target_session_id")] as const;
  for (const [, id, target] of db.rows("session_admissions", live)) {
    if (id !== null && target) targets.set(id, target);
  }
  const filter = keysUnder(db, TERMINAL_PREFIX);
  if (filter === null) return targets;
  for (const [, key, stored] of db.rows("state_meta", [text("key"), text("value")], filter)) {
    const target = textOf(jsonColumn(stored).object?.get("target_session_id"));
    if (key?.startsWith(TERMINAL_PREFIX) && target) {
      targets.set(key.slice(TERMINAL_PREFIX.length), target);
    }
  }
  return targets;
}

/** One to one: each user message accounts for one admission of the same words. */
function readUnmatched(db: Database, superseded: ReadonlySet<Key>): Set<Key> {
  const waiting = new Map<string, Key[]>();
  const columns = [text("target_session_id"), text("payload_json")] as const;
  for (const [key, session, payload] of db.rows("session_admissions", columns)) {
    const words = admittedText(jsonColumn(payload).object?.get("text"));
    if (words === null) continue;
    const place = `${session}\0${words}`;
    const keys = waiting.get(place);
    if (keys === undefined) waiting.set(place, [key]);
    else keys.push(key);
  }
  if (waiting.size > 0) takeMatched(db, waiting, superseded);
  return new Set([...waiting.values()].flat());
}

function takeMatched(
  db: Database,
  waiting: Map<string, Key[]>,
  superseded: ReadonlySet<Key>,
): void {
  if (!db.has("messages", "role") || !db.has("messages", "session_id")) return;
  if (!db.has("session_admissions", "target_session_id")) return;
  const where = `role = 'user' AND session_id IN ` +
    `(SELECT target_session_id FROM session_admissions NOT INDEXED)`;
  const columns = [text("session_id"), text("content"), text("display_kind")] as const;
  for (const [key, session, content, kind] of db.rows("messages", columns, { where })) {
    if (superseded.has(key)) continue;
    const words = kind === "model_switch"
      ? readMarker(content)?.prompt ?? null
      : storedContentText(content);
    waiting.get(`${session}\0${words}`)?.shift();
  }
}
