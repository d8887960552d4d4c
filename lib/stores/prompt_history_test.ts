import assert from "node:assert/strict";
import { memoryFile } from "../../testdata/memory_file.ts";
import { assertBearsNoise } from "../../testdata/reader_faults.ts";
import { printed, sampleBytes, toldOf } from "../../testdata/sample.ts";
import { isTrouble } from "../row/trouble.ts";
import { promptHistory } from "./prompt_history.ts";

const PATH = "/home/u/.hermes/.hermes_history";

function read(content: Uint8Array | string): string[] {
  return printed(toldOf(promptHistory, memoryFile(PATH, content)));
}

Deno.test("the prompt history of both writers, with everything a prompt can hold", () => {
  assert.deepEqual(read(sampleBytes("prompt_history", "both_writers")), [
    "2026-10-29T09:30:16.400000Z utc user #2 which pages have no title?",
    "2026-10-29T10:02:44.918203Z host-local system #5 slash command: /model openai/gpt-5.1",
    "2026-10-29T10:03:00.000001Z host-local user #8 line one\n# 2020-01-01 00:00:00.000 is no header here\n\n+ a plus of its own",
    "2026-10-29T10:04:00.000002Z host-local user #14 na\uFFFDve in Latin-1",
    "2026-10-29T10:05:00.000003Z host-local user #17 one\u2028line\u0085of\x0bfour\rbreaks\0",
    "2026-10-29T10:06:00.000004Z host-local user #21 written on Windows\nin two lines",
    "2026-10-29T10:07:00.000000Z host-local user #25 no fraction at all\na second line",
    "- - user #29 a header that is no time [timestamp as stored: yesterday evening]",
    "- - user #36 month thirteen [timestamp as stored: 2026-13-01 10:08:00.000005]",
    "2026-10-29T10:09:00.000006Z host-local user #41 the last one, without an end",
    "- - system #32 parser: unparseable line (not a FileHistory line): no mark at all",
    "- - system #39 parser: unparseable line (not a FileHistory line): # also no time",
  ]);
});

Deno.test("one entry of each writer gives one row each", () => {
  const history = "\n# 2026-10-29 09:30:16.400\n+how many lines in index.html?\n" +
    "\n# 2026-10-29 10:02:44.918203\n+/snapshot before-refactor\n";
  assert.deepEqual(read(history), [
    "2026-10-29T09:30:16.400000Z utc user #2 how many lines in index.html?",
    "2026-10-29T10:02:44.918203Z host-local system #5 slash command: /snapshot before-refactor",
  ]);
});

Deno.test("an entry without its header keeps its words, a byte order mark is no part of them", () => {
  assert.deepEqual(read("\uFEFF+no header\n+two lines\n"), ["- - user #1 no header\ntwo lines"]);
});

Deno.test("a CR that was typed stays where the file's lines end with LF", () => {
  assert.deepEqual(read("# 2026-10-29 10:02:44.918203\n+typed\r\n"), [
    "2026-10-29T10:02:44.918203Z host-local user #1 typed\r",
  ]);
});

Deno.test("an empty entry is still an entry", () => {
  assert.deepEqual(read("# 2026-10-29 10:02:44.918203\n+\n"), [
    "2026-10-29T10:02:44.918203Z host-local user #1 ",
  ]);
});

Deno.test("a history cut anywhere gives the entries before the cut, and one row more at most", () => {
  const bytes = sampleBytes("prompt_history", "both_writers");
  const whole = toldOf(promptHistory, memoryFile(PATH, bytes));
  const rows = printed(whole.filter((item) => !isTrouble(item)));
  const troubles = printed(whole.filter(isTrouble));
  for (let cut = 0; cut < bytes.length; cut++) {
    const told = toldOf(promptHistory, memoryFile(PATH, bytes.slice(0, cut)));
    const rowsCut = printed(told.filter((item) => !isTrouble(item)));
    const troublesCut = printed(told.filter(isTrouble));
    const torn = rowsCut.findIndex((row, index) => row !== rows[index]);
    const tornTrouble = troublesCut.findIndex((row, index) => row !== troubles[index]);
    assert(torn === -1 || torn === rowsCut.length - 1, `Rows at byte ${cut}`);
    assert(tornTrouble === -1 || tornTrouble === troublesCut.length - 1, `Troubles at ${cut}`);
    assert(torn === -1 || tornTrouble === -1, `A row and a trouble at byte ${cut}`);
  }
});

Deno.test("an empty history and noise are borne", () => {
  assert.deepEqual(read(""), []);
  assertBearsNoise({ reader: promptHistory, path: PATH, bytes: new Uint8Array(0) });
});
