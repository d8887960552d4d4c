/**
 * A message's content: plain text, or a list of OpenAI chat-completions parts.
 *
 * Rests on agent/session_persistence.py and agent/image_routing.py of the vendor:
 * a list is stored as TEXT that begins with NUL and `json:`.
 *
 * @module
 */

import {
  compactJson,
  field,
  isList,
  isObject,
  type Json,
  parseJson,
  textOf,
} from "../evidence/json.ts";

const LIST_PREFIX = "\0json:";
const IMAGE_TYPES: ReadonlySet<Json | undefined> = new Set(["image_url", "image", "input_image"]);

/**
 * The words of a stored content value. What does not decode after the list
 * prefix is shown as it stands, without the prefix; nothing becomes empty.
 */
export function storedContentText(stored: string | null): string | null {
  if (stored === null || !stored.startsWith(LIST_PREFIX)) return stored;
  const rest = stored.slice(LIST_PREFIX.length);
  const value = parseJson(rest);
  return value === undefined ? rest : contentText(value);
}

/** The words of a content value that is already decoded; null when it is absent. */
export function contentText(content: Json | undefined): string | null {
  if (content === undefined || content === null) return null;
  if (!isList(content)) return textOf(content);
  return content.map(partText).join("\n");
}

function partText(part: Json): string {
  if (typeof part === "string") return part;
  if (isObject(part)) {
    const type = field(part, "type");
    const words = field(part, "text");
    if (type === "text" && typeof words === "string") return words;
    if (IMAGE_TYPES.has(type)) return "[image]";
  }
  return compactJson(part);
}
