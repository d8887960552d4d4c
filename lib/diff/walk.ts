/**
 * The first walk over two tables of messages: side by side by row id, so that
 * what both have costs one comparison of bytes and no memory. Row ids only
 * decide what is compared first; whatever differs is left over for pairing.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import type { Database, SqlValue } from "../evidence/database.ts";
import { Leftovers, SessionNumbers } from "./leftovers.ts";
import { type ComparedMessage, comparedMessages, type Shape, TABLE } from "./message_shape.ts";
import type { Likeness } from "../evidence/same_pages.ts";

/** What two tables do not have in common at the same place. */
export interface Walked {
  readonly sessions: SessionNumbers;
  readonly older: Leftovers;
  readonly newer: Leftovers;
  /** Messages of each side, leftover or not. */
  readonly olderCount: number;
  readonly newerCount: number;
}

/**
 * Walks over both tables, or over those rows of them that may differ.
 *
 * @param how.likeness Null when every row must be looked at
 */
export function walkMessages(
  older: Database,
  newer: Database,
  how: { readonly shape: Shape; readonly likeness: Likeness | null },
): Walked {
  const sessions = new SessionNumbers();
  const left = { older: new Leftovers(sessions), newer: new Leftovers(sessions) };
  const olderRows = rowsOf(older, how);
  const newerRows = rowsOf(newer, how);
  let [olderCount, newerCount] = [0, 0];
  let a = next(olderRows);
  let b = next(newerRows);
  while (a !== null || b !== null) {
    const takesOlder = a !== null && (b === null || a.key <= b.key);
    const takesNewer = b !== null && (a === null || b.key <= a.key);
    const same = takesOlder && takesNewer && isSame(a as ComparedMessage, b as ComparedMessage);
    if (takesOlder) {
      if (!same) left.older.add(a as ComparedMessage);
      olderCount++;
      a = next(olderRows);
    }
    if (takesNewer) {
      if (!same) left.newer.add(b as ComparedMessage);
      newerCount++;
      b = next(newerRows);
    }
  }
  return { sessions, ...left, ...(how.likeness ?? { olderCount, newerCount }) };
}

function* rowsOf(
  db: Database,
  { shape, likeness }: { readonly shape: Shape; readonly likeness: Likeness | null },
): Generator<ComparedMessage> {
  const rowid = db.tables.get(TABLE)?.rowid;
  if (likeness === null || rowid == null) {
    yield* comparedMessages(db, shape);
    return;
  }
  for (const { lowest, highest } of likeness.ranges) {
    const filter = { where: `${rowid} BETWEEN ? AND ?`, params: [lowest, highest] };
    yield* comparedMessages(db, shape, filter);
  }
}

function next(rows: Iterator<ComparedMessage>): ComparedMessage | null {
  const { done, value } = rows.next();
  return done === true ? null : value;
}

function isSame(a: ComparedMessage, b: ComparedMessage): boolean {
  return a.state === b.state && isSameValue(a.timestamp, b.timestamp) &&
    sameBytes(a.identity, b.identity) && sameBytes(a.details, b.details) &&
    (a.uid === null ? b.uid === null : b.uid !== null && sameBytes(a.uid, b.uid));
}

function isSameValue(a: SqlValue, b: SqlValue): boolean {
  if (a instanceof Uint8Array) return b instanceof Uint8Array && sameBytes(a, b);
  return a === b;
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && Buffer.compare(a, b) === 0;
}
