/**
 * The words of tool calls that their storage hides.
 *
 * Calls are stored as JSON with its letters escaped, and their arguments as a
 * JSON text within that (agent/chat_completion_helpers.py of the vendor): `für`
 * stands there as `f\\u00fcr`, and a line break before `new` makes `nnew` of it.
 *
 * @module
 */

import { isList, isObject, type Json, parseJson } from "../../evidence/json.ts";

/** An escape other than that of a quote or a backslash. */
const HIDING = /\\[^"\\]/;

/** The texts in stored tool calls as they were meant; none where storage hides nothing. */
export function callWords(stored: string): string[] {
  if (!HIDING.test(stored)) return [];
  const value = parseJson(stored);
  if (value === undefined) return [];
  const texts: string[] = [];
  const open: Json[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (isList(next) || isObject(next)) { for (const inner of next.values()) open.push(inner); }
    else if (typeof next === "string") {
      const inner = HIDING.test(next) ? parseJson(next) : undefined;
      if (isList(inner) || isObject(inner)) open.push(inner);
      else texts.push(next);
    }
  }
  return texts.length === 0 ? [] : [texts.reverse().join("\n")];
}
