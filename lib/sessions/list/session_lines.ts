/**
 * Listed sessions as lines for a terminal.
 *
 * @module
 */

import type { SqlValue } from "../../evidence/columns.ts";
import { forTerminal } from "../../row/escape.ts";
import type { Micros } from "../../row/row.ts";
import { orDash } from "../../row/text.ts";
import { formatMicros } from "../../row/time.ts";
import { isLive } from "../databases.ts";
import { lastActive, type ListedSession, startOf } from "./listed.ts";
import { tokensOf } from "./totals.ts";
import type { TreeNode } from "./tree.ts";
import type { ModelUsage } from "./usage.ts";

/** A session: who and what, when and how much, what it hangs on, its first prompt. */
export function sessionLines(session: ListedSession): string[] {
  const { id, row, preview, file } = session;
  const owner = [file.owner.user, file.owner.profile].filter((it) => it).join("/");
  const lines = [
    [orDash(id), orDash(row?.source), titleOf(session), owner].filter((it) => it).join("  "),
    `    started ${utc(startOf(session))}, last active ${utc(lastActive(session))}, ` +
    `${messagesOf(session)}, ${amounts(session)}`,
    ...[...placeLines(session), ...stateLines(session)].map((line) => `    ${line}`),
    ...(preview === "" ? [] : [`    > ${preview}`]),
  ];
  return lines.map(oneLine);
}

/** A session on one line, indented by its depth, as far as a line can show it. */
export function treeLine({ session, depth, broken }: TreeNode): string {
  const { id, row, parent, link, deleted } = session;
  const indent = "  ".repeat(Math.min(depth, DEEPEST_INDENT));
  const deep = depth > DEEPEST_INDENT ? `(depth ${depth}) ` : "";
  const marks = [
    ...(depth > 0 ? [link ?? "child"] : []),
    ...(broken === "missing parent" ? [`parent ${parent} is not there`] : []),
    ...(broken === "cycle" ? [`cycle: parent ${parent} descends from it`] : []),
    ...(row === null ? ["no session record"] : []),
    ...(deleted === null ? [] : ["deleted"]),
    ...(isLive(session.file) ? [] : [`from ${session.file.sourceFile}`]),
  ];
  const note = marks.length === 0 ? "" : `  [${marks.join("; ")}]`;
  const words = [orDash(id), orDash(row?.source), utc(startOf(session)), titleOf(session)];
  return oneLine(`${indent}${deep}${words.filter((it) => it).join("  ")}${note}`);
}

/** Levels that are shown by indenting. */
const DEEPEST_INDENT = 20;

/** What each model used, and the heaviest sessions. */
export function usageLines(
  models: readonly ModelUsage[],
  heavy: readonly ListedSession[],
): string[] {
  const lines = ["tokens and cost by model:"];
  for (const usage of models) {
    const costs = [dollars(usage.estimatedCost, "estimated"), dollars(usage.actualCost, "actual")];
    lines.push(
      `  ${usage.model ?? "no model recorded"}: ${count(usage.sessions, "session")}, ` +
        `${orDash(usage.input)} in, ${orDash(usage.output)} out, ` +
        `${orDash(usage.cacheRead)} read from cache, ${orDash(usage.cacheWrite)} written to it, ` +
        `${orDash(usage.reasoning)} reasoning, ${costs.filter((it) => it).join(", ") || "no cost"}`,
    );
  }
  lines.push("heaviest sessions:");
  for (const session of heavy) {
    const { row } = session;
    const cost = dollars(row?.estimated_cost_usd ?? null, "estimated") || "no cost";
    lines.push(
      `  ${orDash(session.id)}: ${orDash(tokensOf(row))} tokens, ${cost}, ` +
        `${orDash(row?.model)}  ${titleOf(session)}`,
    );
  }
  return lines.map(oneLine);
}

function titleOf({ row }: ListedSession): string {
  return row?.title ? `"${row.title}"` : "";
}

function messagesOf({ row, activity }: ListedSession): string {
  const recorded = row?.message_count ?? null;
  const differs = recorded !== null && String(recorded) !== String(activity.messages);
  return count(activity.messages, "message") + (differs ? ` (${recorded} recorded)` : "");
}

function amounts({ row }: ListedSession): string {
  const tokens = tokensOf(row);
  const costs = [
    dollars(row?.estimated_cost_usd ?? null, "estimated"),
    dollars(row?.actual_cost_usd ?? null, "actual"),
  ];
  const cost = costs.filter((it) => it).join(", ") || "no cost recorded";
  return `${tokens === null ? "no tokens recorded" : `${tokens} tokens`}, ${cost}`;
}

function placeLines({ row }: ListedSession): string[] {
  const parts = [
    row?.model && `model ${row.model}`,
    (row?.cwd || row?.git_repo_root) && `in ${row.cwd || row.git_repo_root}`,
    row?.git_branch && `branch ${row.git_branch}`,
  ];
  const line = parts.filter((it) => it).join(", ");
  return line === "" ? [] : [line];
}

function stateLines(session: ListedSession): string[] {
  const { row, parent, link, deleted, file, copies } = session;
  const parts = [
    ...(parent === null ? [] : [`${link ?? "child"} of ${parent}`]),
    ...(row?.end_reason ? [`ended: ${row.end_reason}`] : []),
    ...(row === null ? ["no session record, only messages"] : []),
    ...(deleted === null ? [] : [deletion(deleted.at, file)]),
    ...(isLive(file) ? [] : [`from ${file.sourceFile}`]),
    ...(copies === 0 ? [] : [`also in ${count(copies, "other file")}`]),
  ];
  return parts.length === 0 ? [] : [parts.join("; ")];
}

function deletion(at: Micros | null, file: ListedSession["file"]): string {
  const when = at === null ? "deleted" : `deleted ${formatMicros(at)}`;
  return isLive(file) ? `${when}, and there again` : when;
}

function dollars(stored: SqlValue, kind: string): string {
  return typeof stored === "number" || typeof stored === "bigint" ? `$${stored} ${kind}` : "";
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

function utc(time: Micros | null): string {
  return time === null ? "-" : formatMicros(time);
}

function oneLine(text: string): string {
  return forTerminal(text.replace(/\s*[\r\n]\s*/g, " "));
}
