/**
 * Machines for tests: small trees of files, links and databases.
 *
 * @module
 */

import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { buildDatabase } from "./database.ts";
import { loadCatalog } from "../lib/catalog/mod.ts";
import {
  type EvidenceRequest,
  locate,
  type Located,
  type LocateOptions,
} from "../lib/discover/mod.ts";

/** What stands at a path: text, a link, a database, or an empty folder. */
export type Planted = string | Uint8Array | { link: string } | { sql: string } | null;

/** The built-in catalog, loaded once. */
export const CATALOG = loadCatalog();

/** A state.db with one session of two messages, and a tombstone. */
export const STATE_DB: Planted = {
  sql: `CREATE TABLE schema_version (version INTEGER); INSERT INTO schema_version VALUES (32);
    CREATE TABLE sessions (id TEXT PRIMARY KEY, source TEXT, started_at REAL, ended_at REAL);
    INSERT INTO sessions VALUES ('s', 'cli', 1793266200, NULL);
    CREATE TABLE messages (id INTEGER PRIMARY KEY, session_id TEXT, role TEXT, content TEXT,
      timestamp REAL);
    INSERT INTO messages (session_id, role, content, timestamp) VALUES
      ('s', 'user', 'hello', 1793266201), ('s', 'assistant', 'hi', 1793266202.5);
    CREATE TABLE state_meta (key TEXT PRIMARY KEY, value TEXT);
    INSERT INTO state_meta VALUES ('gateway.retired_session.v1.gone', '{}');`,
};

/** The same with a third message that stands only in the WAL. */
export const STATE_DB_WITH_WAL: Planted = {
  sql: `${(STATE_DB as { sql: string }).sql}
-- @wal
INSERT INTO messages (session_id, role, content, timestamp) VALUES ('s', 'user', 'x', 1793266203);`,
};

/** Plants files below a folder that is removed afterwards, also after work that takes its time. */
export function inTree<Result>(
  planted: Readonly<Record<string, Planted>>,
  work: (dir: string) => Result,
): Result {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), "discover-")));
  const remove = (): void => rmSync(dir, { recursive: true, force: true });
  let result: Result;
  try {
    for (const [path, what] of Object.entries(planted)) plant(join(dir, path), what, dir);
    result = work(dir);
  } catch (error) {
    remove();
    throw error;
  }
  if (result instanceof Promise) return result.finally(remove) as Result;
  remove();
  return result;
}

function plant(path: string, what: Planted, dir: string): void {
  mkdirSync(dirname(path), { recursive: true });
  if (what === null) mkdirSync(path, { recursive: true });
  else if (typeof what === "string") writeFileSync(path, what.replaceAll("$DIR", dir));
  else if (what instanceof Uint8Array) writeFileSync(path, what);
  else if ("link" in what) symlinkSync(what.link.replaceAll("$DIR", dir), path);
  else buildDatabase(what.sql, path);
}

/** Locates evidence with the built-in catalog, never this machine's own. */
export function find(
  request: Partial<EvidenceRequest>,
  options: Partial<LocateOptions> = {},
): Located {
  const whole = { paths: [], roots: [], homes: [], ...request };
  return locate(whole, { catalog: CATALOG, excludeLocal: true, ...options });
}

/** Homes in one line each: path, form, user, profile. */
export function homeLines(located: Located): string[] {
  return located.homes.map(({ path, form, user, profile, nested }) =>
    `${path} ${form.id} ${user ?? "-"} ${profile ?? "-"}${nested ? " nested" : ""}`
  );
}
