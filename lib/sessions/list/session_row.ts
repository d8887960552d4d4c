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
  for (const cells of db.rows("sessions", columns)) yield rowOf(cells);
}

/** Written out in the order of the names: objects that grow name by name are slow to make. */
function rowOf(cells: readonly unknown[]): SessionRow {
  const row = {
    "key": cells[0],
    "id": cells[1],
    "source": cells[2],
    "title": cells[3],
    "title_source": cells[4],
    "model": cells[5],
    "model_config": cells[6],
    "parent_session_id": cells[7],
    "end_reason": cells[8],
    "cost_status": cells[9],
    "cost_source": cells[10],
    "billing_provider": cells[11],
    "cwd": cells[12],
    "git_repo_root": cells[13],
    "git_branch": cells[14],
    "user_id": cells[15],
    "display_name": cells[16],
    "started_at": cells[17],
    "ended_at": cells[18],
    "message_count": cells[19],
    "tool_call_count": cells[20],
    "api_call_count": cells[21],
    "input_tokens": cells[22],
    "output_tokens": cells[23],
    "cache_read_tokens": cells[24],
    "cache_write_tokens": cells[25],
    "reasoning_tokens": cells[26],
    "estimated_cost_usd": cells[27],
    "actual_cost_usd": cells[28],
    "archived": cells[29],
  } satisfies Record<keyof SessionRow, unknown>;
  return row as SessionRow;
}
