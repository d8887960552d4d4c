import assert from "node:assert/strict";
import fc from "fast-check";
import { Buffer } from "node:buffer";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { SMALL_IMAGES } from "../../testdata/sample.ts";
import { openDatabase } from "./database.ts";
import { inFolder } from "./database_fixture.ts";
import { localTree } from "./local_tree.ts";
import { visitPages } from "./page_rows.ts";

type Told = [key: number, number: number | null, isNull: boolean, text: string | null];

/** What the pages tell of column `a`, and of the first bytes of column `b`; null when nothing. */
function told(
  path: string,
  most: number,
  names: readonly [string, string] = ["a", "b"],
): Told[] | null {
  const file = localTree({ stable: true }).open(path);
  const db = openDatabase(file, SMALL_IMAGES);
  const rows: Told[] = [];
  try {
    const done = visitPages({ db, file, withoutWal: false }, {
      table: "t",
      columns: [[names[0], 0], [names[1], most]],
      visit(key, cells): void {
        const bytes = cells.bytes(1);
        const text = bytes === null ? null : new TextDecoder().decode(bytes);
        rows.push([key, cells.number(0), cells.isNull(1), text]);
      },
    });
    return done ? rows : null;
  } finally {
    db.close();
    file.close();
  }
}

function madeOf(sql: string, work: (path: string) => void): void {
  inFolder((folder) => {
    const path = join(folder, "made.db");
    const db = new DatabaseSync(path);
    db.exec(sql);
    db.close();
    work(path);
  });
}

const LONG = "CREATE TABLE t (filler TEXT, b TEXT, a REAL)";

Deno.test("visitPages() tells what SQLite tells, however rows lie on their pages", () => {
  const number = fc.oneof(
    fc.constant(null),
    fc.integer(),
    fc.maxSafeInteger(),
    fc.double({ noNaN: true }),
  );
  const text = fc.oneof(
    fc.constant(null),
    fc.string({ unit: "binary", maxLength: 20 }).filter((it) =>
      it.isWellFormed() && !it.includes("\0")
    ),
    fc.integer({ min: 0, max: 3000 }).map((length) => "x".repeat(length)),
  );
  const row = fc.record({ filler: text, b: text, a: number });
  const file = fc.record({
    rows: fc.array(row, { maxLength: 60 }),
    pageSize: fc.constantFrom(512, 1024, 4096),
    most: fc.constantFrom(0, 7, Infinity),
    gone: fc.integer({ min: 1, max: 9 }),
  });
  fc.assert(
    fc.property(file, ({ rows, pageSize, most, gone }) => {
      inFolder((folder) => {
        const path = join(folder, "made.db");
        const db = new DatabaseSync(path);
        db.exec(`PRAGMA page_size=${pageSize}; ${LONG}`);
        const insert = db.prepare("INSERT INTO t (filler, b, a) VALUES (?, ?, ?)");
        for (const { filler, b, a } of rows) insert.run(filler, b, a);
        db.exec(`DELETE FROM t WHERE rowid % ${gone} = 3`);
        const all = db.prepare("SELECT rowid, a, b FROM t ORDER BY rowid").all();
        db.close();
        const expected = all.map(({ rowid, a, b }) => {
          const bytes = typeof b === "string" ? new TextEncoder().encode(b).slice(0, most) : null;
          return [rowid, a, b === null, bytes && new TextDecoder().decode(bytes)];
        });
        assert.deepEqual(told(path, most), expected);
      });
    }),
    { numRuns: 60 },
  );
});

Deno.test("visitPages() knows the defaults of columns that were added later", () => {
  const older = "CREATE TABLE t (b TEXT); INSERT INTO t VALUES ('old');";
  madeOf(`${older} ALTER TABLE t ADD COLUMN a INTEGER DEFAULT 1`, (path) => {
    assert.deepEqual(told(path, 9), [[1, 1, false, "old"]]);
    assert.deepEqual(told(path, 9, ["none", "b"]), [[1, null, false, "old"]]);
  });
  madeOf(`${older} ALTER TABLE t ADD COLUMN a TEXT DEFAULT 'x'`, (path) => {
    assert.equal(told(path, 9, ["b", "a"]), null);
  });
});

Deno.test("visitPages() leaves to SQLite what only SQLite can read", () => {
  madeOf("CREATE TABLE t (b TEXT PRIMARY KEY, a) WITHOUT ROWID", (path) => {
    assert.equal(told(path, 9), null);
  });
  madeOf("CREATE TABLE t (a, b TEXT, c AS (a + 1))", (path) => assert.equal(told(path, 9), null));
  madeOf("CREATE TABLE t (a INTEGER PRIMARY KEY, b)", (path) => assert.equal(told(path, 9), null));
  madeOf("CREATE TABLE t (a, b); INSERT INTO t (rowid) VALUES (-1)", (path) => {
    assert.equal(told(path, 9), null);
  });
});

const MANY = `PRAGMA page_size=512; ${LONG};
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50)
  INSERT INTO t SELECT printf('%.*c', i % 9 * 200, 'f'), 'row ' || i, i + 0.5 FROM n;`;

/** What SQLite tells of the same; null when it cannot read all of it. */
function askedOfSqlite(path: string): Told[] | null {
  const db = new DatabaseSync(`file:${path}?immutable=1`, { readOnly: true });
  try {
    return db.prepare("SELECT rowid, a, CAST(b AS BLOB) AS b FROM t NOT INDEXED").all()
      .map(({ rowid, a, b }) => {
        const text = b instanceof Uint8Array ? new TextDecoder().decode(b) : null;
        return [Number(rowid), a as number | null, b === null, text];
      });
  } catch {
    return null;
  } finally {
    db.close();
  }
}

Deno.test("visitPages() concludes nothing from a page that SQLite cannot read", () => {
  madeOf(MANY, (path) => {
    const whole = readFileSync(path);
    const odd = { nothing: 0, something: 0 };
    for (let page = 2; page <= whole.length / 512; page++) {
      for (const byte of [0x00, 0x0d, 0xff]) {
        const bytes = Buffer.from(whole);
        bytes.fill(byte, (page - 1) * 512, page * 512);
        writeFileSync(path, bytes);
        const rows = told(path, Infinity);
        odd[rows === null ? "nothing" : "something"]++;
        if (rows !== null) assert.deepEqual(rows, askedOfSqlite(path));
      }
    }
    assert.ok(odd.nothing > 0 && odd.something > 0);
  });
});

Deno.test("visitPages() counts the pages of a write-ahead log", () => {
  madeOf(MANY, (path) => {
    const db = new DatabaseSync(path);
    db.exec("PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0");
    db.exec("DELETE FROM t WHERE rowid <> 7");
    const caught = `${path}.caught`;
    for (const suffix of ["", "-wal"]) copyFileSync(path + suffix, caught + suffix);
    db.close();
    assert.deepEqual(told(caught, 9), [[7, 7.5, false, "row 7"]]);
  });
});
