import assert from "node:assert/strict";
import { type Cell, COLUMNS } from "./columns.ts";
import { csvFormat } from "./csv.ts";
import { jsonlFormat } from "./jsonl.ts";
import { shownCells, shownJson } from "./terminal_format.ts";
import type { TextFormat } from "./text_writer.ts";

const TEXT = 'a\x1b[2J\u202e\u009b31m\r\n"é"';

function written(format: TextFormat): string {
  let text = "";
  const sink = {
    write: (more: string): void => void (text += more),
    writeDoubled: (more: string): void => void (text += more.replaceAll('"', '""')),
  };
  const cells: Cell[] = COLUMNS.map(() => null);
  cells[0] = TEXT;
  cells[1] = "b".repeat(300) + TEXT;
  cells[2] = 7;
  format.encode(cells, sink);
  return text;
}

Deno.test("CSV on a terminal shows what would act on it, and has one line a row", () => {
  const shown = 'a\\x1b[2J\\u202e\\x9b31m\\x0d\\x0a""é""';
  const plain = written(shownCells(csvFormat({ rawCsv: false, bom: false })));
  assert.equal(plain, `"${shown}","${"b".repeat(300)}${shown}",7${",".repeat(15)}\r\n`);
});

Deno.test("JSON on a terminal has the same values", () => {
  const shown = written(shownJson(jsonlFormat()));
  assert.doesNotMatch(shown.slice(0, -1), /[\p{Cc}\p{Bidi_Control}]/u);
  assert.deepEqual(JSON.parse(shown), JSON.parse(written(jsonlFormat())));
});
