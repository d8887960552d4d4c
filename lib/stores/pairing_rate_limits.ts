/**
 * Who asked to be paired, and when last: also those who were never approved.
 *
 * Rests on gateway/pairing.py of the vendor: `<platform>:<user>` is the time of
 * the last request; keys that begin with `_` count failures and lockouts of a
 * platform and name nobody.
 *
 * @module
 */

import type { EvidenceFile } from "../evidence/file.ts";
import { systemRow } from "../row/row.ts";
import { jsonDocument } from "./document.ts";
import { pairingAsked } from "./pairing_rate_limits_texts.ts";
import type { StoreReader, Told } from "./reader.ts";
import { epochTime } from "./stored_time.ts";

/** Reads `_rate_limits.json`: one `system` row per user who asked. */
export const pairingRateLimits: StoreReader = {
  id: "pairing_rate_limits",
  read: requests,
};

function* requests(file: EvidenceFile): Generator<Told> {
  const limits = jsonDocument(file, "object");
  if ("trouble" in limits) {
    yield limits.trouble;
    return;
  }
  let line = 0;
  for (const [peer, asked] of limits.value) {
    line++;
    if (peer.startsWith("_")) continue;
    yield systemRow(pairingAsked.says({ peer }), { ...epochTime(asked), line });
  }
}
