/**
 * What a message that differs says: read when it is told, never before.
 *
 * @module
 */

import {
  type Cells,
  type Column,
  type Database,
  type Key,
  type SqlValue,
  text,
  value,
} from "../evidence/database.ts";
import { storedTimeNote, trustedMicros } from "../row/time.ts";
import { storedValue } from "../row/trouble.ts";
import { storedContentText } from "../stores/content_parts.ts";
import { readStoredToolCalls } from "../stores/tool_calls.ts";
import { type Change, change, type FieldChange } from "./change.ts";
import type { MessageChange } from "./message_changes.ts";
import { messageRows } from "./message_rows.ts";
import { DETAIL_COLUMNS, IDENTITY_COLUMNS, type Shape } from "./message_shape.ts";
import { fieldChanges } from "./stored_value.ts";

/** Tells message changes of two databases that are open. */
export function messageTeller(
  older: Database,
  newer: Database,
  shape: Shape,
): (found: MessageChange) => Change {
  const before = reader(older);
  const after = reader(newer);
  return (found) => {
    const was = found.older === null ? null : before(found.older);
    const is = found.newer === null ? null : after(found.newer);
    return told(found, { was, is }, shape);
  };
}

/** Columns that are told, in the order in which a difference of them is. */
const NAMED = [
  value("timestamp"),
  value("active"),
  value("compacted"),
  ...IDENTITY_COLUMNS.map((name) => text(name)),
  ...DETAIL_COLUMNS.map((name) => text(name)),
  text("message_uid"),
];
const NAMES = NAMED.map(({ name }) => name);
const COLUMNS: readonly Column[] = [value("id"), ...NAMED];

/** A message as far as it is told. */
interface Message {
  readonly line: Key;
  /** In the order of {@linkcode NAMES}. */
  readonly cells: readonly SqlValue[];
}

type Read = (key: Key) => Message | null;

function reader(db: Database): Read {
  const fetch = messageRows(db, COLUMNS);
  return (key) => messageOf(fetch(key));
}

function messageOf(cells: Cells<readonly Column[]> | null): Message | null {
  if (cells === null) return null;
  const [key, id, ...named] = cells;
  return { line: typeof id === "number" || typeof id === "bigint" ? id : key, cells: named };
}

function told(
  found: MessageChange,
  { was, is }: { was: Message | null; is: Message | null },
  shape: Shape,
): Change {
  const shown = is ?? was;
  const stored = cell(shown, "timestamp");
  const time = trustedMicros(stored);
  const { kind, sessionId } = found;
  return change(kind, {
    sessionId,
    time,
    timeNote: time === null ? storedTimeNote(stored) : null,
    role: textCell(was ?? is, "role"),
    text: storedValue(wordsOf(kind === "edited" ? was : shown)),
    fields: was === null || is === null ? [] : differences(was, is, shape),
    olderLine: was?.line ?? found.older,
    newerLine: is?.line ?? found.newer,
  });
}

/** A column that only one database has says nothing of the message. */
function differences(was: Message, is: Message, shape: Shape): FieldChange[] {
  const compared = new Set([...ALWAYS, ...shape.details]);
  return fieldChanges(NAMES, { before: was.cells, after: is.cells }).filter((
    { name, before, after },
  ) => name === "message_uid" ? before !== null && after !== null : compared.has(name));
}

/** Compared whatever the columns are: an absent one has its standard value. */
const ALWAYS: readonly string[] = ["timestamp", "active", "compacted", ...IDENTITY_COLUMNS];

/** The words of a message, else its calls, else its thoughts. */
function wordsOf(message: Message | null): string {
  const content = storedContentText(textCell(message, "content"));
  if (content) return content;
  const { calls } = readStoredToolCalls(textCell(message, "tool_calls"));
  if (calls.length > 0) return calls.map(({ name, text }) => `${name ?? "-"}: ${text}`).join("; ");
  return textCell(message, "reasoning") || textCell(message, "reasoning_content") || "";
}

function cell(message: Message | null, name: string): SqlValue {
  return message?.cells[NAMES.indexOf(name)] ?? null;
}

function textCell(message: Message | null, name: string): string | null {
  const stored = cell(message, name);
  return typeof stored === "string" ? stored : null;
}
