/**
 * Listed sessions as JSON, one object a line.
 *
 * @module
 */

import { compactJson, type Json } from "../../evidence/json.ts";
import type { Micros } from "../../row/row.ts";
import { formatMicros } from "../../row/time.ts";
import { jsonObject, jsonValue } from "../json_record.ts";
import { lastActive, type ListedSession, startOf } from "./listed.ts";
import { tokensOf } from "./totals.ts";
import type { TreeNode } from "./tree.ts";
import type { ModelUsage } from "./usage.ts";

/** A session, with its place in the tree where one was asked for. */
export function sessionJson(session: ListedSession, node: TreeNode | null = null): string {
  const { id, row, activity, preview, parent, link, deleted, file } = session;
  return compactJson(jsonObject({
    id,
    source: row?.source ?? null,
    title: row?.title ?? null,
    model: row?.model ?? null,
    started: utc(startOf(session)),
    "started_at": jsonValue(row?.started_at ?? null),
    "last_active": utc(lastActive(session)),
    "ended_at": jsonValue(row?.ended_at ?? null),
    "end_reason": row?.end_reason ?? null,
    messages: activity.messages,
    "message_count": jsonValue(row?.message_count ?? null),
    "tool_call_count": jsonValue(row?.tool_call_count ?? null),
    "input_tokens": jsonValue(row?.input_tokens ?? null),
    "output_tokens": jsonValue(row?.output_tokens ?? null),
    "cache_read_tokens": jsonValue(row?.cache_read_tokens ?? null),
    "cache_write_tokens": jsonValue(row?.cache_write_tokens ?? null),
    "reasoning_tokens": jsonValue(row?.reasoning_tokens ?? null),
    "total_tokens": jsonValue(tokensOf(row)),
    "estimated_cost_usd": jsonValue(row?.estimated_cost_usd ?? null),
    "actual_cost_usd": jsonValue(row?.actual_cost_usd ?? null),
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
  }));
}

function treeEntries({ depth, children, root, broken }: TreeNode): Record<string, Json> {
  return { depth, children, root, broken };
}

/** A model's usage. */
export function usageJson(usage: ModelUsage): string {
  return compactJson(jsonObject({
    model: usage.model,
    "session_count": usage.sessions,
    "total_input": jsonValue(usage.input),
    "total_output": jsonValue(usage.output),
    "total_cache_read": jsonValue(usage.cacheRead),
    "total_cache_write": jsonValue(usage.cacheWrite),
    "total_reasoning": jsonValue(usage.reasoning),
    "total_cost": jsonValue(usage.estimatedCost),
    "total_actual_cost": jsonValue(usage.actualCost),
  }));
}

/** One of the heaviest sessions. */
export function heavyJson({ id, row, file }: ListedSession): string {
  return compactJson(jsonObject({
    id,
    title: row?.title ?? null,
    model: row?.model ?? null,
    "total_tokens": jsonValue(tokensOf(row)),
    "estimated_cost_usd": jsonValue(row?.estimated_cost_usd ?? null),
    "source_file": file.sourceFile,
  }));
}

function utc(time: Micros | null): string | null {
  return time === null ? null : formatMicros(time);
}
