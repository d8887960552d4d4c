/**
 * What a state.db tells, from SQL text, for tests of its parts.
 *
 * @module
 */

import { readFileSync } from "node:fs";
import { stateDb } from "../lib/stores/state_db/mod.ts";
import { memoryFile } from "./memory_file.ts";
import { printed, SMALL_IMAGES, toldOf } from "./sample.ts";
import { databaseBytes } from "./sample_database.ts";

/** The tables of schema 32, to be followed by rows. */
export const SCHEMA_32 = readFileSync(new URL("./schemas/32.sql", import.meta.url), "utf8");

/** Smallest tables that messages need. */
export const SMALL_SCHEMA = `
  CREATE TABLE sessions (id TEXT PRIMARY KEY, source TEXT, model TEXT, started_at REAL, cwd TEXT);
  CREATE TABLE messages (id INTEGER PRIMARY KEY, session_id TEXT, role TEXT, content TEXT,
    tool_call_id TEXT, tool_calls TEXT, tool_name TEXT, timestamp REAL);
`;

/** The rows of a database in stored order, as lines (see {@linkcode printed}). */
export function stateLines(sql: string): string[] {
  return printed(toldOf(stateDb, memoryFile("/h/state.db", databaseBytes(sql))));
}

/** The rows of a database by time, as lines. */
export function stateLinesByTime(sql: string): string[] {
  const file = memoryFile("/h/state.db", databaseBytes(sql));
  return printed(stateDb.readByTime?.(file, SMALL_IMAGES) ?? []);
}

/** Only the lines of messages, without the session rows before them. */
export function messageLines(sql: string): string[] {
  return stateLines(SMALL_SCHEMA + sql).filter((line) =>
    !/ (session (start|end)|model):/.test(line)
  );
}
