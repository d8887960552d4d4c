import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { buildSample } from "../../../testdata/build.ts";
import { buildDatabase } from "../../../testdata/database.ts";
import { memoryFile } from "../../../testdata/memory_file.ts";
import { printed, SMALL_IMAGES, toldOf } from "../../../testdata/sample.ts";
import { databaseBytes } from "../../../testdata/sample_database.ts";
import { SCHEMA_32, stateLines, stateLinesByTime } from "../../../testdata/state_rows.ts";
import { localTree } from "../../evidence/local_tree.ts";
import { EvidenceError } from "../../evidence/errors.ts";
import type { DatabaseFacts } from "../reader.ts";
import { stateDb } from "./mod.ts";

const T0 = 1793266215;

/** The rows of a sample's database, read from disk. */
function sampleLines(name: string, path: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), "state-"));
  try {
    buildSample(name, folder);
    return printed(toldOf(stateDb, localTree().open(join(folder, path))));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

Deno.test("state_db reads rows that stand only in the WAL, and none that were not committed", () => {
  const lines = sampleLines("wal_only", "home/cy/.hermes/state.db");
  assert.deepEqual(lines.map((line) => line.split(" ").slice(2, 7).join(" ")), [
    "system #1 session start: source=cli",
    "system #1 model: openai/gpt-5.1 [session=20261029_093015_cc0001;",
    "user #1 only in the",
    "assistant #2 Seen. [session=20261029_093015_cc0001; model=openai/gpt-5.1]",
  ]);
});

Deno.test("state_db steps over a lost page from both ends and says so once", () => {
  const lines = sampleLines("damaged", "home/dee/.hermes/state.db");
  const ids = lines.flatMap((line) => / user #(\d+) /.exec(line)?.[1] ?? []).map(Number);
  const lost = Array.from({ length: 200 }, (_, i) => i + 1).filter((id) => !ids.includes(id));
  assert.equal(ids.length + lost.length, 200);
  assert.ok(lost.length > 0 && lost.length < 20, `lost ${lost.length}`);
  assert.equal((lost.at(-1) as number) - (lost[0] as number), lost.length - 1);
  assert.equal(
    lines.at(-1),
    "- - system #- parser: SQLite error: database disk image is malformed [file]",
  );
  assert.equal(lines.filter((line) => line.includes("parser:")).length, 1);
});

Deno.test("state_db touches no view and no virtual table, and tells of one in a table's place", () => {
  const lines = stateLines(`
    CREATE TABLE t (id INTEGER PRIMARY KEY, session_id TEXT, role TEXT, content TEXT, timestamp REAL);
    CREATE VIEW messages AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
      SELECT i AS id, 'S' AS session_id, 'user' AS role, 'for ever' AS content, ${T0} AS timestamp FROM n;
    CREATE VIRTUAL TABLE sessions USING fts5(id, source, started_at);
    INSERT INTO sessions VALUES ('a','cli',${T0});
    CREATE TABLE state_meta (key TEXT, value TEXT);
    INSERT INTO state_meta VALUES ('gateway.retired_session.v1.s','{}');`);
  assert.deepEqual(lines, [
    "- - system #1 session deleted: s (from state.db state_meta gateway.retired_session.v1, retired_at) [session=s]",
    "- - system #- parser: sessions is not a table [file]",
    "- - system #- parser: messages is not a table [file]",
  ]);
});

Deno.test("state_db does not mind virtual tables of modules and tokenizers it lacks", () => {
  const foreign = (name: string, using: string): string =>
    `INSERT INTO sqlite_master VALUES ('table','${name}','${name}',0,'CREATE VIRTUAL TABLE ${name} USING ${using}');`;
  const lines = stateLines(`${SCHEMA_32}
    INSERT INTO messages (id, session_id, role, content, timestamp) VALUES (1,'S','user','still here',${T0});
    PRAGMA writable_schema=ON;
    ${foreign("messages_vec", "vec0(embedding float[4])")}
    ${foreign("messages_fts_house", "fts5(content, tokenize=''house_cjk'')")}`);
  assert.deepEqual(lines.map((line) => line.slice(32)), ["user #1 still here [session=S]"]);
});

Deno.test("state_db does not mind a lost page of a search index", () => {
  const folder = mkdtempSync(join(tmpdir(), "state-"));
  try {
    const path = join(folder, "state.db");
    buildDatabase(
      `-- @page_size 512
-- @schema 32
-- @rows
INSERT INTO messages (session_id, role, content, timestamp)
 WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
 SELECT 'S', 'user', 'word' || i || ' and ' || (i * 7), ${T0} + i FROM n;
INSERT INTO messages_fts (messages_fts) VALUES ('rebuild');
-- @overwrite_leaf messages_fts_data
`,
      path,
    );
    const told = toldOf(stateDb, localTree().open(path));
    assert.equal(told.length, 200);
    assert.deepEqual(told.filter((item) => "trouble" in item), []);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

Deno.test("state_db reads tables WITHOUT ROWID, UTF-16 text and columns it has never heard of", () => {
  const lines = stateLines(`PRAGMA encoding='UTF-16be';
    CREATE TABLE sessions (id TEXT PRIMARY KEY, source TEXT, started_at REAL, holo BLOB) WITHOUT ROWID;
    CREATE TABLE messages (id INTEGER PRIMARY KEY, session_id TEXT, role TEXT, content TEXT, timestamp REAL, x BLOB);
    INSERT INTO sessions VALUES ('b','tui',${T0},X'00'), ('a','cli',${T0},X'00');
    INSERT INTO messages VALUES (1,'a','user','Grüße 🎉' || char(0) || 'x',${T0},X'ff');`);
  assert.deepEqual(lines.map((line) => line.slice(32)), [
    "system #1 session start: source=cli model=- title=- parent=- end_reason=- [session=a]",
    "system #2 session start: source=tui model=- title=- parent=- end_reason=- [session=b]",
    "user #1 Grüße 🎉\0x [session=a]",
  ]);
});

Deno.test("state_db without a messages table still gives the rows of its other tables", () => {
  const lines = stateLines(
    `CREATE TABLE conversation_generations (source TEXT, session_key TEXT, generation INTEGER);
    INSERT INTO conversation_generations VALUES ('irc','k',1);`,
  );
  assert.deepEqual(lines, [
    "- - system #1 relay peer: irc k generation 1 (from state.db conversation_generations)",
  ]);
});

Deno.test("state_db refuses what is no database, naming what it expected", () => {
  for (const bytes of ["", "version https://git-lfs\n", "\0".repeat(4096), "SQLite format 3\0"]) {
    assert.throws(
      () => toldOf(stateDb, memoryFile("/h/state.db", bytes)),
      (error) => error instanceof EvidenceError && error.message === "not a SQLite database",
    );
  }
});

Deno.test("state_db names its schema and what a newer build added to it", () => {
  const facts: DatabaseFacts[] = [];
  const bytes = databaseBytes(`${SCHEMA_32} UPDATE schema_version SET version=99;
    CREATE TABLE dream_log (a); ALTER TABLE messages ADD COLUMN mood TEXT;`);
  const options = { ...SMALL_IMAGES, onDatabase: (found: DatabaseFacts) => facts.push(found) };
  assert.deepEqual([...stateDb.read(memoryFile("/h/state.db", bytes), options)], []);
  assert.equal(facts[0]?.schemaVersion, 99);
  assert.deepEqual(facts[0]?.unknown, ["dream_log", "messages.mood"]);
});

const SMALL_TABLES = `
  CREATE TABLE sessions (id TEXT PRIMARY KEY, source TEXT, model TEXT, started_at REAL, ended_at REAL);
  CREATE TABLE messages (id INTEGER PRIMARY KEY, session_id TEXT, role TEXT, content TEXT,
    tool_calls TEXT, timestamp REAL);
`;

Deno.test("state_db by time gives the rows of the stored order, sorted, ties as they stood", () => {
  const moment = fc.oneof(
    fc.integer({ min: T0, max: T0 + 5 }),
    fc.constant(0),
    fc.constant(T0 + 9e6),
  );
  const message = fc.record({
    id: fc.integer({ min: 1, max: 500 }),
    at: moment,
    bad: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.uniqueArray(message, { selector: ({ id }) => id, maxLength: 40 }),
      fc.array(moment, { maxLength: 4 }),
      (messages, sessions) => {
        const sql = [
          SMALL_TABLES,
          ...sessions.map((at, i) =>
            `INSERT INTO sessions (id, source, model, started_at, ended_at) VALUES ('s${i}','cli','m',${at},${at}+3);`
          ),
          ...messages.map(({ id, at, bad }) =>
            `INSERT INTO messages (id, session_id, role, content, tool_calls, timestamp)
             VALUES (${id},'s0','assistant','m${id}',${bad ? "'{'" : "NULL"},${at});`
          ),
        ].join("");
        const stored = stateLines(sql);
        const isError = (line: string): boolean => line.includes("parser:");
        const timed = stored.filter((line) => !isError(line) && !line.startsWith("-"));
        const untimed = stored.filter((line) => !isError(line) && line.startsWith("-"));
        const time = (line: string): string => line.slice(0, 27);
        timed.sort((a, b) => time(a) < time(b) ? -1 : time(a) > time(b) ? 1 : 0);
        assert.deepEqual(stateLinesByTime(sql), [...timed, ...untimed, ...stored.filter(isError)]);
      },
    ),
    { numRuns: 25 },
  );
});
