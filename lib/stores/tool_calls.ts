/**
 * The tool calls of an assistant message.
 *
 * Rests on agent/chat_completion_helpers.py (how they are written) and
 * agent/message_sanitization.py (how Hermes pairs them) of the vendor.
 *
 * @module
 */

import {
  compactJson,
  field,
  isList,
  isObject,
  type Json,
  type JsonObject,
  parseJson,
  textOf,
} from "../evidence/json.ts";

/** One call, as far as it could be read. */
export interface ToolCall {
  readonly id: string | null;
  readonly name: string | null;
  /** What the call is about: a command, a path, an address, or its arguments as stored. */
  readonly text: string;
  /** Its arguments as stored, where `text` says a part of them; else null. */
  readonly given: string | null;
}

/** The calls of one message, and what is wrong with the list, if anything. */
export interface ToolCalls {
  readonly calls: readonly ToolCall[];
  readonly fault: string | null;
}

const NO_CALLS: ToolCalls = { calls: [], fault: null };

/** The arguments that say best what a call does, first choice first. */
const TELLING_ARGUMENTS = ["command", "path", "file_path", "url", "query"];

/** Reads the `tool_calls` column: JSON text, or nothing. */
export function readStoredToolCalls(stored: string | null): ToolCalls {
  if (stored === null || stored === "" || stored === "[]") return NO_CALLS;
  const usual = usualCalls(stored);
  if (usual !== null) return usual;
  const list = parseJson(stored);
  if (list === undefined) return { calls: [], fault: "tool_calls is not valid JSON" };
  return readToolCalls(list);
}

/** Reads a list of calls that is already decoded; a lone object is a list of one. */
export function readToolCalls(list: Json): ToolCalls {
  if (isObject(list)) return { calls: [readCall(list)], fault: null };
  if (!isList(list)) return { calls: [], fault: "tool_calls is not a list" };
  const entries = list.filter(isObject);
  const fault = entries.length === list.length ? null : "tool_calls entry is not an object";
  return { calls: entries.map(readCall), fault };
}

/** The id that pairs a call with its result: both sides are cut at the first `|`. */
export function pairingId(id: string | null): string | null {
  const cut = id?.split("|", 1)[0] ?? null;
  return cut === "" ? null : cut;
}

function readCall(call: JsonObject): ToolCall {
  const called = field(call, "function");
  const id = textOf(field(call, "call_id")) || textOf(field(call, "id"));
  const stored = field(called, "arguments");
  const text = argumentText(stored);
  const given = typeof stored === "string" || isObject(stored) ? wholeText(stored) : text;
  return {
    id: pairingId(id),
    name: textOf(field(called, "name")) || null,
    text,
    given: given === text ? null : given,
  };
}

/** Texts up to this length cannot nest deeper than our own reader follows. */
const SHORT = 2000;

/**
 * The calls of a short list that is just as Hermes writes it: nothing but texts
 * is asked of it, so the engine's own reader does, in a third of the time. Null
 * for any other list.
 */
function usualCalls(stored: string): ToolCalls | null {
  if (stored.length > SHORT) return null;
  const list = quickJson(stored);
  if (!Array.isArray(list)) return null;
  const calls: ToolCall[] = [];
  for (const entry of list as readonly (Record<string, unknown> | null)[]) {
    const called = entry?.["function"] as Record<string, unknown> | null | undefined;
    const name = called?.["name"];
    const id = entry?.["call_id"] || entry?.["id"];
    const stored = called?.["arguments"];
    if (typeof name !== "string" || typeof id !== "string" || typeof stored !== "string") {
      return null;
    }
    const text = tellingText(stored);
    const given = text === stored ? null : stored;
    calls.push({ id: pairingId(id), name: name || null, text, given });
  }
  return { calls, fault: null };
}

/** What the arguments say, as {@linkcode argumentText} would tell it. */
function tellingText(stored: string): string {
  if (stored.length > SHORT) return argumentText(stored);
  const values = quickJson(stored);
  if (values === null || typeof values !== "object" || Array.isArray(values)) return stored;
  for (const name of TELLING_ARGUMENTS) {
    const value = (values as Record<string, unknown>)[name];
    if (typeof value === "string" && value !== "") return value;
  }
  return stored;
}

function quickJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function argumentText(stored: Json | undefined): string {
  if (stored === undefined || stored === null) return "";
  const values = typeof stored === "string" ? parseJson(stored) : stored;
  if (isObject(values)) {
    for (const name of TELLING_ARGUMENTS) {
      const value = values.get(name);
      if (typeof value === "string" && value !== "") return value;
    }
  }
  return wholeText(stored);
}

function wholeText(stored: Json): string {
  return typeof stored === "string" ? stored : compactJson(stored);
}
