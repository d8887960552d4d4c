import assert from "node:assert/strict";
import { memoryFile } from "../../testdata/memory_file.ts";
import { assertBearsNoise, assertDocumentCut } from "../../testdata/reader_faults.ts";
import { printed, sampleBytes, toldOf } from "../../testdata/sample.ts";
import { pasteList } from "./paste_list.ts";

const PATH = "/home/u/.hermes/pastes/pending.json";

function read(content: Uint8Array | string): string[] {
  return printed(toldOf(pasteList, memoryFile(PATH, content)));
}

Deno.test("uploads with and without a time, and entries that are none", () => {
  const says = (url: string): string =>
    `debug report uploaded: ${url} (from pastes/pending.json, expire_at minus 6 hours)`;
  assert.deepEqual(read(sampleBytes("paste_list", "six_kinds")), [
    `2026-10-29T10:00:00.500000Z utc system #1 ${says("https://paste.rs/Ab1")}`,
    `- - system #2 ${says("https://paste.rs/Ab2")}`,
    `- - system #3 ${says("https://paste.rs/Ab3")} [timestamp as stored: tomorrow]`,
    `- - system #8 ${says("https://paste.rs/Ab5")} [timestamp as stored: 1793289600500]`,
    `- - system #4 parser: unparseable record 4 (not an object): "https://paste.rs/Ab4"`,
    `- - system #5 parser: unparseable record 5 (no url): {"expire_at":1793289600}`,
    "- - system #6 parser: unparseable record 6 (not an object): null",
    `- - system #7 parser: unparseable record 7 (no url): {"url":"","expire_at":1793289600}`,
  ]);
});

Deno.test("a list that is none is one row for the whole file", () => {
  assert.deepEqual(read('{"url": "https://paste.rs/x"}'), [
    "- - system #- parser: not a list [file]",
  ]);
  assert.deepEqual(read(""), ["- - system #- parser: not valid JSON [file]"]);
  assert.deepEqual(read("[]"), []);
});

Deno.test("a paste list cut anywhere is one row, or unchanged", () => {
  const bytes = sampleBytes("paste_list", "six_kinds");
  assertDocumentCut({ reader: pasteList, path: PATH, bytes });
  assertBearsNoise({ reader: pasteList, path: PATH, bytes });
});
