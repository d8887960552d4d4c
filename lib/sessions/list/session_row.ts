/**
 * The record of a session, as far as lists and sums need it.
 *
 * Rests on hermes_state_common.py of the vendor, schemas 1 to 32: columns are
 * taken where they exist.
 *
 * @module
 */

import { type Database, type Key, type SqlValue, text, value } from "../../evidence/database.ts";

const TEXTS = [
  "id",
  "source",
  "title",
  "title_source",
  "model",
  "model_config",
  "parent_session_id",
  "end_reason",
  "cost_status",
  "cost_source",
  "billing_provider",
  "cwd",
  "git_repo_root",
  "git_branch",
  "user_id",
  "display_name",
] as const;

const VALUES = [
  "started_at",
  "ended_at",
  "message_count",
  "tool_call_count",
  "api_call_count",
  "input_tokens",
  "output_tokens",
  "cache_read_tokens",
  "cache_write_tokens",
  "reasoning_tokens",
  "estimated_cost_usd",
  "actual_cost_usd",
  "archived",
] as const;

type TextName = typeof TEXTS[number];
type ValueName = typeof VALUES[number];

/** A session's columns by name; null for those that its schema lacks. */
export type SessionRow =
  & { readonly key: Key }
  & { readonly [Name in TextName]: string | null }
  & { readonly [Name in ValueName]: SqlValue };

/** The sessions of a database in stored order. */
export function* sessionRows(db: Database): Generator<SessionRow> {
  const columns = [...TEXTS.map(text), ...VALUES.map((name) => value(name))];
  const names = ["key", ...TEXTS, ...VALUES];
  for (const cells of db.rows("sessions", columns)) {
    const row: Record<string, unknown> = {};
    for (let at = 0; at < names.length; at++) row[names[at] as string] = cells[at];
    yield row as unknown as SessionRow;
  }
}
