import assert from "node:assert/strict";
import { memoryFile } from "../../testdata/memory_file.ts";
import { assertBearsNoise, assertDocumentCut } from "../../testdata/reader_faults.ts";
import { printed, sampleBytes, toldOf } from "../../testdata/sample.ts";
import { pairing } from "./pairing.ts";

const PATH = "/home/u/.hermes/pairing/discord-approved.json";

function read(content: Uint8Array | string, path = PATH): string[] {
  return printed(toldOf(pairing, memoryFile(path, content)));
}

Deno.test("approved users in stored order, whatever their ids look like", () => {
  const says = (userId: string, userName: string): string =>
    `permission setting: pairing.discord.${userId} user_name=${userName} (from pairing/discord-approved.json, approved_at)`;
  assert.deepEqual(read(sampleBytes("pairing", "approved")), [
    `2026-10-28T18:00:00.000000Z utc system #2 ${says("1497549923779084388", "kim")}`,
    `2026-10-28T18:01:40.000000Z utc system #3 ${says("77", "lee")}`,
    `2026-10-28T18:03:20.250000Z utc system #4 ${says("__proto__", "proto")}`,
    `- - system #5 ${says("eve", "eve")} [timestamp as stored: yesterday]`,
    `- - system #6 ${says("nul", "-")}`,
    `- - system #7 ${says("seven", "-")} [timestamp as stored: 1793210400000]`,
    "- - system #1 parser: unparseable record 1 (not an object): true",
  ]);
});

Deno.test("the folder of the file tells which of the two stores it is", () => {
  const one = '{"1": {"user_name": "ops", "approved_at": 1793210400.0}}';
  const told = (from: string): string[] => [
    `2026-10-28T18:00:00.000000Z utc system #1 permission setting: pairing.my-chat.1 user_name=ops (from ${from}/my-chat-approved.json, approved_at)`,
  ];
  assert.deepEqual(
    read(one, "/h/platforms/pairing/my-chat-approved.json"),
    told("platforms/pairing"),
  );
  assert.deepEqual(read(one, "/h/pairing/my-chat-approved.json"), told("pairing"));
});

Deno.test("a file that was named by itself says no platform and no place that it does not have", () => {
  const one = '{"88213": {"user_name": "ops", "approved_at": 1793210400.0}}';
  const told = (path: string): string => (read(one, path)[0] ?? "").split(" #1 ")[1] ?? "";
  const says = (rest: string): string => `permission setting: pairing.${rest}, approved_at)`;
  assert.equal(told("/case/z.json"), says("-.88213 user_name=ops (from z.json"));
  assert.equal(
    told("/case/discord-approved.json"),
    says("discord.88213 user_name=ops (from discord-approved.json"),
  );
  assert.equal(
    told("C:/Users/ana/.hermes/Pairing/Discord-Approved.JSON"),
    says("Discord.88213 user_name=ops (from Pairing/Discord-Approved.JSON"),
  );
  assert.equal(told("/case/-approved.json"), says("-.88213 user_name=ops (from -approved.json"));
});

Deno.test("a store that is none is one row for the whole file", () => {
  assert.deepEqual(read("[]"), ["- - system #- parser: not an object [file]"]);
  assert.deepEqual(read(""), ["- - system #- parser: not valid JSON [file]"]);
  assert.deepEqual(read('{"+1": {"approved_at": 1}'), [
    "- - system #- parser: not valid JSON [file]",
  ]);
  assert.deepEqual(read("{}"), []);
});

Deno.test("a pairing store cut anywhere is one row, or unchanged", () => {
  const bytes = sampleBytes("pairing", "approved");
  assertDocumentCut({ reader: pairing, path: PATH, bytes });
  assertBearsNoise({ reader: pairing, path: PATH, bytes });
});
