/**
 * Values of two databases beside each other, as text.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import type { SqlValue } from "../evidence/database.ts";
import { storedValue } from "../row/trouble.ts";
import type { FieldChange } from "./change.ts";

/** A stored value as text: numbers as JavaScript prints them, blobs as `x'0a1b'`; null for NULL. */
export function shownValue(stored: SqlValue): string | null {
  if (stored === null) return null;
  const isBlob = stored instanceof Uint8Array;
  return storedValue(isBlob ? `x'${Buffer.from(stored).toString("hex")}'` : String(stored));
}

/** The fields that differ, in the order of their names' list. */
export function fieldChanges(
  names: readonly string[],
  cells: { readonly before: readonly unknown[]; readonly after: readonly unknown[] },
): FieldChange[] {
  return names.flatMap((name, at): FieldChange[] => {
    const before = (cells.before[at] ?? null) as SqlValue;
    const after = (cells.after[at] ?? null) as SqlValue;
    if (plainValue(before) === plainValue(after)) return [];
    return [{ name, before: shownValue(before), after: shownValue(after) }];
  });
}

/** One string for a value, which no other value has. */
export function plainValue(stored: SqlValue): string {
  if (stored instanceof Uint8Array) return `blob ${Buffer.from(stored).toString("hex")}`;
  const type = typeof stored === "bigint" ? "number" : typeof stored;
  return `${type} ${stored}`;
}
