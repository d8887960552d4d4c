/**
 * The columns of a session, in the order in which a difference is told.
 *
 * Rests on hermes_state_common.py of the vendor, schemas 1 to 32; a column
 * that is not named here is compared too, after these.
 *
 * @module
 */

import { type Column, type Database, text, value } from "../evidence/database.ts";

/** The table of sessions. */
export const SESSIONS = "sessions";

const TEXTS = [
  "title",
  "title_source",
  "source",
  "created_source",
  "model",
  "end_reason",
  "cwd",
  "git_repo_root",
  "git_branch",
  "parent_session_id",
  "display_name",
  "user_id",
  "session_key",
  "chat_id",
  "chat_type",
  "thread_id",
  "origin_json",
  "model_config",
  "system_prompt",
  "system_prompt_hash",
  "tool_names",
  "profile_name",
  "transport_profile",
  "billing_provider",
  "billing_base_url",
  "billing_mode",
  "cost_status",
  "cost_source",
  "pricing_version",
  "handoff_state",
  "handoff_platform",
  "handoff_error",
  "last_activity_description",
  "last_activity_provenance",
  "compression_failure_error",
];

const TEXT_COLUMNS: ReadonlySet<string> = new Set(TEXTS);

/** Told before the rest: what a person did or would ask for first. */
const FIRST = [
  "title",
  "started_at",
  "ended_at",
  "end_reason",
  "archived",
  "model",
  "cwd",
  "source",
  "message_count",
];

/** The columns that both databases have. */
export function sessionColumns(older: Database, newer: Database): Column[] {
  const mine = older.tables.get(SESSIONS)?.columns.keys() ?? [];
  const both = new Set([...mine].filter((name) => newer.has(SESSIONS, name)));
  const names = new Set([...FIRST, ...TEXTS, ...[...both].sort()]);
  return [...names].filter((name) => both.has(name) && name !== "id")
    .map((name) => TEXT_COLUMNS.has(name) ? text(name) : value(name));
}
