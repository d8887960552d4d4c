/**
 * Keys of the `state_meta` table, which are paths of a kind.
 *
 * @module
 */

import type { Database, Filter } from "../../evidence/database.ts";

/**
 * Before the id of a deleted session: the marker that its delete leaves.
 *
 * hermes_state_mutation_retirement.py of the vendor.
 */
export const RETIRED_SESSION = "gateway.retired_session.v1.";

/**
 * The records whose key begins with a prefix; null when there is no such
 * column. LIKE ignores case, some builds of SQLite match no blob with it, and a
 * record without a rowid is numbered by its position among all others: so the
 * reader of the rows looks at the key again.
 */
export function keysUnder(db: Database, prefix: string): Filter | null {
  if (!db.has("state_meta", "key")) return null;
  if (db.tables.get("state_meta")?.rowid === null) return { where: "1" };
  const literal = prefix.replaceAll(/[\\%_]/g, "\\$&");
  return { where: `CAST(key AS TEXT) LIKE ? ESCAPE '\\'`, params: [`${literal}%`] };
}
