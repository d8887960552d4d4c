/**
 * JSON Lines as Hermes appends them: one object to a line.
 *
 * @module
 */

import type { EvidenceFile } from "../evidence/file.ts";
import { isObject, type Json, type JsonObject, parseJson } from "../evidence/json.ts";
import { type Line, readLines, withoutBom } from "../evidence/lines.ts";
import {
  lineTrouble,
  type Place,
  type Reason,
  recordTrouble,
  type Trouble,
} from "../row/trouble.ts";
import { cutLineTrouble, lineText } from "./stored_line.ts";

/** A line that holds an object, or what is wrong with it. */
export interface JsonLine {
  /** From 1. */
  readonly number: number;
  readonly text: string;
  readonly record: JsonObject | Trouble;
}

/** How a store names a line that is JSON but no object. */
export interface LineRules {
  /** `record`: as a numbered record; `line`: as a bad line. */
  readonly notObject: "record" | "line";
  /** What is known of every line of the file. */
  readonly place: Place;
}

/**
 * The lines that hold anything. A record between NUL bytes is read; a line
 * of nothing but NUL bytes, or one too long to hold, is a trouble.
 *
 * @throws {EvidenceError} `unreadable` when the system refuses
 */
export function* jsonLines(file: EvidenceFile, rules: LineRules): Generator<JsonLine> {
  for (const line of readLines(file)) {
    const read = readLine(line, rules);
    if (read !== null) yield { number: line.number, ...read };
  }
}

/** Whether the line's record is a trouble. */
export function isBadLine(
  line: JsonLine,
): line is JsonLine & { readonly record: Trouble } {
  return !isObject(line.record as Json);
}

function readLine(line: Line, rules: LineRules): Omit<JsonLine, "number"> | null {
  const bad = (why: Reason, value?: string): Trouble =>
    lineTrouble(why, {
      ...rules.place,
      line: line.number,
      ...(value === undefined ? {} : { value }),
    });
  if (line.cut) {
    return { text: "", record: cutLineTrouble(line, "not valid JSON", rules.place) };
  }
  const { text, nulBytes } = lineText(line.number === 1 ? withoutBom(line.bytes) : line.bytes);
  if (nulBytes > 0) return { text, record: bad(`${nulBytes} NUL bytes`) };
  if (text.trim() === "") return null;
  const value = parseJson(text);
  if (value === undefined) return { text, record: bad("not valid JSON", withoutCr(text)) };
  if (isObject(value)) return { text, record: value };
  if (rules.notObject === "line") return { text, record: bad("not an object", withoutCr(text)) };
  const place = { ...rules.place, line: line.number, value: withoutCr(text) };
  return { text, record: recordTrouble(line.number, "not an object", place) };
}

/** A CR before the LF ends the line; it is no part of the record. */
function withoutCr(text: string): string {
  return text.endsWith("\r") ? text.slice(0, -1) : text;
}
