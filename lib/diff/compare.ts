/**
 * Compares two open databases and tells every difference.
 *
 * @module
 */

import { type Database, type Key, text, value } from "../evidence/database.ts";
import { compareCodePoints } from "../row/order.ts";
import { storedTimeNote, trustedMicros } from "../row/time.ts";
import {
  type Change,
  change,
  type ChangeKind,
  MESSAGE_CHANGES,
  SESSION_CHANGES,
} from "./change.ts";
import { type Comparison, type Counts, noCounts } from "./comparison.ts";
import { damageOf, type DatabaseRef } from "./database_ref.ts";
import type { Glimpse } from "./glimpse.ts";
import { type MessageChange, messageChanges } from "./message_changes.ts";
import type { OpenDatabase } from "./message_ranges.ts";
import { messageTeller } from "./message_details.ts";
import { type Shape, shapeOf } from "./message_shape.ts";
import { type OneSided, type SessionChanges, sessionChanges } from "./session_changes.ts";
import { SESSIONS } from "./session_fields.ts";
import { bestTombstone, goneReason, outlivedBy, type Tombstone } from "./tombstones.ts";
import { readVanishedWords, type SessionWords } from "./vanished_words.ts";
import type { WordIndex } from "./word_index.ts";

/** A database that is open, with what its small tables say. */
export interface OpenSide extends OpenDatabase {
  readonly ref: DatabaseRef;
  readonly glimpse: Glimpse;
}

/** What is known beside the two databases. */
export interface CompareContext {
  /** The best tombstone known of a session, from any database of the home. */
  readonly tombstoneOf: (id: string) => Tombstone | null;
  /** Where a session lives now, other than in the newer database; or null. */
  readonly livesElsewhere: (id: string) => string | null;
  readonly index: WordIndex | null;
  /** Only changes of these sessions; all when empty. */
  readonly onlySessions: ReadonlySet<string>;
  /** Tell what was added too, not only count it. */
  readonly listAdded: boolean;
  /** Takes each change as it is told. */
  readonly onChange: (told: Change) => void;
}

/** The comparison, and the words of the sessions that only the older database has. */
export interface Compared {
  readonly comparison: Comparison;
  readonly words: ReadonlyMap<string, SessionWords>;
}

/** Compares two databases; changes go by session, and in a session by kind, then row. */
export function compareDatabases(
  older: OpenSide,
  newer: OpenSide,
  context: CompareContext,
): Compared {
  const shape = shapeOf(older.db, newer.db);
  const sessions = sessionChanges(older.db, newer.db);
  const messages = messageChanges(older, newer, shape);
  const words = readVanishedWords(older.db, {
    ids: [...older.glimpse.sessions.keys()].filter((id) => !newer.glimpse.sessions.has(id)),
    isKnown: (id) => newer.glimpse.sessions.has(id),
    index: context.index,
    sourceOf: (id) => older.glimpse.sessions.get(id)?.source ?? null,
  });
  const damage = { older: damageOf(older.db), newer: damageOf(newer.db) };
  const run: Run = {
    older,
    newer,
    shape,
    context,
    words,
    damage,
    counts: noCounts(),
    lost: { messages: 0 },
  };
  tellAll(run, sessions, messages.changes);
  return {
    words,
    comparison: {
      older: older.ref,
      newer: newer.ref,
      olderHolds: { sessions: sessions.olderCount, messages: messages.olderCount },
      newerHolds: { sessions: sessions.newerCount, messages: messages.newerCount },
      olderImage: older.db.facts,
      counts: run.counts,
      lostFromKept: run.lost.messages,
      damage: { older: damageOf(older.db), newer: damageOf(newer.db) },
    },
  };
}

interface Run {
  readonly older: OpenSide;
  readonly newer: OpenSide;
  readonly shape: Shape;
  readonly context: CompareContext;
  readonly words: ReadonlyMap<string, SessionWords>;
  readonly damage: Comparison["damage"];
  readonly counts: Counts;
  /** Messages removed from sessions that are still there. */
  readonly lost: { messages: number };
}

function isThere({ newer }: Run, id: string | null): boolean {
  return id !== null && newer.glimpse.sessions.has(id);
}

