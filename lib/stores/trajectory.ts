/**
 * Runs saved into the project they ran in, in the ShareGPT layout.
 *
 * Rests on agent/trajectory.py and agent/agent_runtime_helpers.py of the vendor.
 *
 * @module
 */

import type { EvidenceFile } from "../evidence/file.ts";
import { compactJson, field, isList, isObject, type Json, textOf } from "../evidence/json.ts";
import { EMPTY_ROW, type Row, type Turn } from "../row/row.ts";
import { lineTrouble } from "../row/trouble.ts";
import { isBadLine, type JsonLine, jsonLines } from "./json_lines.ts";
import type { StoreReader, Told } from "./reader.ts";
import { type StoredTime, writtenTime } from "./stored_time.ts";
import { trajectorySaved, trajectorySystemPrompt } from "./trajectory_texts.ts";
import { troublesLast } from "./troubles_last.ts";

/** Reads a trajectory file: a `system` row per saved run, then its turns. */
export const trajectory: StoreReader = {
  id: "trajectory",
  read: (file) => troublesLast(() => runs(file)),
};

const TURN_BY_SPEAKER: ReadonlyMap<Json | undefined, Turn> = new Map<Json | undefined, Turn>([
  ["human", "user"],
  ["gpt", "assistant"],
  ["tool", "tool_result"],
]);

const STAMP = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?$/;

function* runs(file: EvidenceFile): Generator<Told> {
  const projectPath = file.path.slice(0, file.path.lastIndexOf("/")) || "/";
  for (const line of jsonLines(file, { notObject: "line", place: { projectPath } })) {
    if (isBadLine(line)) yield line.record;
    else yield* runRows(line, { file: file.facts.name, projectPath });
  }
}

function* runRows(line: JsonLine, from: { file: string; projectPath: string }): Generator<Told> {
  const run = line.record as Json;
  const place = { projectPath: from.projectPath, line: line.number };
  const turns = field(run, "conversations");
  if (!isList(turns)) {
    yield lineTrouble("no conversations list", { ...place, value: line.text.replace(/\r$/, "") });
    return;
  }
  const base = { ...EMPTY_ROW, ...place };
  const text = trajectorySaved.says({
    model: textOf(field(run, "model")),
    completed: textOf(field(run, "completed")),
    file: from.file,
  });
  yield { ...base, ...runTime(field(run, "timestamp")), turn: "system", text };
  for (const turn of turns) {
    if (isObject(turn)) {
      const row = turnRow(turn, base);
      if (row !== null) yield row;
    } else {
      yield lineTrouble("entry is not an object", { ...place, value: compactJson(turn) });
    }
  }
}

function turnRow(entry: Json, base: Omit<Row, "turn" | "text">): Row | null {
  const speaker = field(entry, "from");
  const value = textOf(field(entry, "value"));
  if (speaker === "system") {
    return { ...base, turn: "system", text: trajectorySystemPrompt.says({ value }) };
  }
  const turn = TURN_BY_SPEAKER.get(speaker);
  const text = value ?? "";
  if (turn === undefined) {
    return { ...base, turn: "system", text, notes: [`role=${textOf(speaker) || "-"}`] };
  }
  return turn === "assistant" && text === "" ? null : { ...base, turn, text };
}

function runTime(stored: Json | undefined): StoredTime {
  const stamp = textOf(stored);
  if (stamp === null) return { time: null, basis: null, notes: [] };
  const match = STAMP.exec(stamp);
  if (match === null) return writtenTime(stamp, null);
  const fraction = match[7] ?? "";
  return writtenTime(stamp, { parts: match.slice(1, 7), fraction, basis: "host-local" });
}
