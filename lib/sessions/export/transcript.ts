/**
 * Whole sessions, field by field, as their database holds them.
 *
 * @module
 */

import { type Database, type Key, text } from "../../evidence/database.ts";
import { promptResolver } from "../search/prompts.ts";
import { recordReader, type StoredRecord } from "./stored_record.ts";

/** One session of a database. */
export interface Transcript {
  /** Null for messages that name no session. */
  readonly id: string | null;
  /** Null when only messages are left of it. */
  readonly record: StoredRecord | null;
  /** Its own prompt, or the one its hash names. */
  readonly systemPrompt: string | null;
  /** Its messages by id. */
  messages(): Generator<StoredRecord>;
}

/**
 * Finds sessions in a database.
 *
 * @param ids The sessions wanted; null for all
 * @returns Those that have a record in stored order, then those with messages only
 */
export function readTranscripts(db: Database, ids: ReadonlySet<string> | null): Transcript[] {
  const keys = messageKeys(db, ids);
  const prompts = promptResolver(db);
  const found: Transcript[] = [];
  const seen = new Set<string | null>();
  const messagesOf = messageReader(db);
  const session = recordReader(db, "sessions");
  for (const [key, id] of db.rows("sessions", [text("id")])) {
    if (ids !== null && (id === null || !ids.has(id))) continue;
    seen.add(id);
    const record = session(key);
    found.push({
      id,
      record,
      systemPrompt: prompts(textIn(record, "system_prompt"), textIn(record, "system_prompt_hash")),
      messages: () => messagesOf(keys.get(id) ?? []),
    });
  }
  for (const [id, own] of keys) {
    if (seen.has(id)) continue;
    found.push({ id, record: null, systemPrompt: null, messages: () => messagesOf(own) });
  }
  return found;
}

function messageKeys(
  db: Database,
  ids: ReadonlySet<string> | null,
): Map<string | null, Key[]> {
  const keys = new Map<string | null, Key[]>();
  for (const [key, id] of db.rows("messages", [text("session_id")])) {
    if (ids !== null && (id === null || !ids.has(id))) continue;
    const own = keys.get(id);
    if (own === undefined) keys.set(id, [key]);
    else own.push(key);
  }
  return keys;
}

function messageReader(db: Database): (keys: readonly Key[]) => Generator<StoredRecord> {
  const read = recordReader(db, "messages");
  return function* (keys): Generator<StoredRecord> {
    for (const key of keys) {
      const record = read(key);
      if (record !== null) yield record;
    }
  };
}

function textIn(record: StoredRecord | null, column: string): string | null {
  const stored = record?.get(column) ?? null;
  return typeof stored === "string" && stored !== "" ? stored : null;
}
