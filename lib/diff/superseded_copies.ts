/**
 * Which of some inactive messages are copies of others.
 *
 * Rests on hermes_state_messages.py of the vendor (`archive_and_compact`): the
 * tail that compaction carries over is inserted again and its originals become
 * inactive. The next compaction sums up the copy, and then only a compacted twin
 * tells that nobody rewound the original. Twins have one identity, or one
 * message id, in one session.
 *
 * @module
 */

import { type Database, type Filter, type Key, sql } from "../evidence/database.ts";
import { DIGEST, IDENTITY, Leftovers, SessionNumbers, UID } from "./leftovers.ts";
import { ACTIVE, COMPACTED, comparedMessages, type Shape, TABLE } from "./message_shape.ts";

/** The copies among the messages of these keys. */
export function supersededAmong(
  db: Database,
  keys: readonly Key[],
  shape: Shape,
): ReadonlySet<Key> {
  const copies = new Set<Key>();
  const rowid = db.tables.get(TABLE)?.rowid;
  if (keys.length === 0 || rowid == null || !db.has(TABLE, "active")) return copies;
  const own: Shape = { ...shape, details: [], hasUids: db.has(TABLE, "message_uid") };
  const wanted = { where: `${rowid} IN ${listed()}`, params: [`[${keys.join(",")}]`] };
  const inactive = gathered(db, own, wanted);
  const likely = gathered(db, own, carriedLike(db, wanted));
  const names = { active: new Set<string>(), compacted: new Set<string>() };
  for (let at = 0; at < likely.length; at++) {
    const among = likely.state(at) & ACTIVE ? names.active : names.compacted;
    for (const name of namesOf(likely, at)) among.add(name);
  }
  for (let at = 0; at < inactive.length; at++) {
    const mayRepeatCompacted = !(inactive.state(at) & COMPACTED);
    const isCopy = namesOf(inactive, at).some((name) =>
      names.active.has(name) || (mayRepeatCompacted && names.compacted.has(name))
    );
    if (isCopy) copies.add(inactive.key(at));
  }
  return copies;
}

function gathered(db: Database, shape: Shape, filter: Filter): Leftovers {
  const found = new Leftovers(new SessionNumbers());
  for (const message of comparedMessages(db, shape, filter)) found.add(message);
  return found;
}

const SECOND = "CAST(timestamp AS INTEGER)";
const UID_TEXT = "CAST(message_uid AS TEXT)";

/** Active and compacted messages of the same second, or with the same message id. */
function carriedLike(db: Database, wanted: Filter): Filter {
  const hasTimes = db.has(TABLE, "timestamp");
  const hasUids = db.has(TABLE, "message_uid");
  const seconds = new Set<string>();
  const columns = [sql(hasTimes ? SECOND : "0")];
  for (const [, second] of db.rows(TABLE, columns, wanted)) {
    seconds.add(String(second ?? "null"));
  }
  const times = hasTimes ? `COALESCE(${SECOND}, 'null') IN ${listed()}` : "1";
  const rowid = db.tables.get(TABLE)?.rowid;
  const uids = `(SELECT ${UID_TEXT} FROM ${TABLE} NOT INDEXED WHERE ${rowid} IN ${listed()}` +
    ` AND message_uid <> '')`;
  const like = hasUids ? `(${times} OR ${UID_TEXT} IN ${uids})` : times;
  const list = [...seconds].map((second) => second === "null" ? '"null"' : second);
  const compacted = db.has(TABLE, "compacted") ? " OR COALESCE(compacted, 0) <> 0" : "";
  return {
    where: `(COALESCE(active, 1) <> 0${compacted}) AND ${like}`,
    params: [
      ...(hasTimes ? [`[${list.join(",")}]`] : []),
      ...(hasUids ? (wanted.params ?? []) : []),
    ],
  };
}

/** A parameter that is a JSON list, as a list of SQL. */
function listed(): string {
  return "(SELECT value FROM json_each(?))";
}

/** The identity of a message, and its message id where it has one. */
function namesOf(of: Leftovers, at: number): string[] {
  const names = [`identity ${nameOf(of, at, IDENTITY)}`];
  return of.hasUid(at) ? [...names, `uid ${nameOf(of, at, UID)}`] : names;
}

function nameOf(of: Leftovers, at: number, from: number): string {
  const words: number[] = [];
  for (let word = from; word < from + DIGEST; word++) words.push(of.word(at, word));
  return words.join(" ");
}
