/**
 * Sessions of builds before the session database: one JSON file each.
 *
 * No build of today writes them; the shape is known from files in the field: an
 * object with session_id, model, platform, session_start, last_updated,
 * message_count and a list of messages, most of which carry no time.
 *
 * @module
 */

import type { EvidenceFile } from "../evidence/file.ts";
import { compactJson, field, isList, isObject, textOf } from "../evidence/json.ts";
import { fileTrouble, recordTrouble } from "../row/trouble.ts";
import { jsonDocument } from "./document.ts";
import { conversation } from "./json_message.ts";
import type { StoreReader, Told } from "./reader.ts";
import { epochTime } from "./stored_time.ts";
import { troublesLast } from "./troubles_last.ts";

/** Reads `session_<id>.json`: the rows of each message. */
export const legacySession: StoreReader = {
  id: "legacy_session",
  read: (file) => troublesLast(() => messages(file)),
};

function* messages(file: EvidenceFile): Generator<Told> {
  const session = jsonDocument(file, "object");
  if ("trouble" in session) {
    yield session.trouble;
    return;
  }
  const list = field(session.value, "messages");
  if (!isList(list)) {
    yield fileTrouble("not a list");
    return;
  }
  const nameId = file.facts.name.replace(/^session_/, "").replace(/\.json$/, "");
  const sessionId = textOf(field(session.value, "session_id")) || nameId;
  const model = textOf(field(session.value, "model"));
  const rowsOf = conversation();
  for (const [index, message] of list.entries()) {
    const line = index + 1;
    if (!isObject(message)) {
      yield recordTrouble(line, "not an object", { value: compactJson(message), sessionId, line });
      continue;
    }
    const { time, basis, notes } = epochTime(field(message, "timestamp"));
    yield* rowsOf(message, { time, basis, timeNote: notes[0] ?? null, sessionId, model, line });
  }
}
