/**
 * What a response_store.db says of itself.
 *
 * Rests on gateway/platforms/api_server_response_store.py of the vendor; the
 * last three tables came later and record no version either.
 *
 * @module
 */

import type { Database } from "../evidence/database.ts";
import type { DatabaseFacts } from "./reader.ts";

const KNOWN: ReadonlyMap<string, readonly string[]> = new Map([
  ["responses", ["response_id", "data", "accessed_at"]],
  ["conversations", ["name", "response_id"]],
  [
    "response_keys",
    ["request_key", "fingerprint", "created_at", "model_json", "settled_at", "response_id"],
  ],
  ["response_admissions", ["request_key", "admission_id"]],
  ["response_output_order", ["request_key", "item_id", "output_index"]],
]);

/** The facts of an open store: its image, and the tables and columns we do not know. */
export function responseStoreFacts(db: Database): DatabaseFacts {
  const unknown: string[] = [];
  for (const [name, { columns }] of db.tables) {
    const known = KNOWN.get(name);
    if (known === undefined) unknown.push(name);
    for (const column of known === undefined ? [] : columns.keys()) {
      if (!known?.includes(column)) unknown.push(`${name}.${column}`);
    }
  }
  return { image: db.facts, schemaVersion: null, unknown: unknown.sort(), messages: null };
}
