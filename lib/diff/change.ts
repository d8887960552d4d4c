/**
 * One difference between an older and a newer database.
 *
 * @module
 */

import type { Micros } from "../row/row.ts";

/** What happened to a session between the two. */
export type SessionChangeKind =
  | "removed session"
  | "moved session"
  | "recreated session"
  | "changed session"
  | "added session";

/** What happened to a message between the two. */
export type MessageChangeKind =
  | "removed message"
  /** Taken out of the conversation by a person, and kept. */
  | "rewound"
  /** Replaced by a summary, and kept. */
  | "compacted"
  /** An inactive copy of a message that is still active. */
  | "superseded copy"
  /** Back in the conversation. */
  | "restored"
  /** The same message id, other words. */
  | "edited"
  /** The same words, another field. */
  | "changed message"
  | "added message";

/** Any of them. */
export type ChangeKind = SessionChangeKind | MessageChangeKind;

/** Message changes in the order in which they are counted and told. */
export const MESSAGE_CHANGES: readonly MessageChangeKind[] = [
  "removed message",
  "rewound",
  "compacted",
  "superseded copy",
  "restored",
  "edited",
  "changed message",
  "added message",
];

/** Session changes in the order in which they are counted and told. */
export const SESSION_CHANGES: readonly SessionChangeKind[] = [
  "removed session",
  "moved session",
  "recreated session",
  "changed session",
  "added session",
];

/** A value before and after, as text; null where there is none. */
export interface FieldChange {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** A difference as it is told. */
export interface Change {
  readonly kind: ChangeKind;
  readonly sessionId: string | null;
  /** The message's own time, or the session's start. */
  readonly time: Micros | null;
  /** A time that is not to be trusted, as stored; else null. */
  readonly timeNote: string | null;
  readonly role: string | null;
  /** The message's words or calls; the first prompt of a session. */
  readonly text: string | null;
  readonly title: string | null;
  /** Messages of the session: in the older database when it is gone, else in the newer. */
  readonly messages: number | null;
  /** How it is known that a session is gone. */
  readonly reason: string | null;
  readonly fields: readonly FieldChange[];
  /** Row ids in the two databases; null where it is not. */
  readonly olderLine: number | bigint | null;
  readonly newerLine: number | bigint | null;
  /** Set when damage may have made the difference, or a tombstone does not fit it. */
  readonly doubt: string | null;
}

/** A change of which nothing more is known than is given. */
export function change(kind: ChangeKind, fields: Partial<Change>): Change {
  return {
    sessionId: null,
    time: null,
    timeNote: null,
    role: null,
    text: null,
    title: null,
    messages: null,
    reason: null,
    fields: [],
    olderLine: null,
    newerLine: null,
    doubt: null,
    ...fields,
    kind,
  };
}
