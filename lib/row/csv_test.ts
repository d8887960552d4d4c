import assert from "node:assert/strict";
import fc from "fast-check";
import papaparse from "papaparse";
import { type Cell, cellsOf, COLUMNS } from "./columns.ts";
import { csvFormat, CsvLine } from "./csv.ts";
import { encoded, FULL_CSV, FULL_ROW, sampleRow } from "./sample_row.ts";
import type { TextFormat } from "./text_writer.ts";

const GUARDED = csvFormat({ rawCsv: false, bom: false });
const RAW = csvFormat({ rawCsv: true, bom: false });
const TEXT = COLUMNS.indexOf("text");

/** The text column of one row, written and read again. */
function textThrough(format: typeof RAW, text: string): string | undefined {
  const csv = encoded(format, [cellsOf(sampleRow({ text }))]);
  return papaparse.parse<string[]>(csv, { newline: "\r\n" }).data[0]?.[TEXT];
}

Deno.test("csvFormat writes the header and every column in order", () => {
  assert.equal(
    GUARDED.head,
    "timestamp_utc,host,agent,user,profile,session_id,project_path,git_branch,turn_type,model," +
      "tool_name,tool_use_id,text,source_file,source_line,source_kind,time_basis,notes\r\n",
  );
  assert.equal(encoded(GUARDED, [cellsOf(FULL_ROW)]), `${FULL_CSV}\r\n`);
});

Deno.test("csvFormat leaves absent values empty", () => {
  const row = sampleRow({ text: "", time: null, basis: null });
  assert.equal(
    encoded(GUARDED, [cellsOf(row), cellsOf(row)]),
    ",,hermes,,,,,,user,,,,,/home/u/state.db,,primary,,\r\n".repeat(2),
  );
});

Deno.test("csvFormat keeps cells from being run, unless they are wanted raw", () => {
  for (const text of ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "=1\n+cmd|' /C calc'!A0"]) {
    assert.equal(textThrough(GUARDED, text), `'${text}`);
    assert.equal(textThrough(RAW, text), text);
  }
  for (const text of ["a=1", " =1", "'=1", "1-1"]) assert.equal(textThrough(GUARDED, text), text);
});

Deno.test("csvFormat guards every column but the line number", () => {
  const cells: Cell[] = COLUMNS.map(() => "=1");
  assert.equal(encoded(GUARDED, [cells]), `${COLUMNS.map(() => "'=1").join(",")}\r\n`);
  const line = -1n;
  assert.match(
    encoded(GUARDED, [cellsOf(sampleRow({ line }))]),
    /,\/home\/u\/state\.db,-1,primary,/,
  );
});

Deno.test("csvFormat shows a NUL as U+2400", () => {
  assert.equal(textThrough(GUARDED, "A red\0 square.\0"), "A red\u2400 square.\u2400");
});

Deno.test("csvFormat begins with a byte order mark for Excel only", () => {
  assert.equal(csvFormat({ rawCsv: false, bom: true }).head, `\ufeff${GUARDED.head}`);
});

/** Lines of any number of cells. */
function lines(steady: [first: number, last: number][] = []): TextFormat {
  const line = new CsvLine({ guard: false, steady });
  return { head: "", encode: (cells, sink) => line.write(cells, sink) };
}

Deno.test("CsvLine gives back every text", () => {
  const piece = fc.constantFrom('"', ",", "\r", "\n", "\r\n", " ", "'", "\ufeff", "a", "😀", ";");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      const text = pieces.join("");
      const csv = encoded(lines(), [["x", text, null, "y"], [text, text]]);
      assert.deepEqual(papaparse.parse(csv, { newline: "\r\n", delimiter: "," }).data, [
        ["x", text, "", "y"],
        [text, text],
        [""],
      ]);
    }),
    { numRuns: 500 },
  );
});

Deno.test("CsvLine gives the very bytes of papaparse", () => {
  const odd = fc.constantFrom('"', ",", "\r", "\n", " ", "\ufeff", "a", "é", "'", ";", "\t");
  const text = fc.oneof(
    fc.string(),
    fc.array(odd, { maxLength: 6 }).map((parts) => parts.join("")),
  );
  const cell = fc.oneof(text, fc.constant(null), fc.integer(), fc.bigInt());
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 1 }), { minLength: 1 }), (rows) => {
      fc.pre(!rows.flat().some((value) => typeof value === "string" && value.includes("\0")));
      assert.equal(encoded(lines(), rows), `${papaparse.unparse(rows, { newline: "\r\n" })}\r\n`);
    }),
  );
});

Deno.test("CsvLine writes steady columns as it writes any others", () => {
  const cell = fc.constantFrom<Cell>(null, "a", 'a"b', "x".repeat(300), 7, 7n, "7");
  const row = fc.array(cell, { minLength: 6, maxLength: 6 });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 12 }), (rows) => {
      assert.equal(encoded(lines([[1, 2], [4, 5]]), rows), encoded(lines(), rows));
    }),
  );
});
