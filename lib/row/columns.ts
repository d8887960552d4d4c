/**
 * The timeline's columns: their names, their order and what a row puts in them.
 *
 * @module
 */

import type { StampedRow } from "./stamped.ts";
import { formatMicros } from "./time.ts";

/** The columns of every format, in order. */
export const COLUMNS = [
  "timestamp_utc",
  "host",
  "agent",
  "user",
  "profile",
  "session_id",
  "project_path",
  "git_branch",
  "turn_type",
  "model",
  "tool_name",
  "tool_use_id",
  "text",
  "source_file",
  "source_line",
  "source_kind",
  "time_basis",
  "notes",
] as const;

/** The value of a column: null when it is absent or empty; only `source_line` is a number. */
export type Cell = string | number | bigint | null;

/** A row's values in the order of {@linkcode COLUMNS}. */
export function cellsOf(row: StampedRow): Cell[] {
  return [
    row.time === null ? null : formatMicros(row.time),
    row.host || null,
    row.agent || null,
    row.user || null,
    row.profile || null,
    row.sessionId || null,
    row.projectPath || null,
    row.gitBranch || null,
    row.turn,
    row.model || null,
    row.toolName || null,
    row.toolUseId || null,
    row.text || null,
    row.sourceFile || null,
    row.line,
    row.sourceKind,
    row.basis,
    row.notes.join("; ") || null,
  ];
}
