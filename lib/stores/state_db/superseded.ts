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
 * The keys of the copies. Twins have one time or one uid, so only messages that
 * share either with another one are fetched; a table WITHOUT ROWID, which no
 * build writes, has none to tell.
 *
 * @param inactive Positions in the index
 */
export function readSuperseded(
  db: Database,
  index: KeyIndex,
  inactive: readonly number[],
): Set<Key> {
  const identitiesAt = identityReader(db, index);
  const among = sharedBy(index, inactive);
  const isInactive = new Set(inactive);
  const active: number[] = [];
  for (let position = 0; position < index.length; position++) {
    if (among(position) && !isInactive.has(position)) active.push(position);
  }
  const identities = new Set(active.flatMap(identitiesAt));
  const withActive = sharedBy(index, active);
  const copies = inactive.filter((position) =>
    withActive(position) && identitiesAt(position).some((identity) => identities.has(identity))
  );
  return new Set(copies.map((position) => index.key(position)));
}

/** Tells whether a position shares its time or its mark with one of these. */
function sharedBy(index: KeyIndex, positions: readonly number[]): (position: number) => boolean {
  const times = new Set(positions.map((position) => index.time(position)));
  const marks = new Set(positions.map((position) => index.mark(position)));
  return (position) =>
    times.has(index.time(position)) ||
    (index.mark(position) !== 0 && marks.has(index.mark(position)));
}

/** Short names of a message's whole identity, and of its uid in its session. */
function identityReader(db: Database, index: KeyIndex): (position: number) => string[] {
  const fetch = db.fetcher("messages", IDENTITY);
  return (position) => {
    const cells = fetch(index.key(position));
    if (cells === null) return [];
    const [, sessionId, uid, ...rest] = cells;
    const whole = digest([sessionId, ...rest]);
    return uid ? [whole, digest([sessionId, uid])] : [whole];
  };
}

/** False for numbers that JSON has no word for, or would take for nothing at all. */
function isPlain(value: unknown): boolean {
  return typeof value === "number" ? Number.isFinite(value) : typeof value !== "bigint";
}

/** 128 bits of SHA-256: evidence cannot forge a twin, and a set of them stays small. */
function digest(values: readonly unknown[]): string {
  const plain = JSON.stringify(values.map((it) => isPlain(it) ? it : `${it}n`));
  return createHash("sha256").update(plain).digest("latin1").slice(0, 16);
}
