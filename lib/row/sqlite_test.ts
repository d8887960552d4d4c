import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { cellsOf, COLUMNS } from "./columns.ts";
import { FULL_ROW, sampleRow } from "./sample_row.ts";
import { openSqlite } from "./sqlite.ts";
import type { StampedRow } from "./stamped.ts";

/** Writes the rows and asks the database. */
function answers(rows: StampedRow[], ...queries: string[]): unknown[][][] {
  const folder = mkdtempSync(join(tmpdir(), "sqlite_test_"));
  try {
    const path = join(folder, "x.db");
    const writer = openSqlite(path);
    for (const row of rows) {
      writer.write(row);
      assert.deepEqual(readdirSync(folder), [`.x.db.${Deno.pid}.tmp`], "no journal beside it");
    }
    assert.equal(writer.finish().rows, rows.length);
    assert.deepEqual(readdirSync(folder), ["x.db"]);
    const database = new DatabaseSync(path, { readOnly: true, readBigInts: true });
    try {
      return queries.map((query) =>
        database.prepare(query).all().map((line) => Object.values(line))
      );
    } finally {
      database.close();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

Deno.test("openSqlite writes the timeline's columns in order", () => {
  const [columns, timeline] = answers(
    [FULL_ROW, sampleRow({ text: "", time: null, basis: null })],
    "SELECT name FROM pragma_table_info('timeline')",
    "SELECT * FROM timeline ORDER BY rowid",
  );
  assert.deepEqual(columns?.flat(), [...COLUMNS]);
  assert.deepEqual(timeline?.[0], cellsOf(FULL_ROW));
  assert.deepEqual(timeline?.[1]?.filter((value) => value !== null), [
    "hermes",
    "user",
    "/home/u/state.db",
    "primary",
  ]);
});

Deno.test("openSqlite keeps NULs, all digits and well-formed text", () => {
  const [values] = answers(
    [
      sampleRow({ text: "a\0b", line: 9223372036854775807n }),
      sampleRow({ text: "\ud800", line: 12 }),
    ],
    "SELECT hex(text), source_line, typeof(source_line) FROM timeline ORDER BY rowid",
  );
  assert.deepEqual(values, [
    ["610062", 9223372036854775807n, "integer"],
    ["EFBFBD", 12n, "integer"],
  ]);
});

Deno.test("openSqlite sums up sessions and sources", () => {
  const first = "2026-10-29T09:30:16.400000Z";
  const later = "2026-10-29T09:30:17.400000Z";
  const snapshot = { sourceFile: "/s/state.db", sourceKind: "secondary" } as const;
  const ofU = { sessionId: "s1", user: "u", profile: "default" };
  const [sessions, sources] = answers(
    [
      sampleRow({ ...ofU, ...snapshot, time: 1793266217_400000 }),
      sampleRow({ ...ofU, turn: "tool_use" }),
      sampleRow({ ...ofU, turn: "tool_use", time: null }),
      sampleRow({ ...ofU, user: "v", time: null }),
      sampleRow({ sessionId: null }),
    ],
    "SELECT session_id, user, profile, source_file, first_time, last_time, rows, user_rows, " +
      "assistant_rows, thinking_rows, tool_use_rows, tool_result_rows, system_rows FROM sessions",
    "SELECT source_file, source_kind, rows, first_time, last_time FROM sources",
  );
  assert.deepEqual(sessions, [
    ["s1", "u", "default", "/home/u/state.db", first, later, 3n, 1n, 0n, 0n, 2n, 0n, 0n],
    ["s1", "v", "default", "/home/u/state.db", null, null, 1n, 1n, 0n, 0n, 0n, 0n, 0n],
  ]);
  assert.deepEqual(sources, [
    ["/s/state.db", "secondary", 1n, later, later],
    ["/home/u/state.db", "primary", 4n, first, first],
  ]);
});

Deno.test("openSqlite finds words by its full-text index", () => {
  const [found, whole] = answers(
    [sampleRow({ text: "count the lines" }), sampleRow({ text: "a red\0square" })],
    "SELECT timeline.text FROM timeline_fts JOIN timeline ON timeline.rowid = timeline_fts.rowid " +
      "WHERE timeline_fts MATCH 'lines'",
    "PRAGMA integrity_check",
  );
  assert.deepEqual(found, [["count the lines"]]);
  assert.deepEqual(whole, [["ok"]]);
});
