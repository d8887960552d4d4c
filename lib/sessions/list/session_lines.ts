/**
 * Listed sessions as lines for a terminal.
 *
 * @module
 */

import type { SqlValue } from "../../evidence/columns.ts";
import { onOneLine } from "../../row/escape.ts";
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
  const owner = joined("/", file.owner.user, file.owner.profile);
  const lines = [
    joined("  ", orDash(id), orDash(row?.source), titleOf(session), owner),
    `    started ${utc(startOf(session))}, last active ${utc(lastActive(session))}, ` +
    `${messagesOf(session)}, ${amounts(session)}`,
  ];
  for (const line of [placeLine(session), stateLine(session)]) {
    if (line !== "") lines.push(`    ${line}`);
  }
  if (preview !== "") lines.push(`    > ${preview}`);
  return lines.map(onOneLine);
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
  const started = utc(startOf(session));
  const words = joined("  ", orDash(id), orDash(row?.source), started, titleOf(session));
  return onOneLine(`${indent}${deep}${words}${note}`);
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
    lines.push(
      `  ${usage.model ?? "no model recorded"}: ${count(usage.sessions, "session")}, ` +
        `${orDash(usage.input)} in, ${orDash(usage.output)} out, ` +
        `${orDash(usage.cacheRead)} read from cache, ${orDash(usage.cacheWrite)} written to it, ` +
        `${orDash(usage.reasoning)} reasoning, ${
          costsOf(usage.estimatedCost, usage.actualCost) || "no cost"
        }`,
    );
  }
  lines.push("heaviest sessions:");
  for (const session of heavy) {
    const { row } = session;
    const cost = dollars(row?.estimated_cost_usd ?? null, "estimated") || "no cost";
    lines.push(
      `  ${orDash(session.id)}: ${orDash(tokensOf(row))} tokens, ${cost}, ` +
        joined("  ", orDash(row?.model), titleOf(session)),
    );
  }
  return lines.map(onOneLine);
}

function titleOf({ row }: ListedSession): string {
  return row?.title ? `"${row.title}"` : "";
}

function messagesOf({ row, activity }: ListedSession): string {
  const recorded = row?.message_count ?? null;
  const differs = recorded !== null && recorded !== activity.messages &&
    String(recorded) !== String(activity.messages);
  return count(activity.messages, "message") + (differs ? ` (${recorded} recorded)` : "");
}

function amounts({ row }: ListedSession): string {
  const tokens = tokensOf(row);
  const cost = costsOf(row?.estimated_cost_usd ?? null, row?.actual_cost_usd ?? null);
  const spent = tokens === null ? "no tokens recorded" : `${tokens} tokens`;
  return `${spent}, ${cost || "no cost recorded"}`;
}

function costsOf(estimated: SqlValue, actual: SqlValue): string {
  return joined(", ", dollars(estimated, "estimated"), dollars(actual, "actual"));
}

function placeLine({ row }: ListedSession): string {
  if (row === null) return "";
  const place = row.cwd || row.git_repo_root;
  return joined(
    ", ",
    row.model && `model ${row.model}`,
    place && `in ${place}`,
    row.git_branch && `branch ${row.git_branch}`,
  );
}

function stateLine({ row, parent, link, deleted, file, copies }: ListedSession): string {
  return joined(
    "; ",
    parent === null ? null : `${link ?? "child"} of ${parent}`,
    row?.end_reason && `ended: ${row.end_reason}`,
    row === null ? "no session record, only messages" : null,
    deleted === null ? null : deletion(deleted.at, row !== null && isLive(file)),
    isLive(file) ? null : `from ${file.sourceFile}`,
    copies === 0 ? null : `also in ${count(copies, "other file")}`,
  );
}

/** @param isBack The live store has a record of it: its messages alone may have been left behind */
function deletion(at: Micros | null, isBack: boolean): string {
  const when = at === null ? "deleted" : `deleted ${formatMicros(at)}`;
  return isBack ? `${when}, and there again` : when;
}

function dollars(stored: SqlValue, kind: string): string {
  return typeof stored === "number" || typeof stored === "bigint" ? `$${stored} ${kind}` : "";
}

/** The parts that are there. */
function joined(between: string, ...parts: readonly (string | null | undefined)[]): string {
  let text = "";
  for (const part of parts) if (part) text += text === "" ? part : between + part;
  return text;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

function utc(time: Micros | null): string {
  return time === null ? "-" : formatMicros(time);
}
