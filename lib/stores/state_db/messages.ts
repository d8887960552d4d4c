/**
 * The messages of state.db.
 *
 * Rests on hermes_state_common.py and hermes_state_messages.py of the vendor.
 * Inactive messages are evidence of rewound or compacted turns and are read too;
 * a delete removes the records, as far as free pages and older copies allow.
 *
 * @module
 */

import { type Cells, type Key, text, value } from "../../evidence/columns.ts";
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
  value("active", { usual: 1 }),
  value("compacted", { usual: 0 }),
  value("observed", { usual: 0 }),
  value("_compressed_summary", { usual: 0 }),
  text("display_kind"),
  text("platform_message_id"),
  text("api_content"),
  value("id", { usual: "key" }),
] as const;

type MessageCells = Cells<typeof COLUMNS>;

/** One part of state.db: the messages table. */
export const messages = part({
  table: "messages",
  columns: COLUMNS,
  told(cells, state): Iterable<Told> {
    const message = decode(cells);
    const place = placeOf(cells, state);
    // An error row comes apart from the others, which are then not all of them.
    const isWhole = message.toolCalls.fault === null;
    return chatMessageRows(message, isWhole ? place : { ...place, record: null });
  },
});

/** By position: taking an array apart by its iterator costs more than the rest (hot path). */
function decode(cells: MessageCells): ChatMessage {
  const content = cells[3];
  const toolCalls = cells[5];
  const active = cells[10];
  const apiContent = cells[16];
  return {
    role: cells[2],
    content: storedContentText(content),
    reasoning: cells[8] || cells[9] || null,
    toolCalls: readStoredToolCalls(toolCalls),
    toolCallsStored: toolCalls,
    toolCallId: cells[4],
    toolName: cells[6] || null,
    displayKind: cells[14] || null,
    active: active !== 0,
    compacted: isSet(cells[11]),
    compressedSummary: isSet(cells[13]),
    observed: isSet(cells[12]),
    platformMessageId: cells[15] || null,
    apiContentDiffers: apiContent !== null && apiContent !== "" && apiContent !== content,
  };
}

function placeOf(cells: MessageCells, state: State): MessagePlace {
  const key = cells[0];
  const sessionId = cells[1];
  const stored = cells[7];
  const id = cells[17];
  const session = sessionId === null ? undefined : state.sessions.get(sessionId);
  const time = trustedMicros(stored);
  const isMarker = cells[14] === "model_switch";
  const isNamelessResult = cells[2] === "tool" && !cells[6];
  return {
    time,
    basis: time === null ? null : "utc",
    sessionId,
    projectPath: session?.projectPath ?? null,
    gitBranch: session?.gitBranch ?? null,
    model: session?.model ?? null,
    line: typeof id === "number" || typeof id === "bigint" ? id : key,
    // A usual value is told as null, so only a message that may be inactive is looked up.
    superseded: cells[10] !== null && state.links.superseded.has(key),
    modelBefore: isMarker ? state.links.modelBefore.get(key) ?? null : null,
    answersShell: isNamelessResult &&
      state.links.shellCalls.has(callKey(sessionId, pairingId(cells[4]))),
    record: isMarker || isNamelessResult ? null : recordOf(key),
    untypedSource: session?.untypedSource ?? null,
    timeNote: time === null ? storedTimeNote(stored) : null,
  };
}

/** Keys beyond this are nothing that Hermes gives. */
const HIGHEST = 2 ** 32;

function recordOf(key: Key): number | null {
  return typeof key === "number" && key >= 0 && key < HIGHEST ? key : null;
}

/** A flag column: 0 and the absent value are off. */
function isSet(stored: unknown): boolean {
  return stored !== null && stored !== 0 && stored !== "0" && stored !== "";
}
