/**
 * Messages that were put aside because the session database did not take them.
 *
 * Rests on gateway/shutdown_flush.py of the vendor: one JSON record per file. It
 * holds either words that waited (`data.text`), or a whole message with its
 * session (`transcript_cap_drop`), or the whole transcript of an agent whose
 * last flush failed. The routing key beside them names a chat, not a session.
 *
 * @module
 */

import type { EvidenceFile } from "../evidence/file.ts";
import {
  compactJson,
  field,
  isList,
  isObject,
  type Json,
  type JsonObject,
  textOf,
} from "../evidence/json.ts";
import { type Row, systemRow } from "../row/row.ts";
import { fileTrouble, recordTrouble } from "../row/trouble.ts";
import { jsonDocument } from "./document.ts";
import { conversation, messageWords } from "./json_message.ts";
import { pendingInput } from "./pending_messages_texts.ts";
import type { StoreReader, Told } from "./reader.ts";
import { epochTime } from "./stored_time.ts";
import { troublesLast } from "./troubles_last.ts";

/** Reads `pending-<id>.json`: what was put aside. */
export const pendingMessages: StoreReader = {
  id: "pending_messages",
  read: (file) => troublesLast(() => spooled(file)),
};

function* spooled(file: EvidenceFile): Generator<Told> {
  const record = jsonDocument(file, "object");
  if ("trouble" in record) {
    yield record.trouble;
    return;
  }
  const data = field(record.value, "data");
  const transcript = field(record.value, "messages");
  if (isList(transcript)) yield* transcriptRows(transcript, record.value);
  else if (data === undefined || data === null) yield fileTrouble("not an object");
  else yield inputRow(data, record.value);
}

function inputRow(data: Json, record: JsonObject): Row {
  const sessionId = textOf(field(data, "session_id"));
  const message = field(data, "message");
  if (isObject(message)) {
    const stored = epochTime(field(message, "timestamp"));
    if (stored.time !== null || stored.notes.length > 0) {
      const words = messageWords(message);
      const text = pendingInput.says({ words, clock: "message.timestamp" });
      return systemRow(text, { ...stored, sessionId, words });
    }
  }
  const words = waitingWords(data);
  const text = pendingInput.says({ words, clock: "ts" });
  return systemRow(text, { ...epochTime(field(record, "ts")), sessionId, words });
}

/** The words of an event; a record of another shape is shown whole. */
function waitingWords(data: Json): string | null {
  const message = field(data, "message");
  if (isObject(message)) return messageWords(message);
  const words = field(data, "text");
  return words === undefined ? textOf(data) : textOf(words);
}

function* transcriptRows(transcript: readonly Json[], record: JsonObject): Generator<Told> {
  const sessionId = textOf(field(record, "session_id"));
  const rowsOf = conversation();
  for (const [index, message] of transcript.entries()) {
    if (!isObject(message)) {
      const value = compactJson(message);
      yield recordTrouble(index + 1, "not an object", { value, sessionId });
      continue;
    }
    const { time, basis, notes } = epochTime(field(message, "timestamp"));
    yield* rowsOf(message, { time, basis, timeNote: notes[0] ?? null, sessionId });
  }
}
