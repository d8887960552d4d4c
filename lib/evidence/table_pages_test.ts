import assert from "node:assert/strict";
import fc from "fast-check";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { SMALL_IMAGES } from "../../testdata/sample.ts";
import { type Column, openDatabase, text, value } from "./database.ts";
import { inFolder } from "./database_fixture.ts";
import { EvidenceError } from "./errors.ts";
import { localTree } from "./local_tree.ts";

const ASKED: readonly (readonly Column[])[] = [
  [text("a"), text("b"), text("c"), text("d"), text("id")],
  [value("a"), value("b"), value("c"), value("d"), value("id")],
  [
    value("a", { usual: 1 }),
    value("b", { usual: 0 }),
    value("c", { usual: "key" }),
    text("none"),
    value("id", { usual: "key" }),
  ],
  [text("a"), value("a")],
  [],
];

/** What a database tells; in memory only SQLite reads it, in place its pages are read first. */
function told(path: string, imageOnly: boolean): unknown {
  const file = localTree({ stable: true }).open(path);
  try {
    const db = openDatabase(file, { ...SMALL_IMAGES, imageOnly, leavesFrom: 1 });
    try {
      assert.equal(db.pages === null, imageOnly);
      const rows = ASKED.map((columns) => [...db.rows("t", columns)]);
      return { rows, faults: db.faults };
    } finally {
      db.close();
    }
  } catch (error) {
    if (error instanceof EvidenceError) return error.message;
    throw error;
  } finally {
    file.close();
  }
}

const anyValue = fc.oneof(
  fc.constantFrom(null, 0, 1, -1, 0.5, -0.0, 1e300, Infinity, "0", "1", "", 2 ** 53, "a\0b", "é"),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.integer(),
  fc.double({ noNaN: true }),
  fc.string({ unit: "binary", maxLength: 40 }).filter((it) => it.isWellFormed()),
  fc.uint8Array({ maxLength: 12 }),
  fc.integer({ min: 0, max: 4000 }).map((length) => "x".repeat(length)),
);

const anyTable = fc.record({
  id: fc.constantFrom(
    "id INTEGER PRIMARY KEY",
    "id INT PRIMARY KEY",
    "id TEXT PRIMARY KEY",
    "id INTEGER PRIMARY KEY DESC",
    "id",
  ),
  types: fc.array(fc.constantFrom("TEXT", "INTEGER", "REAL", "", "NUMERIC", "FLOATING POINT"), {
    minLength: 3,
    maxLength: 3,
  }),
  added: fc.constantFrom(
    null,
    "d",
    "d INTEGER DEFAULT 1",
    "d REAL DEFAULT 1",
    "d TEXT DEFAULT 'x'",
  ),
  pageSize: fc.constantFrom(512, 1024, 4096),
  rows: fc.array(fc.array(anyValue, { minLength: 3, maxLength: 3 }), { maxLength: 50 }),
  later: fc.array(fc.array(anyValue, { minLength: 3, maxLength: 3 }), { maxLength: 5 }),
  gone: fc.integer({ min: 1, max: 9 }),
});

type AnyTable = typeof anyTable extends fc.Arbitrary<infer T> ? T : never;

function make(path: string, { id, types, added, pageSize, rows, later, gone }: AnyTable): void {
  const db = new DatabaseSync(path);
  const columns = ["a", "b", "c"].map((name, i) => `${name} ${types[i]}`);
  db.exec(`PRAGMA page_size=${pageSize}; CREATE TABLE t (${[id, ...columns].join(", ")})`);
  const insert = db.prepare("INSERT INTO t (id, a, b, c) VALUES (?, ?, ?, ?)");
  const add = (row: AnyTable["rows"][number], i: number): unknown => insert.run(i * 3 + 1, ...row);
  rows.forEach(add);
  db.exec(`DELETE FROM t WHERE rowid % ${gone} = 3`);
  if (added !== null) db.exec(`ALTER TABLE t ADD COLUMN ${added}`);
  later.forEach((row, i) => add(row, i + 1000));
  db.close();
}

Deno.test("rows straight from the pages are those that SQLite hands on", () => {
  fc.assert(
    fc.property(anyTable, (table) => {
      inFolder((folder) => {
        const path = join(folder, "made.db");
        make(path, table);
        assert.deepEqual(told(path, false), told(path, true));
      });
    }),
    { numRuns: 60 },
  );
});

const damage = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    /** Byte of a page's head or of its first pointers; null for any place. */
    head: fc.option(fc.nat({ max: 15 })),
    bytes: fc.uint8Array({ minLength: 1, maxLength: 6 }),
  }),
  { minLength: 1, maxLength: 4 },
);

/**
 * What was told, its texts up to their first NUL: SQLite's binding may give no
 * more of one whose key leads nowhere.
 */
function upToNul(told: unknown): unknown {
  if (typeof told === "string") return told.split("\0", 1)[0];
  if (Array.isArray(told)) return told.map(upToNul);
  if (typeof told !== "object" || told === null || told instanceof Uint8Array) return told;
  return Object.fromEntries(Object.entries(told).map(([key, value]) => [key, upToNul(value)]));
}

Deno.test("rows of a damaged table are those that SQLite hands on, with its faults", () => {
  let faulty = 0;
  fc.assert(
    fc.property(anyTable, damage, (table, spots) => {
      inFolder((folder) => {
        const path = join(folder, "made.db");
        make(path, table);
        const bytes = readFileSync(path);
        for (const { at, head, bytes: written } of spots) {
          const any = 100 + Math.floor(at * (bytes.length - 100));
          const page = any - any % table.pageSize;
          const place = head === null || page === 0 ? any : page + head;
          bytes.set(written.subarray(0, bytes.length - place), place);
        }
        writeFileSync(path, bytes);
        const asked = upToNul(told(path, true));
        if (typeof asked === "string" || (asked as { faults: string[] }).faults.length > 0) {
          faulty++;
        }
        assert.deepEqual(upToNul(told(path, false)), asked);
      });
    }),
    { numRuns: 150 },
  );
  assert.ok(faulty > 5, `${faulty} faulty`);
});

Deno.test("a text whose row cannot be found by its key stays as it was read", () => {
  inFolder((folder) => {
    const path = join(folder, "made.db");
    const db = new DatabaseSync(path);
    db.exec(`PRAGMA page_size=512; CREATE TABLE t (id INTEGER PRIMARY KEY, a);
      INSERT INTO t VALUES (1, 'a'), (2, 'b'), (3, 'c')`);
    db.close();
    const bytes = readFileSync(path);
    const pointers = 512 + 8; // of the table's only page
    const [first, last] = [bytes.readUInt16BE(pointers), bytes.readUInt16BE(pointers + 4)];
    bytes.writeUInt16BE(last, pointers);
    bytes.writeUInt16BE(first, pointers + 4);
    writeFileSync(path, bytes);
    for (const imageOnly of [true, false]) {
      const file = localTree({ stable: true }).open(path);
      const damaged = openDatabase(file, { ...SMALL_IMAGES, imageOnly, leavesFrom: 1 });
      assert.deepEqual([...damaged.rows("t", [value("a")])], [[3, "c"], [2, "b"], [1, "a"]]);
      damaged.close();
      file.close();
    }
  });
});
