/**
 * OpenAI chat messages that are stored as JSON objects: diverts, the response
 * store, spooled messages and the legacy session files.
 *
 * Rests on agent/session_persistence.py of the vendor for the keys.
 *
 * @module
 */

import { compactJson, field, type Json, type JsonObject, textOf } from "../evidence/json.ts";
import {
  type ChatMessage,
  chatMessageRows,
  MESSAGE_TEXTS,
  type MessagePlace,
  NO_PLACE,
  SHELL_TOOL,
} from "./chat_message.ts";
import { contentText, storedContentText } from "./content_parts.ts";
import { readMarker } from "./model_switch.ts";
import { decisionApproved, decisionBlocked, decisionPending } from "./permission_decision.ts";
import type { Told } from "./reader.ts";
import { pairingId, readStoredToolCalls, readToolCalls, type ToolCalls } from "./tool_calls.ts";

/** Every sentence that a message in JSON can give. */
export const JSON_MESSAGE_TEXTS = {
  ...MESSAGE_TEXTS,
  decisionApproved,
  decisionBlocked,
  decisionPending,
};

/** Reads one message: a key that is absent or null counts as absent. */
export function jsonMessage(message: JsonObject): ChatMessage {
  const calls = field(message, "tool_calls");
  const content = messageWords(message);
  return {
    role: textOf(field(message, "role")),
    content,
    reasoning: textOf(field(message, "reasoning")) ||
      textOf(field(message, "reasoning_content")),
    toolCalls: toolCallsOf(calls),
    toolCallsStored: calls === undefined || typeof calls === "string"
      ? calls ?? null
      : compactJson(calls),
    toolCallId: textOf(field(message, "tool_call_id")),
    toolName: textOf(field(message, "tool_name")),
    displayKind: textOf(field(message, "display_kind")),
    active: true,
    compacted: false,
    compressedSummary: isSet(field(message, "_compressed_summary")),
    observed: isSet(field(message, "observed")),
    platformMessageId: textOf(field(message, "platform_message_id")),
    apiContentDiffers: differs(contentText(field(message, "api_content")), content),
  };
}

/** The words of a message's content, parts joined; null when it has none. */
export function messageWords(message: JsonObject): string | null {
  const content = field(message, "content");
  return typeof content === "string" ? storedContentText(content) : contentText(content);
}

/**
 * Turns the messages of one conversation into rows, in their order: what a
 * message means may rest on the ones before it.
 */
export function conversation(): (
  message: JsonObject,
  place: Partial<MessagePlace>,
) => Iterable<Told> {
  const shellCalls = new Set<string>();
  let modelBefore: string | null = null;
  return (stored, place) => {
    const message = jsonMessage(stored);
    for (const { id, name } of message.toolCalls.calls) {
      if (id !== null && name === SHELL_TOOL) shellCalls.add(id);
    }
    const answersShell = shellCalls.has(pairingId(message.toolCallId) ?? "");
    const rows = chatMessageRows(message, { ...NO_PLACE, ...place, modelBefore, answersShell });
    if (message.displayKind === "model_switch") {
      modelBefore = readMarker(message.content)?.model ?? modelBefore;
    }
    return rows;
  };
}

function toolCallsOf(calls: Json | undefined): ToolCalls {
  if (calls === undefined || calls === null) return readStoredToolCalls(null);
  return typeof calls === "string" ? readStoredToolCalls(calls) : readToolCalls(calls);
}

function isSet(flag: Json | undefined): boolean {
  return flag === true || flag === 1;
}

function differs(apiContent: string | null, content: string | null): boolean {
  return apiContent !== null && apiContent !== "" && apiContent !== content;
}
