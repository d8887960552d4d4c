import assert from "node:assert/strict";
import { zoneOf } from "../row/host_time.ts";
import type { Row } from "../row/row.ts";
import { lineTrouble } from "../row/trouble.ts";
import { stamp, type StampOptions } from "./stamp.ts";
import { HOUR, madeRow, madeSource, timeOf } from "./timeline_fixture.ts";

const PLAIN: StampOptions = { hostZone: null, mainFileOnly: false };
const BERLIN: StampOptions = { hostZone: zoneOf("Europe/Berlin"), mainFileOnly: false };
const SOURCE = madeSource({ path: "/h/.hermes_history", store: "prompt_history", user: "ana" }, []);

/** A host-local row at an hour of a day in UTC's clothes. */
function localRow(time: number, notes: readonly string[] = []): Row {
  return madeRow("ok", { time, basis: "host-local", notes });
}

Deno.test("a stamp says whose a row is and where it came from, and leaves the rest", () => {
  const told = madeRow("ok", { line: 7, toolName: "terminal" });
  const { row, wasLocal } = stamp(told, SOURCE, PLAIN);
  assert.equal(wasLocal, false);
  assert.deepEqual(row, {
    ...told,
    host: null,
    agent: "hermes",
    user: "ana",
    profile: null,
    sourceFile: "/h/.hermes_history",
    sourceKind: "secondary",
  });
});

Deno.test("a trouble becomes a system row without a time", () => {
  const { row } = stamp(lineTrouble("not an object", { line: 3, value: "7" }), SOURCE, BERLIN);
  assert.equal(row.turn, "system");
  assert.equal(row.time, null);
  assert.equal(row.text, "parser: unparseable line (not an object): 7");
});

Deno.test("host-local times are converted only when a zone is named, and are remembered as local", () => {
  const noon = Date.UTC(2026, 6, 1, 12) * 1000;
  const left = stamp(localRow(noon), SOURCE, PLAIN);
  assert.deepEqual([timeOf(left.row), left.row.basis, left.wasLocal], [
    "2026-07-01T12:00:00.000000Z",
    "host-local",
    true,
  ]);
  const read = stamp(localRow(noon), SOURCE, BERLIN);
  assert.deepEqual([timeOf(read.row), read.row.basis, read.wasLocal], [
    "2026-07-01T10:00:00.000000Z",
    "utc",
    true,
  ]);
  const utc = stamp(madeRow("ok", { time: noon }), SOURCE, BERLIN);
  assert.equal(utc.row.time, noon);
  const modified = madeRow("ok", { time: noon, basis: "file-mtime" });
  assert.equal(stamp(modified, SOURCE, BERLIN).row.basis, "file-mtime");
  const untimed = madeRow("ok", { time: null, basis: "host-local" });
  assert.equal(stamp(untimed, SOURCE, BERLIN).row.time, null);
});

Deno.test("an ambiguous local time takes the earlier reading and says so", () => {
  const twice = Date.UTC(2026, 9, 25, 2, 30) * 1000; // clocks went back at three
  const { row } = stamp(localRow(twice), SOURCE, BERLIN);
  assert.equal(timeOf(row), "2026-10-25T00:30:00.000000Z");
  assert.deepEqual(row.notes, ["ambiguous local time"]);
  const gap = Date.UTC(2026, 2, 29, 2, 30) * 1000;
  const after = stamp(localRow(gap), SOURCE, BERLIN).row;
  assert.deepEqual([after.time, after.notes], [gap - HOUR, []]);
});

Deno.test("notes stand in the order of the contract", () => {
  const twice = Date.UTC(2026, 9, 25, 2, 30) * 1000;
  const told = localRow(twice, ["inactive", "timestamp as stored: 0"]);
  const { row } = stamp(told, SOURCE, { ...BERLIN, mainFileOnly: true });
  assert.deepEqual(row.notes, [
    "inactive",
    "main file only",
    "ambiguous local time",
    "timestamp as stored: 0",
  ]);
  const plain = stamp(madeRow("ok", { notes: ["inactive"] }), SOURCE, {
    ...PLAIN,
    mainFileOnly: true,
  });
  assert.deepEqual(plain.row.notes, ["inactive", "main file only"]);
});
