/**
 * Columns that hold a JSON object as text.
 *
 * @module
 */

import { isObject, type JsonObject, parseJson } from "../../evidence/json.ts";
import type { Key } from "../../evidence/columns.ts";
import { type Place, type Reason, recordTrouble, type Trouble } from "../../row/trouble.ts";

/** A decoded column: the object, or null with the reason when there should be one. */
export interface JsonColumn {
  readonly object: JsonObject | null;
  readonly reason: Reason | null;
}

const ABSENT: JsonColumn = { object: null, reason: null };

/** Decodes a stored JSON object; NULL and the empty text are absent, not bad. */
export function jsonColumn(stored: string | null): JsonColumn {
  if (stored === null || stored === "") return ABSENT;
  const value = parseJson(stored);
  if (value === undefined) return { object: null, reason: "not valid JSON" };
  if (!isObject(value)) return { object: null, reason: "not an object" };
  return { object: value, reason: null };
}

/** The error row of a JSON column that does not decode; nothing when it does. */
export function* columnTrouble(
  column: JsonColumn,
  at: { key: Key; name: string; stored: string | null } & Place,
): Generator<Trouble> {
  if (column.reason === null) return;
  const { key, name, stored, ...place } = at;
  yield recordTrouble(key, `${name}: ${column.reason}`, {
    ...place,
    line: key,
    value: stored ?? "",
  });
}
