/**
 * Stored values as JSON, without losing digits or bytes.
 *
 * @module
 */

import type { SqlValue } from "../evidence/columns.ts";
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

function blobText(bytes: Uint8Array): string {
  return `x'${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}'`;
}
