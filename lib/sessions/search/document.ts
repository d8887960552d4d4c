/**
 * What is searched: a message, a system prompt, or a row of another store.
 *
 * Rests on hermes_state_common.py of the vendor, whose index covers the content,
 * the tool's name and the tool calls of a message, as stored.
 *
 * @module
 */

import { type Cells, type Column, type SqlValue, text, value } from "../../evidence/columns.ts";
import { orDash } from "../../row/text.ts";
import { storedContentText } from "../../stores/content_parts.ts";
import { readStoredToolCalls } from "../../stores/tool_calls.ts";
import { callWords } from "./call_words.ts";

/** One thing that can be a hit. */
export interface Document {
  /** What its source counts in; null for a system prompt. */
  readonly line: number | bigint | null;
  readonly sessionId: string | null;
  readonly role: string | null;
  /** Epoch seconds as stored. */
  readonly timestamp: SqlValue;
  readonly toolName: string | null;
  /** The texts that are searched, the telling one first. */
  readonly fields: readonly string[];
  /** What an examiner must know of it: `inactive`, `compacted`, … */
  readonly notes: readonly string[];
}

/** A message beside a hit. */
export interface ContextLine {
  readonly role: string | null;
  /** At most 200 characters; of a message without words, its tool calls in brackets. */
  readonly content: string;
}

/** A hit with what stands around it in its session. */
export interface Context {
  readonly before: ContextLine | null;
  readonly own: ContextLine;
  readonly after: ContextLine | null;
}

/** The columns of a message that a document is made of. */
export const MESSAGE_COLUMNS = [
  text("session_id"),
  text("role"),
  text("content"),
  text("tool_name"),
  text("tool_calls"),
  value("timestamp"),
  value("active"),
  value("compacted"),
  text("display_kind"),
  value("observed"),
  value("_compressed_summary"),
  value("id"),
] as const satisfies readonly Column[];

/** A message as a document. */
export function messageDocument(cells: Cells<typeof MESSAGE_COLUMNS>): Document {
  const [key, sessionId, role, content, toolName, toolCalls, timestamp, ...flags] = cells;
  const id = flags[5];
  return {
    line: typeof id === "number" || typeof id === "bigint" ? id : key,
    sessionId,
    role,
    timestamp,
    toolName: toolName || null,
    fields: messageFields(content, toolName, toolCalls),
    notes: notesOf(flags),
  };
}

/** The searched texts of a message. */
export function messageFields(
  content: string | null,
  toolName: string | null,
  toolCalls: string | null,
): string[] {
  return [storedContentText(content) ?? "", ...toolFields(toolName, toolCalls)];
}

/** The searched texts of a tool: its name, its calls as stored, and the words these hide. */
export function toolFields(toolName: string | null, toolCalls: string | null): string[] {
  const fields = toolName ? [toolName] : [];
  if (toolCalls) fields.push(toolCalls, ...callWords(toolCalls));
  return fields;
}

/** The tool calls among the searched texts of a document. */
export function callsIn(
  { toolName, fields }: Pick<Document, "toolName" | "fields">,
): string | null {
  return fields[toolName === null ? 1 : 2] ?? null;
}

/** Characters (code points) of a message that are shown beside a hit. */
const LONGEST_CONTEXT = 200;

/**
 * A message as it is shown beside a hit: its words, else what it did.
 *
 * @param words As they were meant, not as they are stored
 * @param toolCalls As stored
 */
export function contextLine(
  role: string | null,
  words: string | null,
  toolCalls: string | null = null,
): ContextLine {
  const content = shortened(words ?? "");
  if (content.trim() !== "") return { role, content };
  return { role, content: shortened(deeds(toolCalls)) || content };
}

/** Half of a character beyond the first 65,536. */
const HALF = /[\ud800-\udfff]/;

function shortened(text: string): string {
  if (text.length <= LONGEST_CONTEXT) return text;
  const start = text.slice(0, LONGEST_CONTEXT);
  if (!HALF.test(start)) return start; // nearly always, and a tenth of the time
  return Array.from(text.slice(0, 2 * LONGEST_CONTEXT)).slice(0, LONGEST_CONTEXT).join("");
}

/** `[terminal: docker ps; read_file: /etc/hosts]`; empty where nothing was called. */
function deeds(toolCalls: string | null): string {
  const { calls, fault } = readStoredToolCalls(toolCalls);
  if (calls.length === 0) return fault === null ? "" : `[${fault}]`;
  const told = calls.map(({ name, text }) =>
    text === "" ? orDash(name) : `${orDash(name)}: ${text}`
  );
  return `[${told.join("; ")}]`;
}

type Flags = readonly [SqlValue, SqlValue, string | null, SqlValue, SqlValue, SqlValue];

function notesOf([active, compacted, displayKind, observed, summary]: Flags): string[] {
  const notes: string[] = [];
  if (active !== null && !isSet(active)) notes.push("inactive");
  if (isSet(compacted)) notes.push("compacted");
  if (displayKind) notes.push(`display_kind=${displayKind}`);
  if (isSet(summary)) notes.push("compressed summary");
  if (isSet(observed)) notes.push("observed");
  return notes;
}

/** A flag column: 0 and the absent value are off. */
function isSet(stored: SqlValue): boolean {
  return stored !== null && stored !== 0 && stored !== "0" && stored !== "";
}
