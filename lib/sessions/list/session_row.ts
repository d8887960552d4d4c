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
  "model",
  "model_config",
  "parent_session_id",
  "end_reason",
  "cost_status",
  "cwd",
  "git_repo_root",
  "git_branch",
] as const;

const VALUES = [
  "started_at",
  "ended_at",
  "message_count",
  "tool_call_count",
  "input_tokens",
  "output_tokens",
  "cache_read_tokens",
  "cache_write_tokens",
  "reasoning_tokens",
  "estimated_cost_usd",
  "actual_cost_usd",
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
    "model": cells[4],
    "model_config": cells[5],
    "parent_session_id": cells[6],
    "end_reason": cells[7],
    "cost_status": cells[8],
    "cwd": cells[9],
    "git_repo_root": cells[10],
    "git_branch": cells[11],
    "started_at": cells[12],
    "ended_at": cells[13],
    "message_count": cells[14],
    "tool_call_count": cells[15],
    "input_tokens": cells[16],
    "output_tokens": cells[17],
    "cache_read_tokens": cells[18],
    "cache_write_tokens": cells[19],
    "reasoning_tokens": cells[20],
    "estimated_cost_usd": cells[21],
    "actual_cost_usd": cells[22],
  } satisfies Record<keyof SessionRow, unknown>;
  return row as SessionRow;
}
