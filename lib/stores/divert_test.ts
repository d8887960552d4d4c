import assert from "node:assert/strict";
import { memoryFile } from "../../testdata/memory_file.ts";
import { assertBearsNoise, assertLinesCut } from "../../testdata/reader_faults.ts";
import { printed, sampleBytes, toldOf } from "../../testdata/sample.ts";
import { divert } from "./divert.ts";

const PATH = "/home/u/.hermes/sessions/20261029_093015_5c7e19a2.jsonl";
const SESSION = "session=20261029_093015_5c7e19a2";

function read(content: Uint8Array | string): string[] {
  return printed(toldOf(divert, memoryFile(PATH, content)));
}

Deno.test("a divert with every kind of damage gives every line that can be read", () => {
  assert.deepEqual(read(sampleBytes("divert", "damaged")), [
    `2026-10-29T09:30:16.000000Z utc user #1 one, after a mark [${SESSION}]`,
    `2026-10-29T09:30:17.250000Z utc assistant #2 two\u2028with\u2029separators [${SESSION}]`,
    `2026-10-29T09:30:19.000000Z utc user #4 four, padded [${SESSION}]`,
    `2026-10-29T09:30:20.000000Z utc user #5 five, behind a hole [${SESSION}]`,
    `2026-10-29T09:30:21.000000Z utc thinking #7 think first [${SESSION}]`,
    `2026-10-29T09:30:21.000000Z utc assistant #7 seven\n[image]\n{"type":"sound"} [${SESSION}]`,
    `2026-10-29T09:30:21.000000Z utc tool_use #7 ls -l [${SESSION}; tool=terminal; id=call_7]`,
    `2026-10-29T09:30:22.000000Z utc tool_result #8 {"output": "", "error": "no", "status": "blocked"} [${SESSION}; id=call_7]`,
    `2026-10-29T09:30:22.000000Z utc system #8 permission decision: blocked no [${SESSION}; tool=terminal; id=call_7]`,
    `- - user #9 nine [${SESSION}; observed; timestamp as stored: 2026-10-29T09:30:24+00:00]`,
    `2026-10-29T09:30:25.500000Z utc user #10 ten \ud83d [${SESSION}]`,
    `2026-10-29T09:30:27.000000Z utc user #12 twelve [${SESSION}; platform_message_id=telegram-9]`,
    `2026-10-29T09:30:29.000000Z utc assistant #14 fourteen [${SESSION}]`,
    `2026-10-29T09:30:30.000000Z utc tool_use #15 a.txt [${SESSION}; tool=read_file]`,
    `2026-10-29T09:30:31.000000Z utc system #16 model: m2 provider=p [${SESSION}; model=m2; display_kind=model_switch]`,
    `2026-10-29T09:30:32.000000Z utc system #17 model: m2 -> m3 [${SESSION}; model=m3; display_kind=model_switch]`,
    `2026-10-29T09:30:33.000000Z utc system #18 session_meta: - [${SESSION}; role=session_meta]`,
    `- - system #19 no role at all [${SESSION}; role=-]`,
    `2026-10-29T09:30:35.000000Z utc system #20 context summary: summary [${SESSION}; compressed summary]`,
    `2026-10-29T09:30:36.000000Z utc user #21 as typed [${SESSION}; api_content differs]`,
    `- - system #3 parser: unparseable line (700 NUL bytes) [${SESSION}]`,
    `- - system #6 parser: unparseable line (not valid JSON): {"role": "assistant", "content": "six", "timestamp": NaN} [${SESSION}]`,
    `- - system #11 parser: unparseable record 11 (not an object): [1, 2] [${SESSION}]`,
    `- - system #15 parser: unparseable record 15 (tool_calls entry is not an object): ["x",{"function":{"name":"read_file","arguments":{"path":"a.txt"}}}] [${SESSION}]`,
    `- - system #22 parser: unparseable line (not valid JSON): {"role": "user", "content": "torn off in the mid [${SESSION}]`,
  ]);
});

Deno.test("a line of 8 MiB between two short ones comes out whole", () => {
  const words = "ä".repeat(4 * 1024 * 1024);
  const line = (content: string): string => JSON.stringify({ role: "user", content }) + "\n";
  const told = toldOf(divert, memoryFile(PATH, line("one") + line(words) + line("three")));
  assert.deepEqual(told.map((item) => item.text === words ? "the long one" : item.text), [
    "one",
    "the long one",
    "three",
  ]);
});

Deno.test("a line too long to hold is told with its beginning and its length", () => {
  const short = (content: string): Uint8Array =>
    new TextEncoder().encode(JSON.stringify({ role: "user", content }) + "\n");
  const long = new Uint8Array(66 * 1024 * 1024).fill(0x78);
  long[long.length - 1] = 10;
  const chunks = [short("one"), long, short("three")];
  const bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  chunks.reduce((at, chunk) => (bytes.set(chunk, at), at + chunk.length), 0);
  assert.deepEqual(read(bytes), [
    `- - user #1 one [${SESSION}]`,
    `- - user #3 three [${SESSION}]`,
    `- - system #2 parser: unparseable line (not valid JSON): ${
      "x".repeat(4000)
    } … (69206015 characters in all) [${SESSION}]`,
  ]);
});

Deno.test("a divert cut anywhere gives what stands before the cut", () => {
  const bytes = sampleBytes("divert", "damaged");
  assertLinesCut({ reader: divert, path: PATH, bytes });
});

Deno.test("an empty divert and noise are borne", () => {
  assert.deepEqual(read(""), []);
  assertBearsNoise({ reader: divert, path: PATH, bytes: new Uint8Array(0) });
});

Deno.test("thousands of bad lines are all told, after the rows, in their order", () => {
  const bad = Array.from({ length: 2500 }, (_, index) => `bad ${index}`).join("\n");
  const told = read(`${bad}\n{"role": "user", "content": "last"}\n`);
  assert.equal(told.length, 2501);
  assert.equal(told[0], `- - user #2501 last [${SESSION}]`);
  assert.deepEqual(
    told.slice(1),
    bad.split("\n").map((line, index) =>
      `- - system #${index + 1} parser: unparseable line (not valid JSON): ${line} [${SESSION}]`
    ),
  );
});
