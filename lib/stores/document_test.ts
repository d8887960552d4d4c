import assert from "node:assert/strict";
import { memoryFile } from "../../testdata/memory_file.ts";
import { printed, toldOf } from "../../testdata/sample.ts";
import type { EvidenceFile } from "../evidence/file.ts";
import { connections } from "./connections.ts";
import { cronOutput } from "./cron_output.ts";
import { LARGEST_DOCUMENT } from "./document.ts";
import { legacySession } from "./legacy_session.ts";
import { pairing } from "./pairing.ts";
import { pairingRateLimits } from "./pairing_rate_limits.ts";
import { pasteList } from "./paste_list.ts";
import { pendingMessages } from "./pending_messages.ts";
import { settings } from "./settings.ts";

const DOCUMENTS = [
  connections,
  cronOutput,
  legacySession,
  pairing,
  pairingRateLimits,
  pasteList,
  pendingMessages,
  settings,
];

/** A file of that size whose bytes must not be asked for. */
function unreadFile(size: number): EvidenceFile {
  const file = memoryFile("/home/u/x", "");
  return { ...file, size, read: () => assert.fail("Read a document that is too large") };
}

Deno.test("a document too large to hold is one whole-file row, and is not read", () => {
  for (const reader of DOCUMENTS) {
    const told = toldOf(reader, unreadFile(LARGEST_DOCUMENT + 1));
    assert.deepEqual(printed(told), ["- - system #- parser: cannot be read [file]"], reader.id);
  }
});
