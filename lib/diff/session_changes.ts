/**
 * Which sessions two databases have, and in what they differ. Sessions match
 * on their id.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { type Column, type Database, type Key, text } from "../evidence/database.ts";
import type { SqlValue } from "../evidence/database.ts";
import type { FieldChange } from "./change.ts";
import { sessionColumns, SESSIONS } from "./session_fields.ts";
import { fieldChanges, plainValue } from "./stored_value.ts";

/** A session that both have, and in which they differ. */
export interface SessionChange {
  readonly id: string | null;
  readonly older: Key;
  readonly newer: Key;
  readonly fields: readonly FieldChange[];
}

/** A session that only one of the two has. */
export interface OneSided {
  readonly id: string | null;
  readonly key: Key;
}

/** The sessions of two databases. */
export interface SessionChanges {
  readonly removed: readonly OneSided[];
  readonly added: readonly OneSided[];
  readonly changed: readonly SessionChange[];
  readonly olderCount: number;
  readonly newerCount: number;
}

/** Compares the sessions of two databases, in the older one's order, then the newer one's. */
export function sessionChanges(older: Database, newer: Database): SessionChanges {
  const columns = sessionColumns(older, newer);
  const before = readSessions(older, columns);
  const after = readSessions(newer, columns);
  const fields = fieldReader(older, newer, columns);
  const removed: OneSided[] = [];
  const changed: SessionChange[] = [];
  for (const [name, { id, key, digest }] of before) {
    const other = after.get(name);
    if (other === undefined) removed.push({ id, key });
    else if (other.digest !== digest) {
      changed.push({ id, older: key, newer: other.key, fields: fields(key, other.key) });
    }
  }
  const added = [...after].flatMap(([name, { id, key }]) => before.has(name) ? [] : [{ id, key }]);
  return { removed, added, changed, olderCount: before.size, newerCount: after.size };
}

interface Session {
  readonly id: string | null;
  readonly key: Key;
  readonly digest: string;
}

/** Sessions by a name of their own: the id, numbered where a damaged table repeats it. */
function readSessions(db: Database, columns: readonly Column[]): Map<string, Session> {
  const sessions = new Map<string, Session>();
  const copies = new Map<string | null, number>();
  for (const [key, id, ...cells] of db.rows(SESSIONS, [text("id"), ...columns])) {
    const copy = copies.get(id) ?? 0;
    copies.set(id, copy + 1);
    const name = JSON.stringify([id, copy]);
    sessions.set(name, { id, key, digest: digestOf(cells) });
  }
  return sessions;
}

function digestOf(cells: readonly SqlValue[]): string {
  let all = "";
  for (const cell of cells) {
    const plain = cell === null ? "" : plainValue(cell);
    all += `${plain.length} ${plain}`;
  }
  return createHash("sha256").update(all).digest("latin1");
}

function fieldReader(
  older: Database,
  newer: Database,
  columns: readonly Column[],
): (was: Key, is: Key) => FieldChange[] {
  const names = columns.map(({ name }) => name);
  const before = older.fetcher(SESSIONS, columns);
  const after = newer.fetcher(SESSIONS, columns);
  return (was, is) =>
    fieldChanges(names, {
      before: before(was)?.slice(1) ?? [],
      after: after(is)?.slice(1) ?? [],
    });
}
