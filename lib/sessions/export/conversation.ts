/**
 * A session as an OpenAI chat conversation, as the vendor replays it to a model.
 *
 * Rests on `get_messages_as_conversation` of hermes_state_messages.py of the
 * vendor: active messages alone, in the order of their ids. Tool calls that do
 * not decode stay as they are stored.
 *
 * @module
 */

import type { SqlValue } from "../../evidence/columns.ts";
import { type Json, type JsonObject, parseJson } from "../../evidence/json.ts";
import { jsonValue } from "../json_record.ts";
import type { StoredRecord } from "./stored_record.ts";

/** Columns of JSON text that a conversation holds decoded. */
const DECODED = ["reasoning_details", "codex_reasoning_items", "codex_message_items"];

const LIST_PREFIX = "\0json:";

/** The system prompt as the conversation's first message. */
export function systemMessage(prompt: string): JsonObject {
  return new Map<string, Json>([["role", "system"], ["content", prompt]]);
}

const CHAT_ROLES: readonly SqlValue[] = ["system", "user", "assistant", "tool"];

/** True for a message that a model would be told again: active, and of a role it knows. */
export function isReplayed(record: StoredRecord): boolean {
  const active = record.get("active") ?? null;
  return (active === null || Number(active) !== 0) &&
    CHAT_ROLES.includes(record.get("role") ?? null);
}

/** One message; only the fields that hold something. */
export function chatMessage(record: StoredRecord): JsonObject {
  const message = new Map<string, Json>();
  const get = (column: string): SqlValue => record.get(column) ?? null;
  message.set("role", jsonValue(get("role")));
  message.set("content", content(get("content")));
  for (const [name, column] of [["tool_call_id", "tool_call_id"], ["name", "tool_name"]] as const) {
    if (get(column)) message.set(name, jsonValue(get(column)));
  }
  if (get("tool_calls")) message.set("tool_calls", decoded(get("tool_calls")));
  for (const column of ["finish_reason", "reasoning", "reasoning_content"]) {
    if (get(column)) message.set(column, jsonValue(get(column)));
  }
  for (const column of DECODED) if (get(column)) message.set(column, decoded(get(column)));
  message.set("timestamp", jsonValue(get("timestamp")));
  return message;
}

function content(stored: SqlValue): Json {
  if (typeof stored !== "string" || !stored.startsWith(LIST_PREFIX)) return jsonValue(stored);
  return parseJson(stored.slice(LIST_PREFIX.length)) ?? stored;
}

function decoded(stored: SqlValue): Json {
  const value = typeof stored === "string" ? parseJson(stored) : undefined;
  return value === undefined ? jsonValue(stored) : value;
}
