/**
 * JSON as evidence: read and printed without losing order, digits or depth.
 *
 * @module
 */

export { field, isList, isObject, type Json, JsonNumber, type JsonObject } from "./json_value.ts";
export { parseJson } from "./json_parse.ts";
export { compactJson, textOf } from "./json_print.ts";
