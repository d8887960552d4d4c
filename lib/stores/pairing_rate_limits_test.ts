import assert from "node:assert/strict";
import { memoryFile } from "../../testdata/memory_file.ts";
import { assertBearsNoise, assertDocumentCut } from "../../testdata/reader_faults.ts";
import { printed, sampleBytes, toldOf } from "../../testdata/sample.ts";
import { pairingRateLimits } from "./pairing_rate_limits.ts";

const PATH = "/home/u/.hermes/platforms/pairing/_rate_limits.json";

function read(content: Uint8Array | string): string[] {
  return printed(toldOf(pairingRateLimits, memoryFile(PATH, content)));
}

Deno.test("who asked to be paired, counters and lockouts left out", () => {
  assert.deepEqual(read(sampleBytes("pairing_rate_limits", "limits")), [
    "2026-10-28T18:00:00.041604Z utc system #1 pairing asked: discord:88213",
    "2026-10-28T18:00:01.000000Z utc system #4 pairing asked: telegram:5:5",
    "- - system #5 pairing asked: signal:+15550100",
    "- - system #6 pairing asked: slack:U1 [timestamp as stored: soon]",
  ]);
});

Deno.test("limits that are none are one row for the whole file", () => {
  assert.deepEqual(read("[]"), ["- - system #- parser: not an object [file]"]);
  assert.deepEqual(read("\0\0"), ["- - system #- parser: not valid JSON [file]"]);
  assert.deepEqual(read("{}"), []);
});

Deno.test("limits cut anywhere are one row, or unchanged", () => {
  const bytes = sampleBytes("pairing_rate_limits", "limits");
  assertDocumentCut({ reader: pairingRateLimits, path: PATH, bytes });
  assertBearsNoise({ reader: pairingRateLimits, path: PATH, bytes });
});
