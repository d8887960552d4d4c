/**
 * Sessions that a live store says were deleted.
 *
 * Rests on hermes_state_mutation_retirement.py of the vendor.
 *
 * @module
 */

import { type Database, text } from "../../evidence/database.ts";
import { field, parseJson } from "../../evidence/json.ts";
import type { Micros } from "../../row/row.ts";
import { keysUnder, RETIRED_SESSION } from "../../stores/state_db/meta_keys.ts";
import { epochTime } from "../../stores/stored_time.ts";

/** When each deleted session was deleted; null where the marker does not tell. */
export function readTombstones(db: Database): Map<string, Micros | null> {
  const deleted = new Map<string, Micros | null>();
  const filter = keysUnder(db, RETIRED_SESSION);
  if (filter === null) return deleted;
  for (const [, key, stored] of db.rows("state_meta", [text("key"), text("value")], filter)) {
    if (!key?.startsWith(RETIRED_SESSION)) continue;
    const at = field(parseJson(stored ?? ""), "retired_at");
    deleted.set(key.slice(RETIRED_SESSION.length), epochTime(at).time);
  }
  return deleted;
}
