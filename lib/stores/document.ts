/**
 * Stores that are one document: read whole, judged whole.
 *
 * @module
 */

import type { EvidenceFile } from "../evidence/file.ts";
import { isList, isObject, type Json, type JsonObject, parseJson } from "../evidence/json.ts";
import { decodeText, withoutBom } from "../evidence/lines.ts";
import { fileTrouble, type Trouble } from "../row/trouble.ts";

/** Largest document read, in bytes; a larger one is told as one whole-file row. */
export const LARGEST_DOCUMENT = 256 * 1024 * 1024;

/** What a document's outermost value may be. */
export interface Shapes {
  readonly list: readonly Json[];
  readonly object: JsonObject;
}

/** A document that decoded, or what is wrong with the whole file. */
export type Document<Value> = { readonly value: Value } | { readonly trouble: Trouble };

/**
 * The file as text, without a byte order mark.
 *
 * @throws {EvidenceError} `unreadable` when the system refuses
 */
export function textDocument(file: EvidenceFile): Document<string> {
  if (file.size > LARGEST_DOCUMENT) return { trouble: fileTrouble("cannot be read") };
  return { value: decodeText(withoutBom(file.read(0, file.size))) };
}

/**
 * The file as JSON whose outermost value is a list or an object.
 *
 * @throws {EvidenceError} `unreadable` when the system refuses
 */
export function jsonDocument<Shape extends keyof Shapes>(
  file: EvidenceFile,
  shape: Shape,
): Document<Shapes[Shape]> {
  const text = textDocument(file);
  if ("trouble" in text) return text;
  const value = parseJson(text.value);
  if (value === undefined) return { trouble: fileTrouble("not valid JSON") };
  const fits = shape === "list" ? isList(value) : isObject(value);
  if (!fits) return { trouble: fileTrouble(shape === "list" ? "not a list" : "not an object") };
  return { value: value as Shapes[Shape] };
}
