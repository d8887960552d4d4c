/**
 * The databases that hold sessions, opened one after the other.
 *
 * @module
 */

import { type Database, type ImageOptions, openDatabase } from "../evidence/database.ts";
import { EvidenceError } from "../evidence/errors.ts";
import type { EvidenceFile } from "../evidence/file.ts";
import { saysSqlite } from "../evidence/sqlite_header.ts";
import type { Source } from "../parse/mod.ts";

/** How databases are read. */
export interface DatabaseReading {
  readonly images: Omit<ImageOptions, "imageOnly">;
  /** Paths of databases that changed before: they are read from images at once. */
  readonly changed?: ReadonlySet<string>;
  /** Told of each source that cannot be used, or not to its end. */
  readonly onFault: (source: Source, message: string) => void;
}

/** What a reading may ask while it goes on. */
export interface Attempt {
  /** What the database is read from. */
  readonly file: EvidenceFile;
  /**
   * Call before anything is told of what was read: from here on the database
   * is not read afresh.
   *
   * @throws {EvidenceError} `changed` when what was read so far cannot stand
   */
  commit(): void;
}

const LIVE = "state_db";
const SNAPSHOT = "state_snapshot";
/** Files set aside, some of which never were a database. */
const SET_ASIDE = "state_db_copy";

/** True for a source that holds sessions: the live store, its snapshots and copies. */
export function holdsSessions(source: Source): boolean {
  return [LIVE, SNAPSHOT, SET_ASIDE].includes(source.reader.id);
}

/** True for a store of record, not a copy of one. */
export function isLive(source: Source): boolean {
  return source.reader.id === LIVE;
}

/** What tells one store of record, with all its copies, from another. */
export function homeOf(source: Source): string {
  return `${source.owner.user ?? ""}\0${source.home}`;
}

/**
 * Reads a database. When a live one changed meanwhile, it is read once more from
 * an image of one moment; what was read first is thrown away.
 *
 * @returns Null when it cannot be read; `onFault` knows why
 * @throws {EvidenceError} `needs-work-folder`: nothing can be read without one
 */
export function readDatabase<T>(
  source: Source,
  reading: DatabaseReading,
  read: (db: Database, attempt: Attempt) => T,
): T | null {
  const ways = reading.changed?.has(source.path) ? [true] : [false, true];
  for (const imageOnly of ways) {
    try {
      return attempt(source, { ...reading, imageOnly }, read);
    } catch (error) {
      if (!(error instanceof EvidenceError) || error.fault === "needs-work-folder") throw error;
      if (error.fault === "changed" && !imageOnly) continue;
      reading.onFault(source, error.message);
      return null;
    }
  }
  return null;
}

function attempt<T>(
  source: Source,
  reading: DatabaseReading & { readonly imageOnly: boolean },
  read: (db: Database, attempt: Attempt) => T,
): T | null {
  const file = source.tree.open(source.path);
  try {
    if (source.reader.id === SET_ASIDE && !saysSqlite(file)) return null;
    const db = openDatabase(file, { ...reading.images, imageOnly: reading.imageOnly });
    try {
      return settled(source, db, { file, reading, read });
    } finally {
      db.close();
    }
  } finally {
    file.close();
  }
}

function settled<T>(
  source: Source,
  db: Database,
  how: {
    readonly file: EvidenceFile;
    readonly reading: DatabaseReading;
    readonly read: (db: Database, attempt: Attempt) => T;
  },
): T {
  let committed = false;
  const check = (): void => {
    if (db.unchanged()) return;
    throw new EvidenceError("changed", source.path, "Changed while it was read in place");
  };
  const commit = (): void => {
    check();
    committed = true;
  };
  const made = how.read(db, { file: how.file, commit });
  if (!committed) check();
  else if (!db.unchanged()) how.reading.onFault(source, "Changed while it was read in place");
  for (const table of TABLES) {
    if (db.notTables.has(table)) how.reading.onFault(source, `${table} is not a table`);
  }
  for (const fault of new Set(db.faults)) how.reading.onFault(source, `SQLite error: ${fault}`);
  return made;
}

const TABLES = ["sessions", "messages"];
