/**
 * What a database says of its sessions beside their messages: who they are,
 * which were deleted, and what of deleted ones it keeps all the same.
 *
 * @module
 */

import { type Database, text, value } from "../evidence/database.ts";
import { field, textOf } from "../evidence/json.ts";
import type { Micros } from "../row/row.ts";
import { trustedMicros } from "../row/time.ts";
import { isTrouble } from "../row/trouble.ts";
import { admissions } from "../stores/state_db/admissions.ts";
import { answers } from "../stores/state_db/answers.ts";
import { delegations } from "../stores/state_db/delegations.ts";
import { jsonColumn } from "../stores/state_db/json_column.ts";
import type { AnyPart } from "../stores/state_db/part.ts";
import { recordsOf } from "../stores/state_db/records.ts";
import { orDash } from "../row/text.ts";
import { lightState } from "./light_state.ts";
import { SESSIONS } from "./session_fields.ts";
import { readTombstones, type Tombstone } from "./tombstones.ts";

/** A session as the ledger names it. */
export interface SessionFacts {
  readonly title: string | null;
  readonly source: string | null;
  readonly startedAt: Micros | null;
  readonly sessionKey: string | null;
  /** `<tool> <path>` of the transcript it was imported from, or null. */
  readonly importedFrom: string | null;
}

/** How many records are left of a session, by what they are: `admission result`, `delegation`. */
export type Leavings = ReadonlyMap<string, number>;

/** One database's sessions and what it says of gone ones. */
export interface Glimpse {
  readonly sessions: ReadonlyMap<string, SessionFacts>;
  readonly tombstones: ReadonlyMap<string, Tombstone>;
  /** By session: what stands in the tables that no delete empties. */
  readonly leavings: ReadonlyMap<string, Leavings>;
  /** `<source> <session_key> generation <n>` by session key: chats that ever talked to the agent. */
  readonly peers: ReadonlyMap<string, string>;
}

/** Reads the small tables. */
export function glimpse(db: Database): Glimpse {
  const sessions = readSessions(db);
  return {
    sessions,
    tombstones: readTombstones(db),
    leavings: readLeavings(db, sessions),
    peers: readPeers(db),
  };
}

/** A glimpse of no database at all. */
export const NOTHING: Glimpse = {
  sessions: new Map(),
  tombstones: new Map(),
  leavings: new Map(),
  peers: new Map(),
};

const COLUMNS = [
  text("id"),
  text("title"),
  text("source"),
  value("started_at"),
  text("session_key"),
  text("origin_json"),
] as const;

function readSessions(db: Database): Map<string, SessionFacts> {
  const sessions = new Map<string, SessionFacts>();
  for (const [, id, title, source, started, sessionKey, origin] of db.rows(SESSIONS, COLUMNS)) {
    if (id === null || sessions.has(id)) continue;
    const startedAt = trustedMicros(started);
    const importedFrom = originOf(origin);
    sessions.set(id, { title, source, startedAt, sessionKey, importedFrom });
  }
  return sessions;
}

function originOf(origin: string | null): string | null {
  if (!origin?.includes("imported_from")) return null;
  const from = field(jsonColumn(origin).object ?? undefined, "imported_from");
  const path = textOf(field(from, "path"));
  return path === null ? null : `${orDash(textOf(field(from, "tool")))} ${path}`;
}

/** Parts of state.db that keep words when their session goes, and what those are called. */
const KEEPERS: readonly (readonly [AnyPart, string])[] = [
  [answers, "admission result"],
  [admissions, "admitted input"],
  [delegations, "delegation"],
];

function readLeavings(
  db: Database,
  sessions: ReadonlyMap<string, SessionFacts>,
): Map<string, Map<string, number>> {
  const found = new Map<string, Map<string, number>>();
  const state = lightState(db);
  for (const [part, what] of KEEPERS) {
    for (const cells of recordsOf(part, state)) {
      for (const row of part.told(cells, state)) {
        if (isTrouble(row) || !row.sessionId || sessions.has(row.sessionId)) continue;
        const left = found.get(row.sessionId) ?? new Map<string, number>();
        found.set(row.sessionId, left.set(what, (left.get(what) ?? 0) + 1));
      }
    }
  }
  return found;
}

function readPeers(db: Database): Map<string, string> {
  const peers = new Map<string, string>();
  const columns = [text("source"), text("session_key"), text("generation")] as const;
  for (const [, source, key, generation] of db.rows("conversation_generations", columns)) {
    if (key !== null) peers.set(key, `${orDash(source)} ${key} generation ${orDash(generation)}`);
  }
  return peers;
}
