import assert from "node:assert/strict";
import fc from "fast-check";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { SMALL_IMAGES } from "../../../testdata/sample.ts";
import { openDatabase } from "../../evidence/database.ts";
import { inFolder } from "../../evidence/database_fixture.ts";
import { localTree } from "../../evidence/local_tree.ts";
import { pagedActivity } from "./paged_activity.ts";
import { previewer } from "./preview.ts";
import { groupedActivity, walkedActivity } from "./read_activity.ts";

const TABLE = `CREATE TABLE messages (id INTEGER PRIMARY KEY, session_id TEXT, role TEXT,
  content TEXT, tool_calls TEXT, timestamp REAL, observed INTEGER DEFAULT 0, display_kind TEXT)`;

/** What each way of reading tells: the pages, SQLite's groups, and a walk over all rows. */
function ways(path: string): unknown[] {
  const file = localTree({ stable: true }).open(path);
  const db = openDatabase(file, SMALL_IMAGES);
  try {
    const preview = previewer(db, []);
    const paged = pagedActivity({ db, file, withoutWal: false });
    return [paged, groupedActivity(db), walkedActivity(db)].map((activity) =>
      activity && [...activity].map(([id, { prompt, ...of }]) => ({
        id,
        ...of,
        key: prompt?.key ?? null,
        preview: preview(prompt),
      })).sort((a, b) => JSON.stringify(a.id) < JSON.stringify(b.id) ? -1 : 1)
    );
  } finally {
    db.close();
    file.close();
  }
}

Deno.test("pages, groups and rows tell the same of every session", () => {
  const message = fc.record({
    session: fc.constantFrom(null, "", "s1", "s2", "ünï"),
    role: fc.constantFrom("user", "assistant", "User", null),
    content: fc.oneof(
      fc.constantFrom(null, "", "hello", "a\nb"),
      fc.constantFrom("é", "😀", "x").map((it) => it.repeat(300)),
    ),
    calls: fc.constantFrom(null, "y".repeat(900)),
    timestamp: fc.constantFrom(null, 0, 1793266000, 1793266000.25, 5e12, "text", 1e9, -1),
    observed: fc.constantFrom(null, 0, 1, 0.5, "yes"),
    kind: fc.constantFrom(null, "", "steer", "hidden"),
  });
  fc.assert(
    fc.property(fc.array(message, { maxLength: 40 }), (messages) => {
      inFolder((folder) => {
        const path = join(folder, "state.db");
        const db = new DatabaseSync(path);
        db.exec(`PRAGMA page_size=512; ${TABLE}`);
        const insert = db.prepare(`INSERT INTO messages (session_id, role, content, tool_calls,
          timestamp, observed, display_kind) VALUES (?, ?, ?, ?, ?, ?, ?)`);
        for (const it of messages) {
          const told = [it.session, it.role, it.content, it.calls, it.timestamp];
          insert.run(...told, it.observed, it.kind);
        }
        db.close();
        const [paged, grouped, walked] = ways(path);
        assert.notEqual(paged, null);
        assert.deepEqual(paged, grouped);
        assert.deepEqual(paged, walked);
      });
    }),
    { numRuns: 60 },
  );
});

Deno.test("an index that has lost its rows changes no answer", () => {
  inFolder((folder) => {
    const path = join(folder, "state.db");
    const db = new DatabaseSync(path);
    db.enableDefensive(false);
    db.exec(`${TABLE}; CREATE INDEX by_session ON messages (session_id, timestamp);
      INSERT INTO messages (session_id, role, content, timestamp) VALUES
        ('s', 'user', 'first', 1793266000), ('s', 'user', 'second', 1793266001);
      CREATE TABLE empty (a, b); CREATE INDEX of_nothing ON empty (a, b);
      PRAGMA writable_schema=ON;
      UPDATE sqlite_master SET rootpage = (SELECT rootpage FROM sqlite_master
        WHERE name = 'of_nothing') WHERE name = 'by_session'`);
    db.close();
    const asked = new DatabaseSync(path, { readOnly: true });
    const indexed = asked.prepare("SELECT count(*) AS n FROM messages WHERE session_id = 's'")
      .get();
    asked.close();
    assert.equal(indexed?.["n"], 0);
    for (const told of ways(path)) {
      assert.equal((told as { messages: number }[])[0]?.messages, 2);
    }
  });
});
