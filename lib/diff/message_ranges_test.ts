import assert from "node:assert/strict";
import type { Buffer } from "node:buffer";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { SMALL_IMAGES } from "../../testdata/sample.ts";
import { openDatabase } from "../evidence/database.ts";
import { inFolder } from "../evidence/database_fixture.ts";
import { localTree } from "../evidence/local_tree.ts";
import { messageRanges, type OpenDatabase } from "./message_ranges.ts";
import { comparePaths, runSql, TABLES } from "./pair_fixture.ts";
import type { Likeness } from "../evidence/same_pages.ts";

const ROWS = `PRAGMA page_size=1024; ${TABLES}
  INSERT INTO sessions VALUES ('s', 'cli', NULL, 1793266215.0);
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
  INSERT INTO messages (id, session_id, role, content, timestamp)
  SELECT i, 's', 'user', printf('%.*c%d', 20 + i % 40 * 120, 'x', i), 1793266216.5 + i FROM n;`;

function ranges(older: string, newer: string): Likeness | null {
  const tree = localTree({ stable: true });
  const opened = [older, newer].map((path): OpenDatabase => {
    const file = tree.open(path);
    return { file, db: openDatabase(file, SMALL_IMAGES), withoutWal: false };
  });
  try {
    return messageRanges(opened[0] as OpenDatabase, opened[1] as OpenDatabase);
  } finally {
    for (const { db, file } of opened) {
      db.close();
      file.close();
    }
  }
}

function afterwards(sql: string): { likeness: Likeness | null; kinds: string[] } {
  return inFolder((folder) => {
    const [older, newer] = [join(folder, "older.db"), join(folder, "newer.db")];
    runSql(older, ROWS);
    copyFileSync(older, newer);
    runSql(newer, sql);
    const kinds = comparePaths(older, newer).changes.map(({ kind }) => kind);
    return { likeness: ranges(older, newer), kinds };
  });
}

/** The likeness of two equal files that are damaged in the same way. */
function bothDamaged(damage: (bytes: Buffer) => void): Likeness | null {
  return inFolder((folder) => {
    const [older, newer] = [join(folder, "older.db"), join(folder, "newer.db")];
    runSql(older, ROWS);
    const bytes = readFileSync(older);
    damage(bytes);
    for (const path of [older, newer]) writeFileSync(path, bytes);
    return ranges(older, newer);
  });
}

/** Where the pages of a type begin that hold more than one cell. */
function pagesOfType(bytes: Buffer, type: number): number[] {
  const starts = Array.from({ length: bytes.length / 1024 - 1 }, (_, page) => (page + 1) * 1024);
  return starts.filter((at) => bytes[at] === type && bytes.readUInt16BE(at + 3) > 1);
}

function covers({ ranges }: Likeness, id: number): boolean {
  return ranges.some(({ lowest, highest }) => lowest <= id && id <= highest);
}

Deno.test("equal tables need no row to be looked at, and are counted all the same", () => {
  const { likeness, kinds } = afterwards("SELECT 1");
  assert.deepEqual(likeness, { ranges: [], olderCount: 400, newerCount: 400 });
  assert.deepEqual(kinds, []);
});

Deno.test("a change on a leaf asks for the rows of that leaf", () => {
  const { likeness, kinds } = afterwards("DELETE FROM messages WHERE id = 201");
  assert.ok(likeness !== null && covers(likeness, 201) && !covers(likeness, 20));
  assert.equal(likeness.newerCount, 399);
  assert.deepEqual(kinds, ["removed message"]);
});

Deno.test("a change far behind on an overflow page is found, though the leaf is the same", () => {
  const { likeness, kinds } = afterwards(
    "UPDATE messages SET content = substr(content, 1, 4000) || 'y' || substr(content, 4002)" +
      " WHERE id = 39",
  );
  assert.ok(likeness !== null && covers(likeness, 39) && !covers(likeness, 300));
  assert.deepEqual(kinds, ["removed message", "added message"]);
});

Deno.test("a table of another layout is walked as a whole", () => {
  const { likeness, kinds } = afterwards("ALTER TABLE messages ADD COLUMN observed INTEGER");
  assert.equal(likeness, null);
  assert.deepEqual(kinds, []);
});

Deno.test("a tree whose rows are out of order is walked as a whole, however alike", () => {
  const likeness = bothDamaged((bytes) => {
    const leaf = pagesOfType(bytes, 0x0d)[3] as number;
    const pointers = bytes.subarray(leaf + 8, leaf + 12);
    pointers.set([...pointers.subarray(2, 4), ...pointers.subarray(0, 2)]);
  });
  assert.equal(likeness, null);
});

Deno.test("a tree whose upper pages send a search astray is walked as a whole", () => {
  const likeness = bothDamaged((bytes) => {
    const root = pagesOfType(bytes, 0x05)[0] as number;
    const cell = root + bytes.readUInt16BE(root + 12);
    bytes.writeUInt8((bytes[cell + 4] as number) - 1, cell + 4); // a lower key than its leaf holds
  });
  assert.equal(likeness, null);
});

Deno.test("a file that was packed anew gives the same answer", () => {
  const { kinds } = afterwards("DELETE FROM messages WHERE id = 7; VACUUM");
  assert.deepEqual(kinds, ["removed message"]);
});

Deno.test("pages of a write-ahead log count as the database's own", () => {
  inFolder((folder) => {
    const [older, newer] = [join(folder, "older.db"), join(folder, "newer.db")];
    const draft = join(folder, "draft.db");
    runSql(older, ROWS);
    copyFileSync(older, draft);
    const db = new DatabaseSync(draft);
    db.exec("PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0");
    db.exec("DELETE FROM messages WHERE id = 201");
    // the last connection to close would fold the log into the main file
    for (const suffix of ["", "-wal"]) copyFileSync(draft + suffix, newer + suffix);
    db.close();
    const likeness = ranges(older, newer);
    assert.ok(likeness !== null && covers(likeness, 201) && !covers(likeness, 20));
    const { changes } = comparePaths(older, newer);
    assert.deepEqual(changes.map(({ kind, olderLine }) => [kind, olderLine]), [
      ["removed message", 201],
    ]);
  });
});
