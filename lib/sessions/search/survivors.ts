/**
 * Words inside state.db that are in no message: answers of deleted sessions,
 * input that never became one, what was said in rooms, results of background tasks.
 *
 * @module
 */

import type { Database } from "../../evidence/database.ts";
import type { Row } from "../../row/row.ts";
import { isTrouble, troubleRow } from "../../row/trouble.ts";
import type { Told } from "../../stores/reader.ts";
import { admissions } from "../../stores/state_db/admissions.ts";
import { answers } from "../../stores/state_db/answers.ts";
import { delegations } from "../../stores/state_db/delegations.ts";
import { roomEvents } from "../../stores/state_db/rooms.ts";
import type { AnyPart } from "../../stores/state_db/part.ts";
import { prepareState, type State } from "../../stores/state_db/state.ts";
import { type Document, toolFields } from "./document.ts";

/** The rows of those records as documents; admissions only where the live store can judge them. */
export function* survivorDocuments(db: Database, isLive: boolean): Generator<Document> {
  const filled = PARTS.filter((part) => (isLive || part !== admissions) && hasRecords(db, part));
  if (filled.length === 0) return;
  const state = prepareState(db, null);
  for (const part of filled) {
    const filter = part.filter?.(state) ?? undefined;
    for (const cells of db.rows(part.table, part.columns, filter)) {
      for (const item of part.told(cells, state)) yield toldDocument(item);
    }
  }
}

const PARTS: readonly AnyPart[] = [answers, admissions, roomEvents, delegations];

/** Preparing the state walks over all messages: not done for nothing. */
function hasRecords(db: Database, part: AnyPart): boolean {
  // a filter looks at the database alone
  const filter = part.filter?.({ db } as State);
  if (filter === null) return false;
  for (const _ of db.rows(part.table, [], filter)) return true;
  return false;
}

const ROLES: Readonly<Record<Row["turn"], string>> = {
  user: "user",
  assistant: "assistant",
  thinking: "assistant",
  "tool_use": "assistant",
  "tool_result": "tool",
  system: "system",
};

/** What a reader tells as a document: a record that does not decode may hold words too. */
export function toldDocument(told: Told): Document {
  return rowDocument(isTrouble(told) ? troubleRow(told) : told);
}

/** A row of a timeline as a document. */
function rowDocument(row: Row): Document {
  return {
    line: row.line,
    sessionId: row.sessionId,
    role: ROLES[row.turn],
    timestamp: row.time === null ? null : row.time / 1e6,
    toolName: row.toolName || null,
    fields: [row.text, ...toolFields(row.toolName, row.given ?? null)],
    notes: row.notes,
  };
}
