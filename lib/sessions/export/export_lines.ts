/**
 * A session in the formats it can be exported in, piece by piece.
 *
 * @module
 */

import { compactJson, type Json, type JsonObject } from "../../evidence/json.ts";
import type { Source } from "../../parse/mod.ts";
import { jsonObject, jsonValue } from "../json_record.ts";
import { chatMessage, isReplayed, systemMessage } from "./conversation.ts";
import type { StoredRecord } from "./stored_record.ts";
import type { Transcript } from "./transcript.ts";

/** The formats of an export. */
export const EXPORT_FORMATS = ["jsonl", "hermes", "openai"] as const;

/** One of them. */
export type ExportFormat = typeof EXPORT_FORMATS[number];

/**
 * A session's text, which ends with a line break. `jsonl`: a line for the
 * session, then one for each message. `hermes`: one line in the shape of the
 * vendor's own export, the session's fields with its `messages`. `openai`: one
 * line that is a conversation.
 *
 * @returns How many messages the format leaves out
 */
export function exportPieces(
  transcript: Transcript,
  source: Source,
  format: ExportFormat,
): Generator<string, number> {
  if (format === "jsonl") return recordLines(transcript, source);
  return format === "hermes" ? vendorLine(transcript, source) : conversationLine(transcript);
}

function* recordLines(transcript: Transcript, source: Source): Generator<string, number> {
  const kind = (name: string): JsonObject => jsonObject({ record: name });
  yield `${compactJson(joined(kind("session"), sessionFields(transcript, source)))}\n`;
  for (const message of transcript.messages()) {
    yield `${compactJson(joined(kind("message"), fieldsOf(message)))}\n`;
  }
  return 0;
}

function* vendorLine(transcript: Transcript, source: Source): Generator<string, number> {
  yield compactJson(sessionFields(transcript, source)).slice(0, -1);
  yield ',"messages":[';
  let separator = "";
  for (const message of transcript.messages()) {
    yield separator + compactJson(fieldsOf(message));
    separator = ",";
  }
  yield "]}\n";
  return 0;
}

function* conversationLine(transcript: Transcript): Generator<string, number> {
  yield `{"session_id":${compactJson(transcript.id)},"messages":[`;
  let separator = "";
  if (transcript.systemPrompt !== null) {
    yield compactJson(systemMessage(transcript.systemPrompt));
    separator = ",";
  }
  let left = 0;
  for (const message of transcript.messages()) {
    if (!isReplayed(message)) {
      left++;
      continue;
    }
    yield separator + compactJson(chatMessage(message));
    separator = ",";
  }
  yield "]}\n";
  return left;
}

/** Every stored field, the prompt in words also where only its hash is stored, and the file. */
function sessionFields(transcript: Transcript, source: Source): JsonObject {
  const { id, record, systemPrompt } = transcript;
  const fields = record === null ? jsonObject({ id }) : fieldsOf(record);
  const { user, profile } = source.owner;
  return joined(
    fields,
    jsonObject({
      "system_prompt": systemPrompt,
      "has_record": record !== null,
      user,
      profile,
      "source_file": source.sourceFile,
      "source_kind": source.kind,
    }),
  );
}

function fieldsOf(record: StoredRecord): JsonObject {
  return new Map(Array.from(record, ([name, stored]) => [name, jsonValue(stored)]));
}

function joined(...objects: readonly JsonObject[]): JsonObject {
  const all = new Map<string, Json>();
  for (const object of objects) for (const [name, value] of object) all.set(name, value);
  return all;
}
