/**
 * From two tables of messages to what happened to each message that differs.
 *
 * Rests on hermes_state_messages.py of the vendor: a rewind clears `active`,
 * compaction also sets `compacted`, and the tail that compaction carries over
 * leaves inactive copies behind, which are neither.
 *
 * @module
 */

import type { Key } from "../evidence/database.ts";
import type { MessageChangeKind } from "./change.ts";
import { DETAILS, DIGEST, IDENTITY, type Leftovers, UID } from "./leftovers.ts";
import { messageRanges, type OpenDatabase } from "./message_ranges.ts";
import { ACTIVE, COMPACTED, type Shape } from "./message_shape.ts";
import { type Pairing, pairMessages } from "./pairing.ts";
import { wordsComparer } from "./same_words.ts";
import { supersededAmong } from "./superseded_copies.ts";
import { type Walked, walkMessages } from "./walk.ts";

/** A message that differs: where it is, not what it says. */
export interface MessageChange {
  readonly kind: MessageChangeKind;
  readonly sessionId: string | null;
  readonly older: Key | null;
  readonly newer: Key | null;
}

/** All that differs between two tables of messages. */
export interface MessageChanges {
  readonly changes: readonly MessageChange[];
  readonly olderCount: number;
  readonly newerCount: number;
}

/** Compares the messages of two databases. */
export function messageChanges(
  older: OpenDatabase,
  newer: OpenDatabase,
  shape: Shape,
): MessageChanges {
  const likeness = messageRanges(older, newer);
  const walked = walkMessages(older.db, newer.db, { shape, likeness });
  const paired = pairMessages(walked.older, walked.newer);
  const superseded = supersededAmong(newer.db, inactiveKeys(walked.newer, paired), shape);
  const { olderCount, newerCount } = walked;
  const saysSame = wordsComparer(older.db, newer.db);
  const changes = [...changesOf(walked, paired, { superseded, saysSame })];
  return { changes, olderCount, newerCount };
}

/** Messages that may be copies of active ones: those that went, or came, inactive. */
function inactiveKeys(newer: Leftovers, { pairs, added }: Pairing): Key[] {
  return [...Array.from(pairs, (pair) => pair.newer), ...added]
    .filter((at) => !(newer.state(at) & ACTIVE))
    .map((at) => newer.key(at));
}

/** What two records alone do not tell. */
interface Known {
  readonly superseded: ReadonlySet<Key>;
  readonly saysSame: (was: Key, is: Key) => boolean;
}

function* changesOf(
  walked: Walked,
  { pairs, removed, added }: Pairing,
  known: Known,
): Generator<MessageChange> {
  const { older, newer, sessions } = walked;
  for (const at of removed) {
    const sessionId = sessions.id(older.session(at));
    yield { kind: "removed message", sessionId, older: older.key(at), newer: null };
  }
  for (const pair of pairs) {
    const sessionId = sessions.id(newer.session(pair.newer));
    const [olderKey, newerKey] = [older.key(pair.older), newer.key(pair.newer)];
    const kind = kindOfPair(walked, pair, known);
    if (kind !== null) yield { kind, sessionId, older: olderKey, newer: newerKey };
  }
  for (const at of added) {
    const key = newer.key(at);
    const isCopy = !(newer.state(at) & ACTIVE) && known.superseded.has(key);
    const kind = isCopy ? "superseded copy" : "added message";
    yield { kind, sessionId: sessions.id(newer.session(at)), older: null, newer: key };
  }
}

function kindOfPair(
  { older, newer }: Walked,
  pair: { readonly older: number; readonly newer: number },
  { superseded, saysSame }: Known,
): MessageChangeKind | null {
  const places: Places = [{ of: older, at: pair.older }, { of: newer, at: pair.newer }];
  const isSame = sameDigest(places, IDENTITY);
  if (!isSame && !saysSame(older.key(pair.older), newer.key(pair.newer))) return "edited";
  const before = older.state(pair.older);
  const after = newer.state(pair.newer);
  if (before === after) {
    return isSame && sameDigest(places, DETAILS) && sameUid(places) ? null : "changed message";
  }
  if (after & ACTIVE && !(before & ACTIVE)) return "restored";
  if (!(after & ACTIVE) && superseded.has(newer.key(pair.newer))) return "superseded copy";
  if (after & COMPACTED) return "compacted";
  return after & ACTIVE ? "restored" : "rewound";
}

type Places = readonly [{ of: Leftovers; at: number }, { of: Leftovers; at: number }];

/** Many builds give older messages their ids later: only another id is a difference. */
function sameUid(places: Places): boolean {
  return sameDigest(places, UID) || places.some(({ of, at }) => !of.hasUid(at));
}

function sameDigest([a, b]: Places, from: number): boolean {
  for (let word = from; word < from + DIGEST; word++) {
    if (a.of.word(a.at, word) !== b.of.word(b.at, word)) return false;
  }
  return true;
}
