/**
 * Databases made from SQL text, for tests.
 *
 * @module
 */

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** The bytes of a database in which the statements were run. */
export function databaseBytes(sql: string): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), "hermeneut-sample-"));
  try {
    const path = join(folder, "sample.db");
    const db = new DatabaseSync(path);
    db.enableDefensive(false); // samples may write into the schema
    db.exec("PRAGMA foreign_keys=OFF");
    db.exec(sql);
    db.close();
    return new Uint8Array(readFileSync(path));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
