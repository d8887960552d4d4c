/**
 * A Hermes home whose state.db holds as many messages as asked for.
 *
 * @module
 */

import { copyFileSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { conversation } from "./conversation.ts";
import { type Random, randomFrom } from "./random.ts";
import { INDEXES, MESSAGE_COLUMNS, SESSION_COLUMNS, TABLES } from "./schema.ts";

/** What the home holds. */
export interface HomeOptions {
  readonly messages: number;
  readonly seed: number;
  /** Leave the last tenth of the messages in a write-ahead log. */
  readonly withWal: boolean;
}

/** When the first session begins: seconds since the epoch. */
const FIRST_START = 1_760_000_000;

/** Share of the messages that are in the main file when there is a WAL. */
const SETTLED = 0.9;

/**
 * Makes the home; the same options give the same rows.
 *
 * @param folder Where to; made when it is not there
 * @returns Path of its state.db
 */
export function makeHome(folder: string, options: HomeOptions): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, "state.db");
  const draft = join(folder, "draft.db");
  const database = new DatabaseSync(draft);
  try {
    database.exec("PRAGMA page_size=4096; PRAGMA synchronous=OFF; PRAGMA journal_mode=WAL");
    database.exec(TABLES);
    const random = randomFrom(options.seed);
    const settled = options.withWal ? Math.floor(options.messages * SETTLED) : options.messages;
    const end = fill(database, random, { start: FIRST_START, messages: settled });
    database.exec(INDEXES);
    database.exec("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA wal_autocheckpoint=0");
    fill(database, random, { start: end, messages: options.messages - settled });
    // The last connection to close would fold the WAL into the main file: take both before.
    copyFileSync(draft, path);
    if (options.withWal) copyFileSync(`${draft}-wal`, `${path}-wal`);
  } finally {
    database.close();
    for (const suffix of ["", "-wal", "-shm"]) {
      if (existsSync(draft + suffix)) rmSync(draft + suffix);
    }
  }
  return path;
}

interface Batch {
  readonly start: number;
  readonly messages: number;
}

/** Writes sessions until there are enough messages; when the next session would begin. */
function fill(database: DatabaseSync, random: Random, batch: Batch): number {
  const addSession = insertInto(database, "sessions", SESSION_COLUMNS);
  const addMessage = insertInto(database, "messages", MESSAGE_COLUMNS);
  let { start, messages } = batch;
  database.exec("BEGIN");
  while (messages > 0) {
    const one = conversation(random, start, messages);
    addSession.run(...one.session);
    for (const message of one.messages) addMessage.run(...message);
    messages -= one.messages.length;
    start += 60 + random.below(3600);
  }
  database.exec("COMMIT");
  return start;
}

function insertInto(
  database: DatabaseSync,
  table: string,
  columns: readonly string[],
): StatementSync {
  const places = columns.map(() => "?").join(", ");
  return database.prepare(`INSERT INTO ${table} (${columns.join(", ")}) VALUES (${places})`);
}
