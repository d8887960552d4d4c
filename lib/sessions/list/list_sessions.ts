/**
 * All sessions of the evidence, each once.
 *
 * @module
 */

import type { Source } from "../../parse/mod.ts";
import { compareCodePoints } from "../../row/order.ts";
import { type DatabaseReading, holdsSessions, homeOf, isLive, readDatabase } from "../databases.ts";
import { lastActive, type ListedSession, startOf } from "./listed.ts";
import { type FoundSession, readSessions } from "./read_sessions.ts";
import { readTombstones } from "./tombstones.ts";

/** How sessions are listed. */
export interface ListOptions extends DatabaseReading {
  /** List a session again for every copy that holds it. */
  readonly keepCopies: boolean;
}

/** The sessions, and how many are known only to be gone. */
export interface Listing {
  /** The most recent first; those without a time last. */
  readonly sessions: readonly ListedSession[];
  /** Deleted sessions of which no database holds a record or a message. */
  readonly vanished: number;
}

/**
 * Lists the sessions: of each, what the live store says, else the copy in which
 * it was last active.
 *
 * @throws {EvidenceError} `needs-work-folder`
 */
export function listSessions(sources: readonly Source[], options: ListOptions): Listing {
  const homes = new Map<string, HomeSessions>();
  const reading = { ...options, images: { ...options.images, leavesFrom: 1 } };
  for (const source of sources.filter(holdsSessions)) {
    const home = homes.get(homeOf(source)) ?? { sessions: new Map(), deleted: new Map() };
    homes.set(homeOf(source), home);
    const read = readDatabase(source, reading, (db, { file }) => ({
      found: readSessions({ db, file, withoutWal: options.images.withoutWal }, source),
      deleted: isLive(source) ? readTombstones(db) : new Map<string, number | null>(),
    }));
    if (read === null) continue;
    for (const [id, at] of read.deleted) home.deleted.set(id, at);
    keepAll(home, read.found, options.keepCopies);
  }
  const sessions = latestFirst([...homes.values()].flatMap(listedOf));
  let vanished = 0;
  for (const home of homes.values()) {
    const known = new Set(Array.from(home.sessions.values(), ({ session }) => session.id));
    for (const id of home.deleted.keys()) if (!known.has(id)) vanished++;
  }
  return { sessions, vanished };
}

interface HomeSessions {
  /** By id, or by id and file where copies are kept apart. */
  readonly sessions: Map<string, { session: FoundSession; files: number }>;
  readonly deleted: Map<string, number | null>;
}

/** A file may hold an id twice, where its schema does not forbid it: then it holds two sessions. */
function keepAll(home: HomeSessions, found: readonly FoundSession[], keepCopies: boolean): void {
  const met = new Map<string | null, number>();
  for (const session of found) {
    const nth = (met.get(session.id) ?? 0) + 1;
    met.set(session.id, nth);
    keep(home, JSON.stringify([session.id, nth, keepCopies ? session.file.path : null]), session);
  }
}

function keep(home: HomeSessions, key: string, session: FoundSession): void {
  const known = home.sessions.get(key);
  if (known === undefined) {
    home.sessions.set(key, { session, files: 1 });
    return;
  }
  known.files++;
  if (isBetter(session, known.session)) known.session = session;
}

/** Live before copies, a record before mere messages, then the one last active. */
function isBetter(a: FoundSession, b: FoundSession): boolean {
  if (isLive(a.file) !== isLive(b.file)) return isLive(a.file);
  if ((a.row === null) !== (b.row === null)) return a.row !== null;
  return (lastActive(a) ?? -1) >= (lastActive(b) ?? -1);
}

function listedOf(home: HomeSessions): ListedSession[] {
  return Array.from(home.sessions.values(), ({ session, files }) => {
    const isDeleted = session.id !== null && home.deleted.has(session.id);
    return {
      ...session,
      copies: files - 1,
      deleted: isDeleted ? { at: home.deleted.get(session.id as string) ?? null } : null,
    };
  });
}

function latestFirst(sessions: readonly ListedSession[]): ListedSession[] {
  const started = sessions.map((session) => ({ session, start: startOf(session) ?? -Infinity }));
  started.sort((a, b) => a.start === b.start ? byName(a.session, b.session) : b.start - a.start);
  return started.map(({ session }) => session);
}

function byName(a: ListedSession, b: ListedSession): number {
  return compareCodePoints(a.id ?? "", b.id ?? "") ||
    compareCodePoints(a.file.sourceFile, b.file.sourceFile);
}
