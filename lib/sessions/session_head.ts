/**
 * The little of a session that is shown beside its messages.
 *
 * Rests on hermes_state_sessions.py and hermes_state_titles.py of the vendor.
 *
 * @module
 */

import { type Database, type SqlValue, text, value } from "../evidence/database.ts";
import { trustedMicros } from "../row/time.ts";

/** A session in one line. */
export interface SessionHead {
  readonly id: string;
  readonly source: string | null;
  readonly model: string | null;
  readonly title: string | null;
  /** Epoch seconds as stored. */
  readonly startedAt: SqlValue;
}

/** Sessions by id; a map of them is one. */
export interface Heads {
  get(id: string): SessionHead | undefined;
}

/** The sessions of a database by id. */
export function readHeads(db: Database): Map<string, SessionHead> {
  const heads = new Map<string, SessionHead>();
  const columns = [
    text("id"),
    text("source"),
    text("model"),
    text("title"),
    value("started_at"),
  ] as const;
  for (const [, id, source, model, title, startedAt] of db.rows("sessions", columns)) {
    if (id !== null) heads.set(id, { id, source, model, title, startedAt });
  }
  return heads;
}

/**
 * The session that a title stands for: the latest of those titled `<title> #2`,
 * `#3` and so on, which continue it, else the one of that very title.
 */
export function sessionOfTitle(heads: Iterable<SessionHead>, title: string): string | null {
  let exact: SessionHead | null = null;
  let numbered: SessionHead | null = null;
  for (const head of heads) {
    if (head.title === title) exact = later(exact, head);
    else if (head.title?.startsWith(title) && /^ #\d+$/.test(head.title.slice(title.length))) {
      numbered = later(numbered, head);
    }
  }
  return (numbered ?? exact)?.id ?? null;
}

function later(a: SessionHead | null, b: SessionHead): SessionHead {
  return a !== null && startOf(a) >= startOf(b) ? a : b;
}

function startOf(head: SessionHead): number {
  return trustedMicros(head.startedAt) ?? -1;
}
