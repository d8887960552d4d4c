import assert from "node:assert/strict";
import { memoryFile } from "../../testdata/memory_file.ts";
import { assertBearsNoise, assertDocumentCut } from "../../testdata/reader_faults.ts";
import { printed, sampleBytes, toldOf } from "../../testdata/sample.ts";
import { legacySession } from "./legacy_session.ts";

const PATH = "/home/u/.hermes/sessions/session_20251101_101500_ab12cd.json";

function read(content: Uint8Array | string): string[] {
  return printed(toldOf(legacySession, memoryFile(PATH, content)));
}

Deno.test("the messages of a session file, numbered by their place", () => {
  const session = "session=20251101_101500_ab12cd; model=openai/gpt-5.1";
  assert.deepEqual(read(sampleBytes("legacy_session", "session")), [
    `- - user #1 list the files [${session}]`,
    `- - thinking #2 ls will do [${session}]`,
    `- - tool_use #2 ls [${session}; tool=terminal; id=call_1]`,
    `- - tool_result #3 a.txt [${session}; id=call_1]`,
    `2025-11-01T10:20:00.500000Z utc assistant #5 One file. [${session}]`,
    '- - system #4 parser: unparseable record 4 (not an object): "oops" [session=20251101_101500_ab12cd]',
  ]);
});

Deno.test("a file that names no session is one of the session in its own name", () => {
  assert.deepEqual(read('{"messages": [{"role": "user", "content": "hi"}]}'), [
    "- - user #1 hi [session=20251101_101500_ab12cd]",
  ]);
});

Deno.test("a file of another shape is one row", () => {
  assert.deepEqual(read(""), ["- - system #- parser: not valid JSON [file]"]);
  assert.deepEqual(read("[]"), ["- - system #- parser: not an object [file]"]);
  assert.deepEqual(read('{"session_id": "x"}'), ["- - system #- parser: not a list [file]"]);
});

Deno.test("a session file cut anywhere is one row, or unchanged", () => {
  const bytes = sampleBytes("legacy_session", "session");
  assertDocumentCut({ reader: legacySession, path: PATH, bytes });
  assertBearsNoise({ reader: legacySession, path: PATH, bytes });
});
