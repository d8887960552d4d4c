/**
 * Listed sessions as JSON, one object a line.
 *
 * @module
 */

import type { SqlValue } from "../../evidence/columns.ts";
import type { Micros } from "../../row/row.ts";
import { formatMicros } from "../../row/time.ts";
import { flatJson } from "../json_record.ts";
import { lastActive, type ListedSession, startOf } from "./listed.ts";
import { tokensOf } from "./totals.ts";
import type { TreeNode } from "./tree.ts";
import type { ModelUsage } from "./usage.ts";

/** A session, with its place in the tree where one was asked for. */
export function sessionJson(session: ListedSession, node: TreeNode | null = null): string {
  const { id, row, activity, preview, parent, link, deleted, file } = session;
  return flatJson({
    id,
    source: row?.source ?? null,
    title: row?.title ?? null,
    model: row?.model ?? null,
    started: utc(startOf(session)),
    "started_at": row?.started_at ?? null,
    "last_active": utc(lastActive(session)),
    "ended_at": row?.ended_at ?? null,
    "end_reason": row?.end_reason ?? null,
    messages: activity.messages,
    "message_count": row?.message_count ?? null,
    "tool_call_count": row?.tool_call_count ?? null,
    "input_tokens": row?.input_tokens ?? null,
    "output_tokens": row?.output_tokens ?? null,
    "cache_read_tokens": row?.cache_read_tokens ?? null,
    "cache_write_tokens": row?.cache_write_tokens ?? null,
    "reasoning_tokens": row?.reasoning_tokens ?? null,
    "total_tokens": tokensOf(row),
    "estimated_cost_usd": row?.estimated_cost_usd ?? null,
    "actual_cost_usd": row?.actual_cost_usd ?? null,
    "cost_status": row?.cost_status ?? null,
    preview,
    "parent_session_id": row?.parent_session_id ?? null,
    parent,
    "parent_link": link,
    cwd: row?.cwd ?? null,
    "git_repo_root": row?.git_repo_root ?? null,
    "git_branch": row?.git_branch ?? null,
    "has_record": row !== null,
    deleted: deleted !== null,
    "deleted_at": utc(deleted?.at ?? null),
    copies: session.copies,
    user: file.owner.user,
    profile: file.owner.profile,
    "source_file": file.sourceFile,
    "source_kind": file.kind,
    ...(node === null ? {} : treeEntries(node)),
  });
}

function treeEntries({ depth, children, root, broken }: TreeNode): Record<string, SqlValue> {
  return { depth, children, root, broken };
}

/** A model's usage. */
export function usageJson(usage: ModelUsage): string {
  return flatJson({
    model: usage.model,
    "session_count": usage.sessions,
    "total_input": usage.input,
    "total_output": usage.output,
    "total_cache_read": usage.cacheRead,
    "total_cache_write": usage.cacheWrite,
    "total_reasoning": usage.reasoning,
    "total_cost": usage.estimatedCost,
    "total_actual_cost": usage.actualCost,
  });
}

/** One of the heaviest sessions. */
export function heavyJson({ id, row, file }: ListedSession): string {
  return flatJson({
    id,
    title: row?.title ?? null,
    model: row?.model ?? null,
    "total_tokens": tokensOf(row),
    "estimated_cost_usd": row?.estimated_cost_usd ?? null,
    "source_file": file.sourceFile,
  });
}

function utc(time: Micros | null): string | null {
  return time === null ? null : formatMicros(time);
}
