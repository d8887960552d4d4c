/**
 * Writes to a database the way a running agent does: commits, and now and then a
 * checkpoint, until its standard input ends. Prints what it met, if anything.
 *
 * Operands: the database, and a number of rows after which it checkpoints.
 *
 * @module
 */

import { DatabaseSync } from "node:sqlite";

const [path = "", every = "23"] = Deno.args;
const db = new DatabaseSync(path);
db.exec("PRAGMA foreign_keys=OFF; PRAGMA busy_timeout=0; PRAGMA wal_autocheckpoint=0");
const insert = db.prepare(
  "INSERT INTO messages (session_id, role, content, timestamp) VALUES ('live', 'user', ?, ?)",
);
let running = true;
const input = Deno.stdin.readable.getReader();
input.read().then(() => running = false);
console.log("ready");
for (let row = 1; running; row++) {
  try {
    insert.run(`row ${row} ${"x".repeat(row % 300)}`, 1793266215 + row / 1000);
    if (row % Number(every) === 0) db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  } catch (error) {
    console.log(`FAULT ${(error as Error).message}`);
  }
  await new Promise((go) => setTimeout(go, 2));
}
console.log("done");
Deno.exit(0);
