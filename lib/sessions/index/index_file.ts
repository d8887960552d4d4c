/**
 * The file of an index: its tables, and the guard around a file of that name.
 *
 * @module
 */

import { closeSync, openSync, readSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { OutputPlaceError } from "../../row/output_error.ts";
import { placeOf } from "../../row/output_place.ts";

/** "HSIX": marks a database as an index of ours. */
const APPLICATION_ID = 0x48534958;
/** Goes up with every change of the tables or of what they hold. */
const LAYOUT = 4;

const HEADER_SIZE = 100;
const LAYOUT_OFFSET = 60;
const ID_OFFSET = 68;

/** SQL that makes the tables of a new index. */
export const TABLES = `
PRAGMA application_id=${APPLICATION_ID};
PRAGMA user_version=${LAYOUT};
CREATE TABLE about (fingerprint TEXT);
CREATE TABLE files (id INTEGER PRIMARY KEY, source_file TEXT, kind TEXT, host TEXT, user TEXT,
  profile TEXT, home TEXT, is_database INTEGER);
CREATE TABLE faults (file INTEGER, message TEXT);
CREATE TABLE sessions (file INTEGER, id BLOB, source BLOB, model BLOB, title BLOB, started_at);
CREATE TABLE documents (id INTEGER PRIMARY KEY, file INTEGER, line, session_id BLOB, role BLOB,
  timestamp, tool_name BLOB, notes BLOB, is_alone INTEGER, content BLOB, tool_calls BLOB,
  call_words BLOB);
CREATE VIRTUAL TABLE words USING fts5(content, tool_name, tool_calls, call_words, content='',
  columnsize=0, tokenize='unicode61 remove_diacritics 2');
CREATE TABLE vocabulary (words BLOB);
CREATE VIRTUAL TABLE unspaced USING fts5(characters, content='', columnsize=0);
CREATE TABLE unwieldy (id INTEGER PRIMARY KEY);
INSERT INTO words(words, rank) VALUES ('hashsize', 33554432);
`;

/** SQL that makes the indexes, when the documents are in. */
export const AFTERWARDS =
  `CREATE INDEX by_session ON documents (file, session_id, id) WHERE is_alone = 0;
CREATE INDEX by_id ON sessions (file, id)`;

/**
 * Opens an index for reading; null when there is none yet, or one of another layout.
 *
 * @throws {OutputPlaceError} When something else has that name
 */
export function openIndex(path: string): DatabaseSync | null {
  const header = headerOf(path);
  if (header === null) return null;
  const view = new DataView(header.buffer);
  if (header.length < HEADER_SIZE || view.getUint32(ID_OFFSET) !== APPLICATION_ID) {
    throw new OutputPlaceError(`Cannot use ${path} as an index: it is another kind of file`);
  }
  if (view.getUint32(LAYOUT_OFFSET) !== LAYOUT) return null;
  const db = new DatabaseSync(path, { readOnly: true });
  // one long reading: SQLite need not look at the file anew for each of the many questions
  db.exec("PRAGMA temp_store=MEMORY; PRAGMA query_only=ON; BEGIN");
  return db;
}

function headerOf(path: string): Uint8Array<ArrayBuffer> | null {
  placeOf(path);
  let descriptor: number;
  try {
    descriptor = openSync(path, "r");
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return null;
    throw new OutputPlaceError(`Cannot read ${path}: expected an index or a free name`);
  }
  try {
    const header = new Uint8Array(HEADER_SIZE);
    return header.slice(0, readSync(descriptor, header, 0, HEADER_SIZE, 0));
  } finally {
    closeSync(descriptor);
  }
}
