/**
 * JSON values as text again.
 *
 * @module
 */

import { isList, isObject, type Json, JsonNumber, type JsonObject } from "./json_value.ts";

/**
 * The value without spaces, with the stored number tokens; otherwise as
 * `JSON.stringify` prints it, but a lone surrogate becomes U+FFFD.
 */
export function compactJson(value: Json): string {
  if (!isNested(value)) return scalarText(value);
  const open: Level[] = [levelOf(value)];
  let text = "";
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    const entry = level.entries.next();
    if (level.printed === 0) text += level.opening;
    if (entry.done) {
      text += level.closing;
      open.pop();
      continue;
    }
    if (level.printed > 0) text += ",";
    level.printed++;
    const [key, inner] = entry.value;
    if (typeof key === "string") text += `${quoted(key)}:`;
    if (isNested(inner)) open.push(levelOf(inner));
    else text += scalarText(inner);
  }
  return text;
}

/** The value as words: a string as it is, null for an absent value, else its compact JSON. */
export function textOf(value: Json | undefined): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === "string" ? value : compactJson(value);
}

/** A list or object that is being printed. */
interface Level {
  /** Lists number their items, objects name them. */
  readonly entries: Iterator<[string | number, Json], unknown>;
  readonly opening: "[" | "{";
  readonly closing: "]" | "}";
  printed: number;
}

function levelOf(value: readonly Json[] | JsonObject): Level {
  return isList(value)
    ? { entries: value.entries(), opening: "[", closing: "]", printed: 0 }
    : { entries: value.entries(), opening: "{", closing: "}", printed: 0 };
}

function isNested(value: Json): value is readonly Json[] | JsonObject {
  return isList(value) || isObject(value);
}

function scalarText(value: null | boolean | string | number | JsonNumber): string {
  if (typeof value === "string") return quoted(value);
  return value instanceof JsonNumber ? value.token : JSON.stringify(value);
}

function quoted(text: string): string {
  return JSON.stringify(text.toWellFormed());
}
