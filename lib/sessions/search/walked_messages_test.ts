import assert from "node:assert/strict";
import fc from "fast-check";
import { memoryFile } from "../../../testdata/memory_file.ts";
import { SMALL_IMAGES } from "../../../testdata/sample.ts";
import { databaseBytes } from "../../../testdata/sample_database.ts";
import { type Database, openDatabase } from "../../evidence/database.ts";
import { walkedMessages } from "./walked_messages.ts";

const COUNT = 600;

function withMessages(keyed: boolean, work: (db: Database) => void): void {
  const sql = `CREATE TABLE messages (id INTEGER PRIMARY KEY, content TEXT)
      ${keyed ? "" : "WITHOUT ROWID"};
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${COUNT})
    INSERT INTO messages SELECT i, 'message ' || i FROM n WHERE i % 7 <> 3;`;
  const db = openDatabase(memoryFile("/h/state.db", databaseBytes(sql)), SMALL_IMAGES);
  try {
    work(db);
  } finally {
    db.close();
  }
}

Deno.test("messages are read by key in whatever order they are asked for", () => {
  withMessages(true, (db) => {
    const keys = fc.oneof(
      fc.array(fc.integer({ min: -1, max: COUNT + 2 }), { maxLength: 80 }),
      fc.tuple(fc.nat({ max: COUNT }), fc.nat({ max: 90 })).map(([from, length]) =>
        Array.from({ length }, (_, i) => [from + i, from + i - 1, from + i + 1]).flat()
      ),
    );
    fc.assert(
      fc.property(keys, (asked) => {
        const read = walkedMessages(db);
        for (const key of asked) {
          const isThere = key >= 1 && key <= COUNT && key % 7 !== 3;
          assert.equal(read(key)?.[3] ?? null, isThere ? `message ${key}` : null);
        }
      }),
      { numRuns: 60 },
    );
  });
});

Deno.test("a table without row ids is read by positions", () => {
  withMessages(false, (db) => {
    const read = walkedMessages(db);
    assert.equal(read(2)?.[3], "message 2");
    assert.equal(read(3)?.[3], "message 4");
    assert.equal(read(400)?.[3], `message ${Math.ceil(400 * 7 / 6)}`);
    assert.equal(read(1)?.[3], "message 1");
    assert.equal(read(COUNT), null);
  });
});
