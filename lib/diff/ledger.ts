/**
 * The deletion ledger: every session that is known and is not in the live
 * database, when and how it went, and where copies of its words survive.
 *
 * @module
 */

import type { Micros } from "../row/row.ts";
import { compareCodePoints } from "../row/order.ts";
import { type DatabaseRef, placeOf } from "./database_ref.ts";
import type { Glimpse, SessionFacts } from "./glimpse.ts";
import type { Traces } from "./traces.ts";
import { bestTombstone, goneReason, outlivedBy, type Tombstone } from "./tombstones.ts";
import type { SessionWords } from "./vanished_words.ts";

/** A database that was looked into for sessions that are gone. */
export interface Witness {
  readonly ref: DatabaseRef;
  readonly glimpse: Glimpse;
  /** Its messages of sessions that the live database lacks. */
  readonly words: ReadonlyMap<string, SessionWords>;
}

/** A place where words of a session survive. */
export interface Survivor {
  /** `snapshot`, `copy`, `prompt history or cron output`, ... */
  readonly what: string;
  /** As it is printed. */
  readonly place: string;
  /** Messages, entries or records. */
  readonly count: number;
}

/** One session that is gone. */
export interface Vanished {
  readonly id: string;
  readonly facts: SessionFacts | null;
  readonly firstPrompt: string | null;
  /** The most messages any database holds of it. */
  readonly messages: number;
  /** `deleted (tombstone, <time>)` and the like, or where it lives now. */
  readonly reason: string;
  readonly isMoved: boolean;
  readonly tombstone: Tombstone | null;
  /** The newest older database that has it, and the oldest later one that does not. */
  readonly lastSeenIn: DatabaseRef | null;
  readonly goneIn: DatabaseRef | null;
  /** All that tells of it. */
  readonly knownBy: readonly string[];
  readonly survivors: readonly Survivor[];
  /** Why it may not be gone, or not as its tombstone says; else null. */
  readonly doubt: string | null;
}

/** What is known of one home. */
export interface LedgerInput {
  /** The live database, with the messages whose session row is gone; null when there is none. */
  readonly live: Witness | null;
  /** What of the live database could not be read. */
  readonly liveDamage: readonly string[];
  /** Oldest first, as far as their times are known. */
  readonly older: readonly Witness[];
  readonly traces: Traces;
  readonly livesElsewhere: (id: string) => string | null;
}

/** The ledger, by session id. */
export function deletionLedger(input: LedgerInput): Vanished[] {
  const witnesses = input.live === null ? input.older : [input.live, ...input.older];
  const ids = new Set<string>(input.traces.named.keys());
  for (const { glimpse, words } of witnesses) {
    for (const id of glimpse.sessions.keys()) ids.add(id);
    for (const id of glimpse.tombstones.keys()) ids.add(id);
    for (const id of glimpse.leavings.keys()) ids.add(id);
    for (const id of words.keys()) ids.add(id);
  }
  return [...ids].filter((id) => !input.live?.glimpse.sessions.has(id))
    .sort(compareCodePoints)
    .map((id) => vanished(id, input, witnesses));
}

function vanished(id: string, input: LedgerInput, witnesses: readonly Witness[]): Vanished {
  const holders = input.older.filter(({ glimpse }) => glimpse.sessions.has(id));
  const last = holders.findLast(isTimed) ?? holders.at(-1) ?? null;
  const facts = last?.glimpse.sessions.get(id) ?? null;
  const words = witnesses.flatMap((witness) => witness.words.get(id) ?? []);
  const tombstone = bestTombstone(witnesses, id);
  const place = input.livesElsewhere(id);
  return {
    id,
    facts,
    firstPrompt: words.find(({ firstPrompt }) => firstPrompt !== null)?.firstPrompt ?? null,
    messages: Math.max(0, ...words.map(({ messages }) => messages)),
    reason: place === null ? goneReason(tombstone) : `moved: now in ${place}`,
    isMoved: place !== null,
    tombstone,
    lastSeenIn: last?.ref ?? null,
    goneIn: firstWithout(input, last),
    knownBy: knownBy(id, { input, witnesses, facts }),
    survivors: survivors(id, { input, witnesses, facts }),
    doubt: outlivedBy(tombstone, last?.ref ?? null) ??
      (tombstone === null && place === null && input.liveDamage.length > 0
        ? "the live database is damaged: it may be unreadable there"
        : null),
  };
}

function firstWithout(input: LedgerInput, last: Witness | null): DatabaseRef | null {
  if (last === null) return null;
  const later = isTimed(last)
    ? input.older.slice(input.older.indexOf(last) + 1).find(isTimed)
    : null;
  return later?.ref ?? input.live?.ref ?? null;
}

/** The others' place among them is not known: a checkpoint may be older than any snapshot. */
function isTimed({ ref }: Witness): boolean {
  return ref.time !== null;
}

interface Known {
  readonly input: LedgerInput;
  readonly witnesses: readonly Witness[];
  readonly facts: SessionFacts | null;
}

function knownBy(id: string, { input, witnesses, facts }: Known): string[] {
  const found = witnesses.flatMap(({ ref, glimpse, words }) => [
    ...(glimpse.tombstones.has(id) ? [`tombstone in ${ref.label}`] : []),
    ...(glimpse.sessions.has(id) ? [`session in ${ref.label}`] : []),
    ...(words.has(id) && !glimpse.sessions.has(id)
      ? [`messages without a session in ${ref.label}`]
      : []),
    ...[...glimpse.leavings.get(id)?.keys() ?? []].map((what) => `${what} in ${ref.label}`),
  ]);
  const peer = input.live?.glimpse.peers.get(facts?.sessionKey ?? "");
  if (peer !== undefined) found.push(`conversation generation: ${peer}`);
  return [...found, ...[...input.traces.named.get(id)?.keys() ?? []]];
}

function survivors(id: string, { input, witnesses, facts }: Known): Survivor[] {
  const found: Survivor[] = [];
  const repeats = new Set<number>();
  for (const { ref, glimpse, words } of witnesses) {
    const held = words.get(id);
    if (held !== undefined) {
      found.push({ what: ref.kind, place: placeOf(ref), count: held.messages });
      for (const entry of held.repeats) repeats.add(entry);
    }
    for (const [what, count] of glimpse.leavings.get(id) ?? []) {
      found.push({ what, place: placeOf(ref), count });
    }
  }
  const places = Map.groupBy(repeats, (entry) => input.traces.index.place(entry));
  for (const [place, entries] of places) {
    found.push({ what: "same words", place, count: entries.length });
  }
  for (const [place, count] of input.traces.named.get(id) ?? []) {
    found.push({ what: "words of this session", place, count });
  }
  const original = facts?.importedFrom;
  if (original) found.push({ what: "imported from", place: original, count: 1 });
  return found;
}

/** When a session went, as far as it can be told: a moment, or the two it lies between. */
export function goneBetween(vanished: Vanished): {
  readonly at: Micros | null;
  readonly after: DatabaseRef | null;
  readonly before: DatabaseRef | null;
} {
  const { tombstone, lastSeenIn, goneIn } = vanished;
  const at = outlivedBy(tombstone, lastSeenIn) === null ? tombstone?.time ?? null : null;
  return { at, after: lastSeenIn, before: goneIn };
}
