/**
 * The messages of state.db.
 *
 * Rests on hermes_state_common.py and hermes_state_messages.py of the vendor.
 * Inactive messages are evidence of rewound or compacted turns and are read too;
 * a delete removes the records, as far as free pages and older copies allow.
 *
 * @module
 */

import { type Cells, text, value } from "../../evidence/columns.ts";
import { storedTimeNote, trustedMicros } from "../../row/time.ts";
import { type ChatMessage, chatMessageRows, type MessagePlace } from "../chat_message.ts";
import { storedContentText } from "../content_parts.ts";
import type { Told } from "../reader.ts";
import { pairingId, readStoredToolCalls } from "../tool_calls.ts";
import { callKey } from "./message_links.ts";
import { part } from "./part.ts";
import type { State } from "./state.ts";

const COLUMNS = [
  text("session_id"),
  text("role"),
  text("content"),
  text("tool_call_id"),
  text("tool_calls"),
  text("tool_name"),
  value("timestamp"),
  text("reasoning"),
  text("reasoning_content"),
  value("active"),
  value("compacted"),
  value("observed"),
  value("_compressed_summary"),
  text("display_kind"),
  text("platform_message_id"),
  text("api_content"),
  value("id"),
] as const;

/** One part of state.db: the messages table. */
export const messages = part({
  table: "messages",
  columns: COLUMNS,
  told(cells, state): Iterable<Told> {
    return chatMessageRows(decode(cells), placeOf(cells, state));
  },
});

function decode(cells: Cells<typeof COLUMNS>): ChatMessage {
  const [
    ,
    ,
    role,
    content,
    toolCallId,
    toolCalls,
    toolName,
    ,
    reasoning,
    reasoningContent,
    ...rest
  ] = cells;
  const [active, compacted, observed, summary, displayKind, platformMessageId, apiContent] = rest;
  return {
    role,
    content: storedContentText(content),
    reasoning: reasoning || reasoningContent || null,
    toolCalls: readStoredToolCalls(toolCalls),
    toolCallsStored: toolCalls,
    toolCallId,
    toolName: toolName || null,
    displayKind: displayKind || null,
    active: active === null || isSet(active),
    compacted: isSet(compacted),
    compressedSummary: isSet(summary),
    observed: isSet(observed),
    platformMessageId: platformMessageId || null,
    apiContentDiffers: apiContent !== null && apiContent !== "" && apiContent !== content,
  };
}

function placeOf(cells: Cells<typeof COLUMNS>, state: State): MessagePlace {
  const [key, sessionId, role, , toolCallId, , toolName, stored] = cells;
  const id = cells[17];
  const session = sessionId === null ? undefined : state.sessions.get(sessionId);
  const time = trustedMicros(stored);
  const { links } = state;
  return {
    time,
    basis: time === null ? null : "utc",
    sessionId,
    projectPath: session?.projectPath ?? null,
    gitBranch: session?.gitBranch ?? null,
    model: session?.model ?? null,
    line: typeof id === "number" || typeof id === "bigint" ? id : key,
    superseded: links.superseded.has(key),
    modelBefore: links.modelBefore.get(key) ?? null,
    answersShell: role === "tool" && !toolName &&
      links.shellCalls.has(callKey(sessionId, pairingId(toolCallId))),
    untypedSource: session?.untypedSource ?? null,
    timeNote: time === null ? storedTimeNote(stored) : null,
  };
}

/** A flag column: 0 and the absent value are off. */
function isSet(stored: unknown): boolean {
  return stored !== null && stored !== 0 && stored !== "0" && stored !== "";
}
