import assert from "node:assert/strict";
import { memoryFile } from "../../testdata/memory_file.ts";
import { assertBearsNoise, assertDocumentCut } from "../../testdata/reader_faults.ts";
import { printed, sampleBytes, toldOf } from "../../testdata/sample.ts";
import { isTrouble } from "../row/trouble.ts";
import { pendingMessages } from "./pending_messages.ts";

const PATH = "/home/u/.hermes/pending_messages/pending-0123456789abcdef0123456789abcdef.json";
const SESSION = "[session=20261029_093015_5c7e19a2]";

function read(content: Uint8Array | string): string[] {
  return printed(toldOf(pendingMessages, memoryFile(PATH, content)));
}

Deno.test("words that waited stand at the time they were put aside", () => {
  assert.deepEqual(read(sampleBytes("pending_messages", "waiting")), [
    `2026-10-29T09:30:16.000000Z utc system #- input without a message row: and restart the web server (from pending_messages, ts) ${SESSION}`,
  ]);
});

Deno.test("a whole message stands at its own time", () => {
  assert.deepEqual(read(sampleBytes("pending_messages", "dropped")), [
    `2026-10-29T09:30:16.250000Z utc system #- input without a message row: what is this?\n[image] (from pending_messages, message.timestamp) ${SESSION}`,
  ]);
});

Deno.test("a whole message without a time stands at the time it was put aside", () => {
  assert.deepEqual(read('{"ts": 1793266216, "data": {"message": {"content": "x"}}}'), [
    "2026-10-29T09:30:16.000000Z utc system #- input without a message row: x (from pending_messages, ts)",
  ]);
});

Deno.test("a transcript put aside whole gives its messages", () => {
  assert.deepEqual(read(sampleBytes("pending_messages", "transcript")), [
    `2026-10-29T09:30:16.000000Z utc user #- hello ${SESSION}`,
    `- - assistant #- hi ${SESSION}`,
    `- - system #- parser: unparseable record 3 (not an object): "str" ${SESSION}`,
  ]);
});

Deno.test("a routing key is never taken for a session, and odd records are shown whole", () => {
  assert.deepEqual(read('{"session_key": "agent:main:x", "ts": "now", "data": {"text": ""}}'), [
    "- - system #- input without a message row: - (from pending_messages, ts) [timestamp as stored: now]",
  ]);
  assert.deepEqual(read('{"session_key": "agent:main:x", "data": {"media": ["a"]}}'), [
    '- - system #- input without a message row: {"media":["a"]} (from pending_messages, ts)',
  ]);
  assert.deepEqual(read('{"data": "words"}'), [
    "- - system #- input without a message row: words (from pending_messages, ts)",
  ]);
});

Deno.test("a record of another shape is one row", () => {
  assert.deepEqual(read(""), ["- - system #- parser: not valid JSON [file]"]);
  assert.deepEqual(read("[]"), ["- - system #- parser: not an object [file]"]);
  assert.deepEqual(read('{"ts": 1}'), ["- - system #- parser: not an object [file]"]);
});

Deno.test("input tells its bare words beside its sentence", () => {
  const wordsOf = (name: string): (string | null | undefined)[] =>
    toldOf(pendingMessages, memoryFile(PATH, sampleBytes("pending_messages", name)))
      .map((item) => isTrouble(item) ? null : item.words);
  assert.deepEqual(wordsOf("waiting"), ["and restart the web server"]);
  const empty = memoryFile(PATH, '{"ts": 1793266216, "data": {"text": ""}}');
  assert.deepEqual(
    toldOf(pendingMessages, empty).map((item) => [item.text, "words" in item && item.words]),
    [
      ["input without a message row: - (from pending_messages, ts)", ""],
    ],
  );
});

Deno.test("a record cut anywhere is one row, or unchanged", () => {
  for (const name of ["waiting", "dropped", "transcript"]) {
    const bytes = sampleBytes("pending_messages", name);
    assertDocumentCut({ reader: pendingMessages, path: PATH, bytes });
  }
  assertBearsNoise({ reader: pendingMessages, path: PATH, bytes: new Uint8Array(0) });
});
