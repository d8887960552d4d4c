/**
 * What may repeat what, by the stores and the groups of sources alone.
 *
 * @module
 */

import type { StampedRow } from "../row/stamped.ts";
import { isTrouble } from "../row/trouble.ts";
import type { Told } from "../stores/reader.ts";
import type { PairingRule } from "./same_row.ts";
import { type Source, WHOLE_COPIES } from "./source.ts";

/** Only a secondary row repeats another one, and none of its own group. */
export function mayHoldRepeats(all: readonly Source[]): boolean {
  const sources = all.filter(({ kind }) => kind !== "settings");
  return sources.some(({ kind }) => kind === "secondary") &&
    new Set(sources.map(({ group }) => group)).size > 1;
}

/** Stores whose rows look for their twins in another way than by session. */
export const RULES: ReadonlyMap<string, PairingRule> = new Map([
  ["cron_output", "cron"],
  ["trajectory", "project"],
]);

/**
 * A file that cannot be read is its own fault, also when another file has the
 * same; and the header of an older copy, the one row of it without a line, is
 * its own, whatever a message elsewhere says.
 */
export function mayRepeat(
  told: Told,
  { source, row }: { source: Source; row: StampedRow },
): boolean {
  if (isTrouble(told)) return told.trouble === "record";
  return row.line !== null || !WHOLE_COPIES.has(source.reader.id);
}
