import assert from "node:assert/strict";
import fc from "fast-check";
import { cellsOf, COLUMNS } from "./columns.ts";
import { jsonlFormat } from "./jsonl.ts";
import { encoded, FULL_ROW, sampleRow } from "./sample_row.ts";

Deno.test("jsonlFormat writes every column in order, integers with all digits", () => {
  assert.equal(
    encoded(jsonlFormat(), [cellsOf(FULL_ROW)]),
    '{"timestamp_utc":"2026-10-29T09:30:16.400000Z","host":"bench","agent":"hermes","user":"u",' +
      '"profile":"default","session_id":"20261029_093015_5c7e19a2","project_path":"/home/u/work",' +
      '"git_branch":"fix-nav","turn_type":"tool_use","model":"openai/gpt-5.1",' +
      '"tool_name":"terminal","tool_use_id":"call_9f","text":"say \\"hi\\", ok",' +
      '"source_file":"/home/u/state.db","source_line":9007199254740993,"source_kind":"primary",' +
      '"time_basis":"utc","notes":"inactive; compacted"}\n',
  );
});

Deno.test("jsonlFormat writes null for an absent value", () => {
  const line = encoded(jsonlFormat(), [cellsOf(sampleRow({ text: "", time: null, basis: null }))]);
  const filled = Object.entries(JSON.parse(line)).filter(([, value]) => value !== null);
  assert.deepEqual(filled, [
    ["agent", "hermes"],
    ["turn_type", "user"],
    ["source_file", "/home/u/state.db"],
    ["source_kind", "primary"],
  ]);
});

Deno.test("jsonlFormat shows a NUL as it is and a lone surrogate as U+FFFD", () => {
  const line = encoded(jsonlFormat(), [cellsOf(sampleRow({ text: "a\0b\ud800c=😀" }))]);
  assert.ok(line.includes('"text":"a\\u0000b\ufffdc=😀"'), line);
});

Deno.test("jsonlFormat writes each row's own values, whatever the row before held", () => {
  const value = fc.constantFrom("a", "b", "null", "1", null);
  const line = fc.constantFrom(1, 1n, 2n ** 63n - 1n, null);
  const row = fc.record({ sessionId: value, model: value, toolName: value, line });
  fc.assert(
    fc.property(fc.array(row), (fields) => {
      const format = jsonlFormat();
      const cells = fields.map((some) => cellsOf(sampleRow(some)));
      const half = cells.length >> 1;
      const lines = encoded(format, cells.slice(0, half)) + encoded(format, cells.slice(half));
      const expected = cells.map((list) => {
        const pairs = list.map((cell, at) =>
          `"${COLUMNS[at]}":${typeof cell === "string" ? JSON.stringify(cell) : cell}`
        );
        return `{${pairs.join(",")}}\n`;
      });
      assert.equal(lines, expected.join(""));
    }),
  );
});
