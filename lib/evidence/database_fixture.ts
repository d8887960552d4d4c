/**
 * Databases for tests, caught while their writer is at work.
 *
 * @module
 */

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** The bytes of a database and of what lies beside it; absent files are null. */
export interface Caught {
  readonly main: Uint8Array;
  readonly wal: Uint8Array | null;
  readonly journal: Uint8Array | null;
}

/** Runs `work` with a folder that is removed afterwards. */
export function inFolder<Result>(work: (folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), "evidence-"));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Lets SQLite run `sql` on a new database and takes its files while the
 * connection is still open.
 */
export function caught(sql: string): Caught {
  return inFolder((folder) => {
    const path = join(folder, "test.db");
    const db = new DatabaseSync(path);
    db.exec(sql);
    const files = {
      main: new Uint8Array(readFileSync(path)),
      wal: bytesOf(`${path}-wal`),
      journal: bytesOf(`${path}-journal`),
    };
    db.close();
    return files;
  });
}

/** One row per transaction, all of them still in the log. */
export function walSql(options: { readonly pageSize: number; readonly rows: number }): string {
  const inserts = Array.from(
    { length: options.rows },
    (_, row) => `INSERT INTO t VALUES (${row + 1}, printf('%.*c', 300, 'x'));`,
  );
  return `PRAGMA page_size=${options.pageSize}; PRAGMA journal_mode=WAL;
    PRAGMA wal_autocheckpoint=0; CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT);
    ${inserts.join("\n")}`;
}

/** Forty rows, and a transaction after them that spilled into the file and never ended. */
export const UNFINISHED = `PRAGMA page_size=1024; CREATE TABLE t (a, b);
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
  INSERT INTO t SELECT i, printf('%.*c', 900, 'x') FROM n;
  PRAGMA cache_size=3; BEGIN; DELETE FROM t WHERE a > 30;
  WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 160)
  INSERT INTO t SELECT i, printf('%.*c', 900, 'z') FROM n`;

/** Writes caught files as `<folder>/test.db` and beside it; gives the path. */
export function laidOut(folder: string, files: Partial<Caught>): string {
  const path = join(folder, "test.db");
  const { main, wal, journal } = files;
  if (main) writeFileSync(path, main);
  if (wal) writeFileSync(`${path}-wal`, wal);
  if (journal) writeFileSync(`${path}-journal`, journal);
  return path;
}

/** The first column of every row, as numbers. */
export function firstColumn(db: DatabaseSync, sql: string): number[] {
  return db.prepare(sql).all().map((row) => Number(Object.values(row)[0]));
}

function bytesOf(path: string): Uint8Array | null {
  return existsSync(path) ? new Uint8Array(readFileSync(path)) : null;
}
