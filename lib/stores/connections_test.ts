import assert from "node:assert/strict";
import { memoryFile } from "../../testdata/memory_file.ts";
import { assertBearsNoise, assertDocumentCut } from "../../testdata/reader_faults.ts";
import { printed, sampleBytes, toldOf } from "../../testdata/sample.ts";
import { connections } from "./connections.ts";

const PATH = "/home/u/.config/Hermes/connections.json";

function read(content: Uint8Array | string, mtimeNs?: bigint): string[] {
  return printed(toldOf(connections, memoryFile(PATH, content, { mtimeNs })));
}

Deno.test("backends of every kind, at the time of the file, without their secrets", () => {
  const at = "2026-10-29T09:30:16.000000Z file-mtime system";
  const from = "(from connections.json, file mtime)";
  const told = read(sampleBytes("connections", "registry"));
  assert.deepEqual(told, [
    `${at} #2 remote backend: remote build box https://build.example:9119 ${from}`,
    `${at} #3 remote backend: cloud Cloud https://cloud.example ${from} org=acme name=main`,
    `${at} #4 remote backend: ssh lab kim@lab.example:2222 ${from} profile=work`,
    `${at} #5 remote backend: ssh - old.example ${from}`,
    `${at} #7 remote backend: remote - - ${from}`,
    `${at} #1 remote backend quarantined by the app: unknown kind ${from}`,
    `${at} #3 remote backend quarantined by the app: - ${from}`,
    "- - system #6 parser: unparseable record 6 (not an object)",
    "- - system #2 parser: unparseable record 2 (not an object)",
  ]);
  assert(!told.join("\n").includes("SECRET"));
});

Deno.test("a file without a trusted time gives rows without one, and says what it had", () => {
  const one = '{"connections": [{"kind": "remote", "label": "x", "url": "u"}]}';
  const row = "- - system #1 remote backend: remote x u (from connections.json, file mtime)";
  assert.deepEqual(read(one, 0n), [`${row} [timestamp as stored: 0]`]);
  assert.deepEqual(read(one, 5_000_000_000_500_000_000n), [
    `${row} [timestamp as stored: 5000000000.5]`,
  ]);
});

Deno.test("a dash that is recorded is told, what is empty is not", () => {
  const entry = { kind: "cloud", label: "L", url: "u", org: "-", name: "", remoteProfile: "-" };
  assert.deepEqual(read(JSON.stringify({ connections: [entry] })), [
    "2026-10-29T09:30:16.000000Z file-mtime system #1 " +
    "remote backend: cloud L u (from connections.json, file mtime) org=- profile=-",
  ]);
});

Deno.test("a registry that is none is one row for the whole file", () => {
  assert.deepEqual(read("[]"), ["- - system #- parser: not an object [file]"]);
  assert.deepEqual(read(""), ["- - system #- parser: not valid JSON [file]"]);
  assert.deepEqual(read("{}"), ["- - system #- parser: not a list [file]"]);
  assert.deepEqual(read('{"connections": [], "quarantined": {}}'), [
    "- - system #- parser: not a list [file]",
  ]);
});

Deno.test("a registry cut anywhere is one row, or unchanged", () => {
  const bytes = sampleBytes("connections", "registry");
  assertDocumentCut({ reader: connections, path: PATH, bytes });
  assertBearsNoise({ reader: connections, path: PATH, bytes });
});
