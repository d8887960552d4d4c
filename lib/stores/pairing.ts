/**
 * The chat users that were allowed to drive the agent.
 *
 * Rests on gateway/pairing.py of the vendor: an object keyed by user id, one
 * file per platform, in `pairing/` or the newer `platforms/pairing/`. The
 * pending files beside it hold live codes and have no reader.
 *
 * @module
 */

import type { EvidenceFile } from "../evidence/file.ts";
import { compactJson, field, isObject, textOf } from "../evidence/json.ts";
import { systemRow } from "../row/row.ts";
import type { Maybe } from "../row/text.ts";
import { recordTrouble } from "../row/trouble.ts";
import { jsonDocument } from "./document.ts";
import { pairingApproved } from "./pairing_texts.ts";
import type { StoreReader, Told } from "./reader.ts";
import { epochTime } from "./stored_time.ts";
import { troublesLast } from "./troubles_last.ts";

/** Reads `<platform>-approved.json`: one `system` row per approved user. */
export const pairing: StoreReader = {
  id: "pairing",
  read: (file) => troublesLast(() => approvals(file)),
};

function* approvals(file: EvidenceFile): Generator<Told> {
  const users = jsonDocument(file, "object");
  if ("trouble" in users) {
    yield users.trouble;
    return;
  }
  const place = placeOf(file.path);
  let line = 0;
  for (const [userId, approval] of users.value) {
    line++;
    if (!isObject(approval)) {
      yield recordTrouble(line, "not an object", { value: compactJson(approval), line });
      continue;
    }
    const userName = textOf(field(approval, "user_name"));
    const text = pairingApproved.says({ ...place, userId, userName });
    yield systemRow(text, { ...epochTime(field(approval, "approved_at")), line });
  }
}

/**
 * The platform, and the file as a home knows it. A file that was named by itself
 * may have another name and lie elsewhere: then its name alone is said.
 */
function placeOf(path: string): { platform: Maybe; file: string } {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const platform = /^([^]+)-approved\.json$/i.exec(name)?.[1] ?? null;
  const file = /(?:^|\/)((?:platforms\/)?pairing\/[^/]+)$/i.exec(path)?.[1] ?? name;
  return { platform, file };
}
