/**
 * The deletion fences of a database, by session.
 *
 * Rests on hermes_state_mutation_retirement.py of the vendor: they outlive the
 * rows; a sweep's expires after 7 days, and older builds write none.
 *
 * @module
 */

import type { Database } from "../evidence/database.ts";
import { formatMicros } from "../row/time.ts";
import type { Micros } from "../row/row.ts";
import { isTrouble } from "../row/trouble.ts";
import { deletions } from "../stores/state_db/deletions.ts";
import { recordsOf } from "../stores/state_db/records.ts";
import { sessionDeleted } from "../stores/state_db/texts.ts";
import type { DatabaseRef } from "./database_ref.ts";
import { lightState } from "./light_state.ts";

/** What a fence says. */
export interface Tombstone {
  readonly time: Micros | null;
  /** Removed by a sweep, not by a person. */
  readonly sweep: boolean;
}

/** The fences of a database. */
export function readTombstones(db: Database): Map<string, Tombstone> {
  const found = new Map<string, Tombstone>();
  const state = lightState(db);
  for (const cells of recordsOf(deletions, state)) {
    for (const row of deletions.told(cells as never, state)) {
      if (isTrouble(row) || row.sessionId === null) continue;
      const sweep = row.text === sessionDeleted.says({ id: row.sessionId, sweep: true });
      found.set(row.sessionId, { time: row.time, sweep });
    }
  }
  return found;
}

/** The best tombstone of a session: a time counts more than none, the first database first. */
export function bestTombstone(
  databases: readonly { readonly glimpse: { readonly tombstones: Tombstones } }[],
  id: string,
): Tombstone | null {
  const found = databases.flatMap(({ glimpse }) => glimpse.tombstones.get(id) ?? []);
  return found.find(({ time }) => time !== null) ?? found[0] ?? null;
}

type Tombstones = ReadonlyMap<string, Tombstone>;

/** How it is known that a session is gone. */
export function goneReason(tombstone: Tombstone | null): string {
  if (tombstone === null) return "no tombstone: older build, pruned, or store replaced";
  if (tombstone.time === null) return "tombstone without a time";
  const time = formatMicros(tombstone.time);
  return tombstone.sweep ? `swept (tombstone expires, ${time})` : `deleted (tombstone, ${time})`;
}

/** A stamp in whole seconds is that much older than what was copied. */
const STAMP = 2_000_000;

/**
 * Why a tombstone does not tell when a session went that an older database
 * still had; null when it may. Nobody renews a tombstone.
 */
export function outlivedBy(
  tombstone: Tombstone | null,
  holder: Pick<DatabaseRef, "label" | "time"> | null,
): string | null {
  if (tombstone?.time == null || holder?.time == null) return null;
  if (tombstone.time + STAMP >= holder.time) return null;
  return `its tombstone is older than ${holder.label}, which has the session: ` +
    "it was there again, or a clock was wrong";
}
