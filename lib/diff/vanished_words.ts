/**
 * What a database still holds of sessions that another one no longer has.
 *
 * @module
 */

import { type Database, type Filter, text, value } from "../evidence/database.ts";
import type { Micros } from "../row/row.ts";
import { trustedMicros } from "../row/time.ts";
import { storedValue } from "../row/trouble.ts";
import { storedContentText } from "../stores/content_parts.ts";
import { TABLE } from "./message_shape.ts";
import { SESSIONS } from "./session_fields.ts";
import type { SpokenWords, WordIndex } from "./word_index.ts";

/** One session's words in one database. */
export interface SessionWords {
  messages: number;
  firstPrompt: string | null;
  firstTime: Micros | null;
  lastTime: Micros | null;
  /** Entries of other stores that repeat its words. */
  readonly repeats: Set<number>;
}

/** Whose words are wanted. */
export interface Wanted {
  /** Sessions of this database that the other one lacks. */
  readonly ids: readonly string[];
  /** True for a session that the other one has: words without a session row may be its. */
  readonly isKnown: (id: string) => boolean;
  /** Where else words stand; null when that is not asked. */
  readonly index: WordIndex | null;
  /** Source of a session, or null. */
  readonly sourceOf: (id: string) => string | null;
}

/** Reads, in one scan, the messages of the sessions and those whose session row is gone. */
export function readVanishedWords(db: Database, wanted: Wanted): Map<string, SessionWords> {
  const found = new Map<string, SessionWords>();
  const ids = new Set(wanted.ids);
  for (const cells of db.rows(TABLE, COLUMNS, filterOf(db, wanted.ids))) {
    const [, id, role, content, stored, displayKind, active] = cells;
    if (!id || (!ids.has(id) && wanted.isKnown(id))) continue;
    const words = found.get(id) ?? newWords();
    found.set(id, words);
    const time = trustedMicros(stored);
    const spoken = storedContentText(content) ?? "";
    count(words, { time, prompt: role === "user" && !displayKind && active !== 0 ? spoken : null });
    if (wanted.index === null || spoken === "") continue;
    const said: SpokenWords = { role, text: spoken, time, source: wanted.sourceOf(id) };
    for (const entry of wanted.index.find(said)) words.repeats.add(entry);
  }
  return found;
}

const COLUMNS = [
  text("session_id"),
  text("role"),
  text("content"),
  value("timestamp"),
  text("display_kind"),
  value("active"),
] as const;

function filterOf(db: Database, ids: readonly string[]): Filter {
  const orphans = db.has(SESSIONS, "id")
    ? `session_id NOT IN (SELECT id FROM ${SESSIONS} NOT INDEXED WHERE id IS NOT NULL)`
    : "1";
  const where = `session_id IN (SELECT value FROM json_each(?)) OR ${orphans}`;
  return { where, params: [JSON.stringify(ids)] };
}

function newWords(): SessionWords {
  return { messages: 0, firstPrompt: null, firstTime: null, lastTime: null, repeats: new Set() };
}

function count(words: SessionWords, said: { time: Micros | null; prompt: string | null }): void {
  words.messages++;
  if (said.prompt && words.firstPrompt === null) words.firstPrompt = storedValue(said.prompt);
  const { time } = said;
  if (time === null) return;
  if (words.firstTime === null || time < words.firstTime) words.firstTime = time;
  if (words.lastTime === null || time > words.lastTime) words.lastTime = time;
}
