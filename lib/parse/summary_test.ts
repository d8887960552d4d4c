import assert from "node:assert/strict";
import type { Row } from "../row/row.ts";
import { fileTrouble } from "../row/trouble.ts";
import { memoryFile } from "../../testdata/memory_file.ts";
import { readerOf } from "../stores/mod.ts";
import { databaseBytes } from "../../testdata/sample_database.ts";
import { SMALL_SCHEMA } from "../../testdata/state_rows.ts";
import type { RunReport, SourceReport } from "./report.ts";
import type { Source } from "./source.ts";
import { faultLines, imageLines, summaryLines, summaryRecord } from "./summary.ts";
import { faultOf, HOUR, madeRow, madeSource, NOON, timelineOf } from "./timeline_fixture.ts";

/** A source of real bytes, read by its real reader. */
function fileSource(store: string, path: string, content: Uint8Array | string): Source {
  const source = madeSource({ store, path }, []);
  const reader = readerOf(store);
  assert.ok(reader !== undefined);
  const tree = { ...source.tree, open: () => memoryFile(path, content) };
  return { ...source, reader, tree };
}

function recordsOf(report: RunReport): Record<string, unknown>[] {
  return summaryRecord(report)["sources"] as Record<string, unknown>[];
}

Deno.test("rows, repeats, errors and times are counted per source, repeats included", async () => {
  const later = (fields: Partial<Row>): Row => madeRow("go", { time: NOON + HOUR, ...fields });
  const { report } = await timelineOf([
    madeSource({}, [madeRow("ok"), later({ turn: "assistant" })]),
    madeSource({ store: "divert" }, [madeRow("ok"), later({ line: 2 }), fileTrouble("broken")]),
  ]);
  const [live, divert] = recordsOf(report);
  assert.deepEqual(live?.["rows"], { assistant: 1, user: 1 });
  assert.deepEqual(divert?.["rows"], { system: 1, user: 2 });
  assert.deepEqual([live?.["duplicates"], divert?.["duplicates"]], [0, 1]);
  assert.deepEqual([live?.["errors"], divert?.["errors"]], [0, 1]);
  assert.equal(divert?.["first"], "2026-10-29T09:30:00.000000Z");
  assert.equal(divert?.["last"], "2026-10-29T10:30:00.000000Z");
  assert.deepEqual(summaryLines(report), [
    "4 rows from 2 files (1 duplicate, 1 error row, 0 without a time)",
  ]);
  assert.deepEqual(faultLines(report), ["/h/divert: broken"]);
});

Deno.test("a source is named with its size, time, hash, and what its database says", async () => {
  const bytes = databaseBytes(
    `${SMALL_SCHEMA} CREATE TABLE schema_version (version INTEGER); CREATE TABLE later (x);
    INSERT INTO schema_version VALUES (31);`,
  );
  const { report } = await timelineOf([fileSource("state_db", "/h/state.db", bytes)]);
  const [record] = recordsOf(report);
  assert.equal(record?.["size"], bytes.length);
  assert.equal(record?.["mtime"], "2026-10-29T09:30:16.000000Z");
  assert.match(String(record?.["sha256"]), /^[0-9a-f]{64}$/);
  assert.equal(record?.["schema_version"], 31);
  assert.deepEqual(record?.["beyond_known_schema"], ["later"]);
  assert.equal(record?.["parsed"], true);
  const { records_sync, records_relay, records_origin } = summaryRecord(report) as Record<
    string,
    unknown
  >;
  assert.deepEqual([records_sync, records_relay, records_origin], [false, true, false]);
  assert.deepEqual(imageLines(report), []);
});

Deno.test("what is no database is said with its size and bytes", async () => {
  const { report } = await timelineOf([
    fileSource("state_db", "/h/state.db", new Uint8Array(8192)),
    fileSource("state_db_copy", "/h/state.db.zeroed-1-2.bak", new Uint8Array(10)),
    fileSource("state_snapshot", "/h/s/1/state.db", ""),
  ]);
  assert.deepEqual(faultLines(report), [
    "/h/state.db: not a SQLite database (8192 bytes, all of them NUL)",
    "/h/s/1/state.db: not a SQLite database (0 bytes)",
  ]);
  const copy = recordsOf(report)[1];
  assert.equal(copy?.["parsed"], false);
  assert.equal(copy?.["damaged"], false);
  assert.ok(
    summaryLines(report).includes(
      "/h/state.db.zeroed-1-2.bak: not parsed (10 bytes, all of them NUL)",
    ),
  );
});

Deno.test("a source that cannot be opened is a record without facts", async () => {
  const source = madeSource({ store: "divert" }, []);
  const open = (): never => {
    throw faultOf("unreadable", "permission denied");
  };
  const { report } = await timelineOf([{ ...source, tree: { ...source.tree, open } }]);
  const [record] = recordsOf(report);
  assert.deepEqual([record?.["size"], record?.["sha256"], record?.["fault"]], [
    null,
    null,
    "permission denied",
  ]);
  assert.deepEqual(faultLines(report), ["/h/divert: permission denied"]);
});

Deno.test("what a log held that does not count, and a spreadsheet's limits, are said", async () => {
  const { report } = await timelineOf([madeSource({}, [madeRow("ok")])]);
  const [source] = report.sources as [SourceReport];
  source.database = {
    messages: null,
    schemaVersion: null,
    unknown: [],
    image: {
      wal: { uncommitted: 2, torn: 1, tornBytes: 100 },
      journal: { hot: true, pages: 3 },
    } as unknown as NonNullable<SourceReport["database"]>["image"],
  };
  assert.deepEqual(imageLines(report), [
    "/h/state_db: 2 frames at the end of its WAL were never committed",
    "/h/state_db: its WAL is torn (100 bytes)",
    "/h/state_db: a hot journal of 3 pages was rolled back",
  ]);
  const written = { rows: 1_048_576, untimed: 7, longCells: 5, extraFiles: ["/o/x.untimed.csv"] };
  assert.deepEqual(summaryLines({ ...report, written }), [
    "1048576 rows from 1 file (0 duplicates, 0 error rows, 7 without a time)",
    "5 cells are longer than a spreadsheet keeps (32767)",
    "More rows than a spreadsheet keeps (1048576)",
    "7 rows without a time are in /o/x.untimed.csv",
  ]);
});
