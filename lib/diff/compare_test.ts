import assert from "node:assert/strict";
import { closeSync, copyFileSync, openSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { inFolder } from "../evidence/database_fixture.ts";
import {
  changeLines,
  compareAfter,
  compareMade,
  comparePaths,
  runSql,
  TABLES,
} from "./pair_fixture.ts";

const SESSION = `${TABLES} INSERT INTO sessions VALUES ('s', 'cli', 'one', 1793266215.0);`;
const row = (id: number, words: string, rest = ""): string =>
  `INSERT INTO messages (id, session_id, role, content, timestamp${
    rest && ", active, compacted, message_uid"
  })
   VALUES (${id}, 's', 'user', '${words}', 1793266216.5${rest && `, ${rest}`});`;

Deno.test("messages are a multiset: of two equal ones one can be gone", () => {
  const found = compareMade(
    SESSION + row(1, "ok") + row(2, "ok") + row(3, "next"),
    SESSION + row(7, "next") + row(8, "ok"),
  );
  assert.deepEqual(changeLines(found), ["removed message s 2 - ok"]);
});

Deno.test("ids that start again are no difference", () => {
  const found = compareMade(
    SESSION + row(100, "a") + row(200, "b") + row(300, "c"),
    SESSION + row(1, "a") + row(2, "b") + row(3, "c"),
  );
  assert.deepEqual(changeLines(found), []);
  assert.deepEqual(found.comparison.olderHolds, { sessions: 1, messages: 3 });
});

Deno.test("rewound, compacted, superseded, restored, edited and changed are told apart", () => {
  const found = compareAfter(
    SESSION + row(1, "rewound") + row(2, "compacted") + row(3, "carried") +
      row(4, "back", "0, 0, NULL") + row(5, "before", "1, 0, 'u5'") + row(6, "thought"),
    `UPDATE messages SET active = 0 WHERE id IN (1, 2, 3);
     UPDATE messages SET compacted = 1 WHERE id = 2;
     UPDATE messages SET active = 1 WHERE id = 4;
     UPDATE messages SET content = 'after' WHERE id = 5;
     UPDATE messages SET reasoning = 'other' WHERE id = 6;` + row(9, "carried"),
  );
  assert.deepEqual(changeLines(found), [
    "rewound s 1 1 rewound",
    "compacted s 2 2 compacted",
    "superseded copy s - 3 carried",
    "restored s 4 4 back",
    "edited s 5 5 before",
    "changed message s 6 6 thought",
  ]);
  const fields = found.changes.map(({ fields }) => fields.map(({ name }) => name).join(" "));
  assert.deepEqual(fields, ["active", "active compacted", "", "active", "content", "reasoning"]);
});

Deno.test("a message id joins rows, but equal words join them where one has none", () => {
  const found = compareMade(
    SESSION + row(1, "same", "1, 0, NULL") + row(2, "twice", "1, 0, 'a'"),
    SESSION + row(5, "same", "1, 0, 'new'") + row(6, "twice", "1, 0, 'b'"),
  );
  assert.deepEqual(changeLines(found), ["changed message s 2 6 twice"]);
  assert.deepEqual(found.changes[0]?.fields, [{ name: "message_uid", before: "a", after: "b" }]);
});

Deno.test("an old schema has no flags: its rows are active, and absent columns tell nothing", () => {
  const old = `CREATE TABLE sessions (id TEXT PRIMARY KEY, source TEXT, started_at REAL);
    INSERT INTO sessions VALUES ('s', 'cli', 1793266215.0);
    CREATE TABLE messages (id INTEGER PRIMARY KEY, session_id TEXT, role TEXT, content TEXT,
      timestamp REAL);` + row(1, "kept") + row(2, "taken back");
  const found = compareMade(old, SESSION + row(1, "kept") + row(2, "taken back", "0, 0, 'u'"));
  assert.deepEqual(changeLines(found), ["rewound s 2 2 taken back"]);
});

Deno.test("words are compared as bytes: NULs and two encodings are no difference", () => {
  const words = "INSERT INTO messages VALUES (1, 's', 'user', 'a' || char(0) || 'ü', NULL, NULL," +
    " NULL, 1793266216.5, NULL, 1, 0, NULL);";
  const found = compareMade(SESSION + words, `PRAGMA encoding='UTF-16le'; ${SESSION} ${words}`);
  assert.deepEqual(changeLines(found), []);
  const cut = compareAfter(SESSION + words, "UPDATE messages SET content = 'a' || char(0) || 'u';");
  assert.deepEqual(cut.changes.map(({ kind }) => kind), ["removed message", "added message"]);
});

Deno.test("row ids beyond 2^53 keep their digits", () => {
  const found = compareAfter(
    SESSION + "INSERT INTO messages (id, session_id, role, content, timestamp) VALUES" +
      " (9007199254740993, 's', 'user', 'wide', 1793266216.5);",
    "DELETE FROM messages;",
  );
  assert.deepEqual(changeLines(found), ["removed message s 9007199254740993 - wide"]);
});

Deno.test("sessions: removed with the reason, added, changed field by field, recreated", () => {
  const meta = (id: string, value: string): string =>
    `INSERT INTO state_meta VALUES ('gateway.retired_session.v1.${id}', '${value}');`;
  const sessions = ["del", "swept", "undated", "pruned", "back", "kept"].map((id) =>
    `INSERT INTO sessions VALUES ('${id}', 'cli', 'title of ${id}', 1793266215.0);`
  ).join("");
  const found = compareAfter(
    TABLES + sessions,
    `DELETE FROM sessions WHERE id NOT IN ('back', 'kept');
     UPDATE sessions SET title = 'other' WHERE id = 'kept';
     INSERT INTO sessions VALUES ('new', 'tui', NULL, 1793266219.0);` +
      meta("del", '{"retired_at": 1793229100.25, "own": true}') +
      meta("swept", '{"retired_at": 1793229100.25, "expires": true}') + meta("undated", "{}") +
      meta("back", '{"retired_at": 1793229100.25}'),
  );
  const told = found.changes.map(({ kind, sessionId, reason }) => [kind, sessionId, reason]);
  assert.deepEqual(told, [
    ["recreated session", "back", "deleted (tombstone, 2026-10-28T23:11:40.250000Z)"],
    ["removed session", "del", "deleted (tombstone, 2026-10-28T23:11:40.250000Z)"],
    ["changed session", "kept", null],
    ["added session", "new", null],
    ["removed session", "pruned", "no tombstone: older build, pruned, or store replaced"],
    ["removed session", "swept", "swept (tombstone expires, 2026-10-28T23:11:40.250000Z)"],
    ["removed session", "undated", "tombstone without a time"],
  ]);
  assert.deepEqual(found.changes[2]?.fields, [
    { name: "title", before: "title of kept", after: "other" },
  ]);
});

Deno.test("one message id: only other words are an edit; a time or a role is another field", () => {
  const found = compareAfter(
    SESSION + row(1, "one", "1, 0, 'u1'") + row(2, "two", "1, 0, 'u2'") +
      row(3, "three", "1, 0, 'u3'") + row(4, "four", "1, 0, 'u4'"),
    `UPDATE messages SET timestamp = 1793266999.5 WHERE id = 1;
     UPDATE messages SET role = 'system' WHERE id = 2;
     UPDATE messages SET timestamp = 1793266999.5, active = 0 WHERE id = 3;
     UPDATE messages SET tool_calls = '[]' WHERE id = 4;`,
  );
  assert.deepEqual(changeLines(found), [
    "rewound s 3 3 three",
    "edited s 4 4 four",
    "changed message s 1 1 one",
    "changed message s 2 2 two",
  ]);
  const fields = found.changes.map(({ fields }) => fields.map(({ name }) => name).join(" "));
  assert.deepEqual(fields, ["timestamp active", "tool_calls", "timestamp", "role"]);
});

Deno.test("a carried tail that the next compaction summed up was not rewound", () => {
  const found = compareAfter(
    SESSION + row(1, "carried") + row(2, "taken back"),
    `UPDATE messages SET active = 0;` + row(3, "carried", "0, 1, NULL"),
  );
  assert.deepEqual(changeLines(found), [
    "rewound s 2 2 taken back",
    "superseded copy s 1 1 carried",
    "added message s - 3 carried",
  ]);
});

Deno.test("a session is recreated also when only the older database has its tombstone", () => {
  const found = compareMade(
    TABLES + `INSERT INTO state_meta VALUES ('gateway.retired_session.v1.back',
      '{"retired_at": 1793229100.25, "expires": true}');`,
    TABLES + "INSERT INTO sessions VALUES ('back', 'cli', 'again', 1793266215.0);",
  );
  const told = found.changes.map(({ kind, reason }) => [kind, reason]);
  assert.deepEqual(told, [
    ["recreated session", "swept (tombstone expires, 2026-10-28T23:11:40.250000Z)"],
    ["added session", null],
  ]);
});

Deno.test("damage of the live database makes its ledger doubtful, and is said once", () => {
  inFolder((folder) => {
    const [older, newer] = [join(folder, "older.db"), join(folder, "newer.db")];
    const sessions = Array.from(
      { length: 60 },
      (_, at) =>
        `INSERT INTO sessions VALUES ('s${at}', 'cli', '${"x".repeat(300)}', 1793266215.0);`,
    ).join("");
    runSql(older, `PRAGMA page_size=1024; ${TABLES} ${sessions}`);
    copyFileSync(older, newer);
    overwriteLeaf(newer, "sessions");
    const { home, comparison } = comparePaths(older, newer);
    assert.equal(comparison.damage.newer.length, 1);
    assert.equal(home.liveDamage.length, 1);
    assert.ok((home.ledger ?? []).length > 0);
    for (const { doubt } of home.ledger ?? []) assert.match(doubt ?? "", /database is damaged/);
  });
});

Deno.test("what is only unreadable is not called gone without a doubt", () => {
  inFolder((folder) => {
    const [older, newer] = [join(folder, "older.db"), join(folder, "newer.db")];
    const rows = Array.from({ length: 60 }, (_, at) => row(at + 1, "x".repeat(300) + at)).join("");
    runSql(older, `PRAGMA page_size=1024; ${SESSION} ${rows}`);
    copyFileSync(older, newer);
    overwriteLeaf(newer);
    const found = comparePaths(older, newer);
    assert.ok(found.comparison.counts["removed message"] > 0);
    assert.ok(found.comparison.damage.newer.length > 0);
    for (const { kind, doubt } of found.changes) {
      if (kind === "removed message") assert.match(doubt ?? "", /newer database is damaged/);
    }
  });
});

Deno.test("a view in place of the messages is damage, not an empty table", () => {
  const found = compareAfter(
    SESSION + row(1, "there"),
    "DROP TABLE messages; CREATE VIEW messages AS SELECT 1 AS id;",
  );
  assert.deepEqual(found.comparison.damage.newer, ["messages is not a table"]);
  assert.match(found.changes[0]?.doubt ?? "", /damaged/);
});

function overwriteLeaf(path: string, table = "messages"): void {
  const db = new DatabaseSync(path, { readOnly: true });
  const page = Number(
    db.prepare(
      "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' LIMIT 1 OFFSET 5",
    )
      .get(table)?.["pageno"],
  );
  db.close();
  assert.ok(page > 0 && statSync(path).size >= page * 1024);
  const file = openSync(path, "r+");
  writeSync(file, new Uint8Array(1024).fill(0x5a), 0, 1024, (page - 1) * 1024);
  closeSync(file);
}
