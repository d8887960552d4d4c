/**
 * What is searched: a message, a system prompt, or a row of another store.
 *
 * Rests on hermes_state_common.py of the vendor, whose index covers the content,
 * the tool's name and the tool calls of a message, as stored.
 *
 * @module
 */

import { type Cells, type Column, type SqlValue, text, value } from "../../evidence/columns.ts";
import { storedContentText } from "../../stores/content_parts.ts";
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
  /** At most 200 characters. */
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
  const fields = [storedContentText(content) ?? ""];
  if (toolName) fields.push(toolName);
  if (toolCalls) fields.push(toolCalls, ...callWords(toolCalls));
  return fields;
}

/** Characters (code points) of a message that are shown beside a hit. */
const LONGEST_CONTEXT = 200;

/** A message as it is shown beside a hit. */
export function contextLine(role: string | null, content: string | null): ContextLine {
  const words = storedContentText(content) ?? "";
  const short = words.length <= LONGEST_CONTEXT
    ? words
    : Array.from(words.slice(0, 2 * LONGEST_CONTEXT)).slice(0, LONGEST_CONTEXT).join("");
  return { role, content: short };
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
