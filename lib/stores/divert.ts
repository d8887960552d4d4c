/**
 * Messages that the session database did not take, appended to a file that is
 * named after the session.
 *
 * Rests on hermes_state.py (`divert_session_transcript_jsonl`) of the vendor:
 * one message object to a line.
 *
 * @module
 */

import type { EvidenceFile } from "../evidence/file.ts";
import { field, type JsonObject } from "../evidence/json.ts";
import { isBadLine, jsonLines } from "./json_lines.ts";
import { conversation } from "./json_message.ts";
import type { StoreReader, Told } from "./reader.ts";
import { epochTime } from "./stored_time.ts";
import { troublesLast } from "./troubles_last.ts";

/** Reads `<session id>.jsonl`: the rows of each message. */
export const divert: StoreReader = {
  id: "divert",
  read: (file) => troublesLast(() => messages(file)),
};

function* messages(file: EvidenceFile): Generator<Told> {
  const sessionId = file.facts.name.replace(/\.jsonl$/, "");
  const rowsOf = conversation();
  for (const line of jsonLines(file, { notObject: "record", place: { sessionId } })) {
    if (isBadLine(line)) {
      yield line.record;
      continue;
    }
    const message = line.record as JsonObject;
    const { time, basis, notes } = epochTime(field(message, "timestamp"));
    const timeNote = notes[0] ?? null;
    yield* rowsOf(message, { time, basis, timeNote, sessionId, line: line.number });
  }
}
