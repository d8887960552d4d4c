import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { SMALL_IMAGES } from "../../../testdata/sample.ts";
import { openDatabase } from "../../evidence/database.ts";
import { inFolder } from "../../evidence/database_fixture.ts";
import { localTree } from "../../evidence/local_tree.ts";
import { type MessageScan, scanMessages } from "./message_scan.ts";

/** What a scan found, by itself. */
function facts({ index, ...rest }: MessageScan): unknown {
  const positions = Array.from({ length: index.length }, (_, position) => position);
  return {
    ...rest,
    index: positions.map((at) => [index.key(at), index.time(at), index.mark(at)]),
  };
}

/** The scan of a database by its pages and by SQLite. */
function scans(make: (db: DatabaseSync) => void): { paged: unknown; bySql: unknown } {
  return inFolder((folder) => {
    const path = join(folder, "state.db");
    const draft = new DatabaseSync(path);
    make(draft);
    draft.close();
    const file = localTree({ stable: true }).open(path);
    const db = openDatabase(file, SMALL_IMAGES);
    try {
      const bySql = facts(scanMessages(db, null));
      return { paged: facts(scanMessages(db, { db, file, withoutWal: false })), bySql };
    } finally {
      db.close();
      file.close();
    }
  });
}

const COLUMNS = ["timestamp", "active", "display_kind", "role", "tool_name", "message_uid"];

const anyValue = fc.oneof(
  fc.constantFrom(null, 0, 1, 0.5, 1793266216.25, 1793266216, "0", "", "tool", "model_switch"),
  fc.constantFrom("uid-0001", "uid-00012", "TOOL", new Uint8Array([0x74, 0x6f, 0x6f, 0x6c])),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.double({ noNaN: true }),
);

const anyTable = fc.record({
  /** Columns from the first on; the others are missing. */
  columns: fc.integer({ min: 0, max: COLUMNS.length }),
  types: fc.array(fc.constantFrom("TEXT", "INTEGER", "REAL", ""), { minLength: 6, maxLength: 6 }),
  rows: fc.array(
    fc.record({
      content: fc.nat({ max: 3000 }),
      cells: fc.array(anyValue, { minLength: 6, maxLength: 6 }),
    }),
    { maxLength: 40 },
  ),
  /** Row ids that no counting gives. */
  odd: fc.array(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), { maxLength: 2 }),
  later: fc.constantFrom("", "INTEGER DEFAULT 0", "INTEGER NOT NULL DEFAULT 1", "TEXT DEFAULT 'x'"),
});

Deno.test("the pages tell of messages what SQLite tells, whatever their cells hold", () => {
  fc.assert(
    fc.property(anyTable, ({ columns, types, rows, odd, later }) => {
      const names = COLUMNS.slice(0, columns);
      const { paged, bySql } = scans((db) => {
        db.exec("PRAGMA page_size=512");
        const declared = names.map((name, at) => `, ${name} ${types[at]}`).join("");
        db.exec(`CREATE TABLE messages (id INTEGER PRIMARY KEY, content TEXT${declared})`);
        const places = names.map(() => ", ?").join("");
        const insert = db.prepare(`INSERT INTO messages VALUES (?, ?${places})`);
        for (const [at, { content, cells }] of rows.entries()) {
          const id = odd[at] ?? null;
          try {
            insert.run(id, "x".repeat(content), ...cells.slice(0, columns));
          } catch (error) {
            assert.match(String(error), /UNIQUE|full/);
          }
        }
        const missing = COLUMNS[columns];
        if (later !== "" && missing !== undefined) {
          db.exec(`ALTER TABLE messages ADD COLUMN ${missing} ${later}`);
          for (const { cells } of rows.slice(0, 3)) {
            db.prepare(`INSERT INTO messages (content, ${missing}) VALUES ('y', COALESCE(?, 0))`)
              .run(cells[columns] ?? null);
          }
        }
      });
      assert.deepEqual(paged, bySql);
    }),
    { numRuns: 150 },
  );
});

Deno.test("a scan finds inactive messages, markers and results that name no tool", () => {
  const { paged, bySql } = scans((db) =>
    db.exec(`CREATE TABLE messages (id INTEGER PRIMARY KEY, ${COLUMNS.join(", ")});
      INSERT INTO messages VALUES (3, 1793266216.5, 1, NULL, 'user', NULL, NULL),
        (5, NULL, 0, NULL, 'user', NULL, 'uid-0001-a'), (9, 7, NULL, NULL, 'tool', '', 'uid-0001-b')`)
  );
  assert.deepEqual(paged, bySql);
  const mark = (found: unknown): number[] =>
    (found as { index: number[][] }).index.map((row) => row[2] as number);
  const [none, first, second] = mark(paged);
  assert.deepEqual([none, first === second, first === 0], [0, true, false]);
  assert.deepEqual(paged, {
    index: [[3, 1793266216500000, 0], [5, Infinity, first], [9, Infinity, second]],
    inactive: [1],
    hasMarker: false,
    hasNamelessResult: true,
  });
});
