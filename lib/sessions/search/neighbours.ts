/**
 * The messages before and after hits, in the same session.
 *
 * @module
 */

import { type Cells, type Database, type Key, text } from "../../evidence/database.ts";
import type { MESSAGE_COLUMNS } from "./document.ts";

/** Keys of the messages beside one. */
export interface Neighbours {
  readonly before: Key | null;
  readonly after: Key | null;
}

/**
 * The neighbours of messages, in one walk over all of them.
 *
 * @param keys Of messages, ascending
 * @param sessions The sessions that those messages belong to
 */
export function readNeighbours(
  db: Database,
  keys: readonly Key[],
  sessions: ReadonlySet<string | null>,
): Neighbours[] {
  const before: (Key | null)[] = [];
  const after: (Key | null)[] = [];
  const last = new Map<string | null, { key: Key; hit: number | null }>();
  let next = 0;
  for (const [key, session] of db.rows("messages", [text("session_id")])) {
    if (!sessions.has(session)) continue;
    const previous = last.get(session);
    if (previous !== undefined && previous.hit !== null) after[previous.hit] = key;
    const isHit = key === keys[next];
    if (isHit) before[next] = previous?.key ?? null;
    last.set(session, { key, hit: isHit ? next++ : null });
  }
  return keys.map((_, hit) => ({ before: before[hit] ?? null, after: after[hit] ?? null }));
}

type MessageCells = Cells<typeof MESSAGE_COLUMNS>;

/** Reads messages by key, also those of a table that has no keys to fetch by. */
export function messageFetcher(
  db: Database,
  columns: typeof MESSAGE_COLUMNS,
): (key: Key) => MessageCells | null {
  if (db.tables.get("messages")?.rowid !== null) return db.fetcher("messages", columns);
  const all = [...db.rows("messages", columns)];
  return (position) => all[Number(position) - 1] ?? null;
}
