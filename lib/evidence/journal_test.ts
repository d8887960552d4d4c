import assert from "node:assert/strict";
import { type Caught, caught } from "./database_fixture.ts";
import { type JournalFacts, type JournalScan, scanJournal } from "./journal.ts";
import { memoryFile } from "../../testdata/memory_file.ts";
import { superJournalExists } from "./super_journal.ts";

const PAGES = 40;

/** A transaction that has written to the database and not ended. */
function unfinished(pragmas = ""): Caught & { journal: Uint8Array } {
  const files = caught(
    `PRAGMA page_size=1024; PRAGMA journal_mode=DELETE; CREATE TABLE t (a, b);
     WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${PAGES})
     INSERT INTO t SELECT i, printf('%.*c', 900, 'x') FROM n;
     ${pragmas}; PRAGMA cache_size=3; BEGIN; UPDATE t SET b = printf('%.*c', 900, 'y') WHERE a < 20;
     INSERT INTO t SELECT * FROM t; UPDATE t SET b = printf('%.*c', 900, 'z') WHERE a > 20;
     INSERT INTO t SELECT * FROM t`,
  );
  assert.ok(files.journal, "the writer left a journal");
  return { ...files, journal: files.journal };
}

function scanned(bytes: Uint8Array, superExists = (_name: string): boolean => true): JournalScan {
  return scanJournal(memoryFile("/x.db-journal", bytes), superExists);
}

function facts(bytes: Uint8Array): JournalFacts {
  return scanned(bytes).facts;
}

Deno.test("scanJournal() finds every page of a synced journal with many segments", () => {
  const { main, journal } = unfinished("PRAGMA synchronous=FULL");
  const found = facts(journal);
  assert.equal(found.hot, true);
  assert.equal(found.pageSize, 1024);
  assert.equal(found.originalPages, PAGES + 2);
  assert.ok(found.originalPages < main.length / 1024);
  assert.ok(found.segments > 2, `${found.segments} segments`);
  assert.ok(found.pages > PAGES / 2);
});

Deno.test("scanJournal() reads an unsynced journal to its end", () => {
  const { journal } = unfinished("PRAGMA synchronous=OFF");
  assert.equal(new DataView(journal.buffer).getUint32(8), 0xffffffff);
  const found = facts(journal);
  assert.equal(found.segments, 1);
  assert.ok(found.pages > PAGES / 2);
});

Deno.test("scanJournal() takes no page after one that does not check", () => {
  const { journal } = unfinished("PRAGMA synchronous=OFF");
  const broken = journal.slice();
  // The checksum samples every 200th byte from the end: 824, 624, …
  const sampled = 512 + 5 * (1024 + 8) + 4 + 824;
  broken[sampled] = (broken[sampled] ?? 0) ^ 1;
  assert.equal(facts(broken).pages, 5);
});

Deno.test("scanJournal() knows what finished transactions leave", () => {
  const { journal } = unfinished();
  const zeroed = journal.slice();
  zeroed.fill(0, 0, 28);
  const damaged = journal.slice();
  damaged[3] = 0;
  const pageSize = journal.slice();
  new DataView(pageSize.buffer).setUint32(24, 1000);
  assert.deepEqual(
    [new Uint8Array(), zeroed, damaged, pageSize, journal.subarray(0, 100)].map((bytes) => {
      const { hot, state, pages } = facts(bytes);
      return [hot, state, pages];
    }),
    [
      [false, "empty", 0],
      [false, "zeroed", 0],
      [false, "damaged", 0],
      [false, "damaged", 0],
      [false, "damaged", 0],
    ],
  );
});

Deno.test("scanJournal() follows a super-journal only while it exists", () => {
  const { journal } = unfinished();
  const name = "/home/é/x.db-mj1234ABCD";
  const joined = withSuperJournal(journal, name);
  assert.equal(facts(joined).hot, true);
  assert.equal(facts(joined).superJournal, name);
  const gone = scanned(joined, () => false);
  assert.equal(gone.facts.state, "super-journal gone");
  assert.equal(gone.facts.hot, false);
  assert.equal(gone.pages.size, 0);
  joined[joined.length - 20] = 66;
  assert.equal(facts(joined).superJournal, null, "a name whose checksum is wrong is none");
});

Deno.test("superJournalExists() looks beside the database and nowhere else", () => {
  const alone = memoryFile("/home/x.db", new Uint8Array());
  const joined = memoryFile("/home/x.db", new Uint8Array(), {
    companions: { "-mj01": new Uint8Array() },
  });
  assert.equal(superJournalExists(alone, "/home/x.db-mj01"), false);
  assert.equal(superJournalExists(joined, "/home/x.db-mj01"), true);
  assert.equal(superJournalExists(alone, "/elsewhere/main.db-mj01"), true);
});

function withSuperJournal(journal: Uint8Array, name: string): Uint8Array {
  const bytes = new TextEncoder().encode(name);
  const joined = new Uint8Array(journal.length + 4 + bytes.length + 16);
  joined.set(journal);
  joined.set(bytes, journal.length + 4);
  const view = new DataView(joined.buffer, journal.length + 4 + bytes.length);
  view.setUint32(0, bytes.length);
  view.setInt32(4, bytes.reduce((sum, byte) => sum + (byte > 127 ? byte - 256 : byte), 0));
  joined.set(journal.subarray(0, 8), joined.length - 8);
  return joined;
}
