/**
 * Tells a Hermes database by what it holds, wherever it lies.
 *
 * @module
 */

import { type Database, openDatabase } from "../evidence/database.ts";
import { EvidenceError } from "../evidence/errors.ts";
import type { EvidenceTree } from "../evidence/file.ts";
import type { Search } from "./search.ts";
import { firstBytes } from "./small_text.ts";

const MAGIC = new TextEncoder().encode("SQLite format 3\0");

/** True when the bytes begin like a SQLite database. */
export function isSqlite(bytes: Uint8Array | null): boolean {
  return bytes !== null && bytes.length >= MAGIC.length &&
    MAGIC.every((byte, at) => bytes[at] === byte);
}

/** True when the folder holds a state.db with Hermes' tables. */
export function hasStateDatabase(tree: EvidenceTree, folder: string, search: Search): boolean {
  const entry = search.catalog.entries.find(({ id }) => id === "state_db");
  return (entry?.paths ?? []).some((text) =>
    databaseStore(tree, `${folder}/${text}`, search) === "state_db"
  );
}

/**
 * The store a SQLite file is, by its tables; null when it is none of Hermes', or
 * cannot be read, which is said.
 *
 * Tables as in hermes_state_common.py and gateway/platforms/api_server_response_store.py.
 */
export function databaseStore(
  tree: EvidenceTree,
  path: string,
  search: Search,
): "state_db" | "response_store" | null {
  if (!isSqlite(firstBytes(tree, path, { length: MAGIC.length }))) return null;
  try {
    return withTables(
      tree,
      { path, maxMemory: search.maxMemory, withoutWal: false },
      storeOfTables,
    );
  } catch (error) {
    if (!(error instanceof EvidenceError)) throw error;
    if (error.fault === "needs-work-folder") return atLastCheckpoint(tree, path, search);
    search.note(`${path}: ${error.message}`);
    return null;
  }
}

/** A database too large for an image still has the tables it had at its last checkpoint. */
function atLastCheckpoint(
  tree: EvidenceTree,
  path: string,
  search: Search,
): ReturnType<typeof databaseStore> {
  try {
    return withTables(tree, { path, maxMemory: search.maxMemory, withoutWal: true }, storeOfTables);
  } catch (error) {
    if (!(error instanceof EvidenceError)) throw error;
    search.note(`${path}: ${error.message}`);
    return null;
  }
}

function storeOfTables(db: Database): ReturnType<typeof databaseStore> {
  if (db.has("sessions", "id") && db.has("messages", "session_id") && db.has("messages", "role")) {
    return "state_db";
  }
  return db.has("responses", "response_id") && db.has("responses", "data")
    ? "response_store"
    : null;
}

function withTables<T>(
  tree: EvidenceTree,
  how: { path: string; maxMemory: number; withoutWal: boolean },
  ask: (db: Database) => T,
): T {
  const file = tree.open(how.path);
  try {
    const { maxMemory, withoutWal } = how;
    const db = openDatabase(file, { maxMemory, withoutWal, workFolder: null, imageOnly: false });
    try {
      return ask(db);
    } finally {
      db.close();
    }
  } finally {
    file.close();
  }
}
