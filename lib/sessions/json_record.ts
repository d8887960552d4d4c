/**
 * Stored values as JSON, without losing digits or bytes.
 *
 * @module
 */

import type { SqlValue } from "../evidence/columns.ts";
import { jsonForTerminal } from "../row/escape.ts";
import { type Json, JsonNumber, type JsonObject } from "../evidence/json.ts";

/** An object with these entries, in this order. */
export function jsonObject(entries: Readonly<Record<string, Json>>): JsonObject {
  return new Map(Object.entries(entries));
}

/** A stored value: integers with all their digits, blobs as `x'0a1b'`. */
export function jsonValue(stored: SqlValue): Json {
  if (typeof stored === "bigint") return new JsonNumber(stored.toString());
  if (stored instanceof Uint8Array) return blobText(stored);
  // JSON has no word for an infinity
  return typeof stored === "number" && !Number.isFinite(stored) ? String(stored) : stored;
}

/** A flat object as JSON for a terminal: what {@linkcode jsonValue} makes of each value, at less cost. */
export function flatJson(entries: Readonly<Record<string, SqlValue | boolean>>): string {
  let text = "";
  for (const name in entries) {
    const value = entries[name] as SqlValue | boolean;
    text += `${text === "" ? "{" : ","}"${name}":${flatValue(value)}`;
  }
  return jsonForTerminal(`${text}}`);
}

function flatValue(value: SqlValue | boolean): string {
  if (typeof value === "string") return JSON.stringify(value.toWellFormed());
  if (value instanceof Uint8Array) return JSON.stringify(blobText(value));
  return typeof value === "number" && !Number.isFinite(value) ? `"${value}"` : String(value);
}

function blobText(bytes: Uint8Array): string {
  return `x'${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}'`;
}
