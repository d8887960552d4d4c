/**
 * Inactive messages that are copies of active ones.
 *
 * Compaction re-inserts the tail it carries as new active messages and leaves
 * the originals inactive (hermes_state_messages.py of the vendor): those are
 * copies, not rewinds. Twins are told by their whole identity, or by their uid.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { type Database, type Key, text, value } from "../../evidence/database.ts";
import type { KeyIndex } from "./key_index.ts";

/** True in SQL for an inactive message; an absent flag counts as active. */
export const IS_INACTIVE = "COALESCE(active, 1) = 0";

const IDENTITY = [
  text("session_id"),
  text("message_uid"),
  text("role"),
  text("content"),
  text("tool_call_id"),
  value("timestamp"),
  text("tool_calls"),
  text("tool_name"),
] as const;

/**
 * The keys of the copies. Twins have one time, so only messages of those times
 * are fetched; a table WITHOUT ROWID, which no build writes, has none to tell.
 *
 * @param inactive Positions in the index
 */
export function readSuperseded(
  db: Database,
  index: KeyIndex,
  inactive: readonly number[],
): Set<Key> {
  const fetch = db.fetcher("messages", IDENTITY);
  const copies = new Map<string, Key[]>();
  const times = new Set<number>();
  const uids = new Set<string>();
  for (const position of inactive) {
    times.add(index.time(position));
    const cells = fetch(index.key(position));
    if (cells === null) continue;
    const [key, sessionId, uid, ...rest] = cells;
    addTo(copies, digest([sessionId, ...rest]), key);
    if (!uid) continue;
    addTo(copies, digest([sessionId, uid]), key);
    uids.add(uid);
  }
  const superseded = new Set<Key>();
  const found = (identity: string): void => {
    for (const key of copies.get(identity) ?? []) superseded.add(key);
  };
  const isInactive = new Set(inactive);
  for (let position = 0; position < index.length; position++) {
    if (!times.has(index.time(position)) || isInactive.has(position)) continue;
    const cells = fetch(index.key(position));
    if (cells === null) continue;
    const [, sessionId, , ...rest] = cells;
    found(digest([sessionId, ...rest]));
  }
  for (const identity of activeUids(db, uids)) found(identity);
  return superseded;
}

/** Short names of the active messages that have one of these uids. */
function* activeUids(db: Database, uids: ReadonlySet<string>): Generator<string> {
  if (uids.size === 0) return;
  const where = "COALESCE(active, 1) <> 0 AND message_uid IN (SELECT value FROM json_each(?))";
  const filter = { where, params: [JSON.stringify([...uids])] };
  const columns = [text("session_id"), text("message_uid")] as const;
  for (const [, ...identity] of db.rows("messages", columns, filter)) yield digest(identity);
}

function addTo(copies: Map<string, Key[]>, identity: string, key: Key): void {
  const keys = copies.get(identity);
  if (keys === undefined) copies.set(identity, [key]);
  else keys.push(key);
}

/** 128 bits of SHA-256: evidence cannot forge a twin, and a set of them stays small. */
function digest(values: readonly unknown[]): string {
  const plain = JSON.stringify(values.map((it) => typeof it === "bigint" ? `${it}n` : it));
  return createHash("sha256").update(plain).digest("latin1").slice(0, 16);
}
