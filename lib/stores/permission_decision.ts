/**
 * What the shell tool's result says about permission.
 *
 * Rests on tools/terminal_tool.py, tools/terminal_tool_result.py and
 * tools/approval.py of the vendor: the outcome is a key of the result's JSON.
 *
 * @module
 */

import { field, isObject, parseJson, textOf } from "../evidence/json.ts";
import { type Maybe, orDash, type RowText } from "../row/text.ts";

/** A command that needed approval and got it. */
export const decisionApproved: RowText<{ note: Maybe }> = {
  means: "A flagged command was approved, by a person or by smart approval",
  example: {
    note: "Command required approval (recursive delete) and was approved by the user.",
  },
  says: ({ note }) => `permission decision: approved (${orDash(note)})`,
};

/** A command that was refused. */
export const decisionBlocked: RowText<{ error: Maybe; userSummary: Maybe }> = {
  means: "A command was refused; user_summary when a person was asked",
  example: {
    error: "BLOCKED: User denied this command.",
    userSummary: "rm -rf build/",
  },
  says: ({ error, userSummary }) => {
    const asked = userSummary !== null && userSummary !== undefined && userSummary !== "";
    return `permission decision: blocked ${orDash(error)}${
      asked ? ` user_summary=${userSummary}` : ""
    }`;
  },
};

/** A command that waits for a person. */
export const decisionPending: RowText<{ pattern: Maybe; smartDenied: Maybe }> = {
  means: "A command waited for a person's approval",
  example: { pattern: "recursive delete", smartDenied: false },
  says: ({ pattern, smartDenied }) =>
    `permission decision: pending pattern=${orDash(pattern)} smart_denied=${orDash(smartDenied)}`,
};

/** The decision rows of a shell tool's result; none when it is not a JSON object. */
export function permissionDecisions(content: string | null): string[] {
  if (content === null || !mayDecide(content)) return [];
  const result = parseJson(content);
  if (!isObject(result)) return [];
  const told: string[] = [];
  const note = textOf(field(result, "approval"));
  const status = field(result, "status");
  if (note) told.push(decisionApproved.says({ note }));
  if (status === "blocked") {
    told.push(decisionBlocked.says({
      error: textOf(field(result, "error")),
      userSummary: textOf(field(result, "user_summary")),
    }));
  }
  if (status === "pending_approval") {
    told.push(decisionPending.says({
      pattern: textOf(field(result, "pattern_key")),
      smartDenied: textOf(field(result, "smart_denied")),
    }));
  }
  return told;
}

/** Most results decide nothing: one look at the text saves decoding them (hot path). */
function mayDecide(content: string): boolean {
  const named = content.includes("approval") || content.includes("status") ||
    content.includes("\\u");
  return named && /^\s*\{/.test(content);
}
