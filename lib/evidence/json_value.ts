/**
 * A JSON value as it was stored: objects in stored order, number tokens kept
 * where JavaScript would round them or print them differently.
 *
 * @module
 */

/** A JSON value. */
export type Json = null | boolean | string | number | JsonNumber | readonly Json[] | JsonObject;

/** An object in stored key order; a repeated key keeps its first place and its last value. */
export type JsonObject = ReadonlyMap<string, Json>;

/** A number that JavaScript would print differently from the token in the text. */
export class JsonNumber {
  /** @param token The number as it stands in the text */
  constructor(readonly token: string) {}
}

/** Whether the value is an object. */
export function isObject(value: Json | undefined): value is JsonObject {
  return value instanceof Map;
}

/** Whether the value is a list. */
export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** The object's field; undefined when there is none, or when the value is no object. */
export function field(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) ? value.get(name) : undefined;
}
