import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FULL_CSV, FULL_ROW, sampleRow } from "./sample_row.ts";
import { openTimesketch, untimedPath } from "./timesketch.ts";

function inFolder(test: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), "timesketch_test_"));
  try {
    test(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

Deno.test("openTimesketch writes its importer's columns first, unguarded", () => {
  inFolder((folder) => {
    const writer = openTimesketch(join(folder, "case.csv"));
    writer.write(FULL_ROW);
    writer.write(sampleRow({ text: "=1+1" }));
    writer.finish();
    const [head, full, formula] = readFileSync(join(folder, "case.csv"), "utf8").split("\r\n");
    assert.match(head ?? "", /^message,datetime,timestamp_desc,timestamp_utc,host,.*,notes$/);
    assert.equal(full, `"say ""hi"", ok",2026-10-29T09:30:16.400000Z,tool_use,${FULL_CSV}`);
    assert.match(formula ?? "", /^=1\+1,2026-.*,=1\+1,\/home/);
  });
});

Deno.test("openTimesketch puts rows without a time beside it", () => {
  inFolder((folder) => {
    const path = join(folder, "case.csv");
    const beside = join(folder, "case.untimed.csv");
    const writer = openTimesketch(path);
    writer.write(FULL_ROW);
    writer.write(sampleRow({ time: null, basis: null, text: "no time" }));
    assert.deepEqual(writer.finish(), {
      rows: 2,
      untimed: 1,
      longCells: 0,
      extraFiles: [beside],
    });
    assert.deepEqual(readdirSync(folder).sort(), ["case.csv", "case.untimed.csv"]);
    assert.equal(readFileSync(path, "utf8").split("\r\n").length, 3);
    assert.match(readFileSync(beside, "utf8"), /^message,.*\r\nno time,,user,,,hermes,.*\r\n$/);
  });
});

Deno.test("openTimesketch leaves no older file of untimed rows when there are none", () => {
  inFolder((folder) => {
    writeFileSync(join(folder, "case.untimed.csv"), "rows of another run");
    const writer = openTimesketch(join(folder, "case.csv"));
    writer.write(FULL_ROW);
    assert.deepEqual(writer.finish().extraFiles, []);
    assert.deepEqual(readdirSync(folder), ["case.csv"]);
  });
});

Deno.test("openTimesketch withdraws both files when one of them fails", () => {
  inFolder((folder) => {
    const writer = openTimesketch(join(folder, "case.csv"));
    writer.write(FULL_ROW);
    writer.write(sampleRow({ time: null }));
    mkdirSync(join(folder, "case.untimed.csv", "in the way"), { recursive: true });
    assert.throws(() => writer.finish(), /^OutputError: Cannot write .*case\.untimed\.csv: /);
    writer.abort();
    assert.deepEqual(readdirSync(folder), ["case.untimed.csv"]);
  });
});

Deno.test("untimedPath keeps the name of the timeline", () => {
  assert.equal(untimedPath("case.csv"), "case.untimed.csv");
  assert.equal(untimedPath(join("a.b", "Case.CSV")), join("a.b", "Case.untimed.csv"));
  assert.equal(untimedPath(join("out", "case")), join("out", "case.untimed.csv"));
  assert.equal(untimedPath("case.csv.txt"), "case.csv.txt.untimed.csv");
});
