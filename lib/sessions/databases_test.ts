import assert from "node:assert/strict";
import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { databaseBytes } from "../../testdata/sample_database.ts";
import { reading, sourcesOf, withHome } from "../../testdata/session_home.ts";
import { SMALL_SCHEMA } from "../../testdata/state_rows.ts";
import { text } from "../evidence/database.ts";
import { readDatabase } from "./databases.ts";

const SQL = `${SMALL_SCHEMA} INSERT INTO sessions (id) VALUES ('a');`;

/** Replaces the database, as a running agent would alter it. */
function alter(home: string): void {
  writeFileSync(
    join(home, "state.db"),
    databaseBytes(`${SQL} INSERT INTO sessions (id) VALUES ('b');`),
  );
  utimesSync(join(home, "state.db"), 1, 1);
}

function idsIn(db: Parameters<Parameters<typeof readDatabase>[2]>[0]): (string | null)[] {
  return Array.from(db.rows("sessions", [text("id")]), ([, id]) => id);
}

Deno.test("a database that changes meanwhile is read once more, from an image", () => {
  withHome({ "state.db": SQL }, (home) => {
    const [source] = sourcesOf(home);
    assert(source !== undefined);
    const faults: string[] = [];
    let times = 0;
    const ids = readDatabase(source, reading(faults), (db) => {
      const found = idsIn(db);
      if (++times === 1) alter(home);
      return found;
    });
    assert.equal(times, 2);
    assert.deepEqual(ids, ["a", "b"]);
    assert.deepEqual(faults, []);
  });
});

Deno.test("what was told before a change is not told again, but the change is", () => {
  withHome({ "state.db": SQL }, (home) => {
    const [source] = sourcesOf(home);
    assert(source !== undefined);
    const faults: string[] = [];
    const ids = readDatabase(source, reading(faults), (db, attempt) => {
      attempt.commit();
      const found = idsIn(db);
      alter(home);
      return found;
    });
    assert.deepEqual(ids, ["a"]);
    assert.match(faults.join(), /Changed while it was read in place/);
  });
});