function tellAll(run: Run, sessions: SessionChanges, messages: readonly MessageChange[]): void {
  const { context, counts } = run;
  const wanted = (id: string | null): boolean =>
    context.onlySessions.size === 0 || context.onlySessions.has(id ?? "");
  const toldSessions = Map.groupBy(sessionsTold(run, sessions), ({ sessionId }) => sessionId);
  const toldMessages = Map.groupBy(messages, ({ sessionId }) => sessionId);
  const ids = [...new Set([...toldSessions.keys(), ...toldMessages.keys()])].filter(wanted);
  const tellMessage = messageTeller(run.older.db, run.newer.db, run.shape);
  for (const id of ids.sort(bySessionId)) {
    for (const told of (toldSessions.get(id) ?? []).sort(byKind)) {
      counts[told.kind]++;
      tell(run, () => told, told.kind);
    }
    for (const found of (toldMessages.get(id) ?? []).sort(byKindAndRow)) {
      counts[found.kind]++;
      if (found.kind === "removed message" && isThere(run, id)) run.lost.messages++;
      tell(run, () => tellMessage(found), found.kind);
    }
  }
}

function tell({ context, damage }: Run, make: () => Change, kind: ChangeKind): void {
  const isAdded = kind === "added message" || kind === "added session";
  if (isAdded && !context.listAdded) return;
  const made = make();
  context.onChange({ ...made, doubt: doubtOf(kind, damage) ?? made.doubt });
}

/** What cannot be read looks as if it were not there. */
function doubtOf(kind: ChangeKind, { older, newer }: Comparison["damage"]): string | null {
  const isGone = kind === "removed message" || kind === "removed session";
  if (isGone && newer.length > 0) {
    return "the newer database is damaged: it may be unreadable there";
  }
  const isNew = kind.startsWith("added") || kind === "superseded copy";
  if (isNew && older.length > 0) return "the older database is damaged: it may be unreadable there";
  return null;
}

const KINDS: readonly ChangeKind[] = [...SESSION_CHANGES, ...MESSAGE_CHANGES];

function byKind(a: { kind: ChangeKind }, b: { kind: ChangeKind }): number {
  return KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind);
}

function byKindAndRow(a: MessageChange, b: MessageChange): number {
  return byKind(a, b) || byKey(a.older ?? 0, b.older ?? 0) || byKey(a.newer ?? 0, b.newer ?? 0);
}

function byKey(a: Key, b: Key): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Rows without a session come last. */
function bySessionId(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return compareCodePoints(a, b);
}

function sessionsTold(run: Run, sessions: SessionChanges): Change[] {
  const olderFacts = factsReader(run.older.db);
  const newerFacts = factsReader(run.newer.db);
  const { removed, added, changed } = sessions;
  const told = [
    ...removed.map((one) => goneChange(run, { ...one, facts: olderFacts(one.key) })),
    ...added.map(({ id, key }) =>
      change("added session", { sessionId: id, ...newerFacts(key), newerLine: key })
    ),
    ...changed.map(({ id, older, newer, fields }) =>
      change("changed session", {
        sessionId: id,
        ...newerFacts(newer),
        fields,
        olderLine: older,
        newerLine: newer,
      })
    ),
  ];
  return [...told, ...recreated(run)];
}

type Told = Pick<Change, "title" | "time" | "timeNote">;

function goneChange(run: Run, { id, key, facts }: OneSided & { facts: Told }): Change {
  const words = run.words.get(id ?? "");
  const place = id === null ? null : run.context.livesElsewhere(id);
  const tombstone = id === null ? null : run.context.tombstoneOf(id);
  return change(place === null ? "removed session" : "moved session", {
    sessionId: id,
    ...facts,
    text: words?.firstPrompt ?? null,
    messages: words?.messages ?? 0,
    reason: place === null ? goneReason(tombstone) : `now in ${place}`,
    olderLine: key,
    doubt: place === null ? outlivedBy(tombstone, run.older.ref) : null,
  });
}

/**
 * Sessions that were deleted and are there again, unless they were so before. A
 * sweep's tombstone is dropped after a week: the older database may hold the last one.
 */
function recreated({ older, newer }: Run): Change[] {
  const ids = new Set([...newer.glimpse.tombstones.keys(), ...older.glimpse.tombstones.keys()]);
  return [...ids].flatMap((id) => {
    const facts = newer.glimpse.sessions.get(id);
    const before = older.glimpse.tombstones.has(id) && older.glimpse.sessions.has(id);
    if (facts === undefined || before) return [];
    const reason = goneReason(bestTombstone([newer, older], id));
    return [change("recreated session", {
      sessionId: id,
      title: facts.title,
      time: facts.startedAt,
      reason,
    })];
  });
}

function factsReader(db: Database): (key: Key) => Told {
  const fetch = db.fetcher(SESSIONS, [text("title"), value("started_at")] as const);
  return (key) => {
    const [, title = null, started = null] = fetch(key) ?? [key];
    const time = trustedMicros(started);
    return { title, time, timeNote: time === null ? storedTimeNote(started) : null };
  };
}
