/**
 * What a state.db says of itself: its schema, and what of it we do not know.
 *
 * @module
 */

import { type Database, value } from "../../evidence/database.ts";
import type { DatabaseFacts } from "../reader.ts";
import { KNOWN_SCHEMA } from "./known_schema.ts";
import { messages } from "./messages.ts";

/** The facts of an open database. */
export function databaseFacts(db: Database): DatabaseFacts {
  return {
    image: db.facts,
    schemaVersion: schemaVersion(db),
    unknown: unknownParts(db),
    messages: db.tables.get(messages.table) ?? null,
  };
}

/** The recorded version; two histories share some numbers, so nothing is decided by it. */
function schemaVersion(db: Database): number | null {
  for (const [, version] of db.rows("schema_version", [value("version")])) {
    if (typeof version === "number") return version;
  }
  return null;
}

/** Search indexes keep their own tables; they are indexes of what we read, not evidence. */
const INDEX_TABLE = /^messages_fts/;

function unknownParts(db: Database): string[] {
  const unknown: string[] = [];
  for (const [name, table] of db.tables) {
    if (INDEX_TABLE.test(name)) continue;
    const known = KNOWN_SCHEMA.get(name);
    if (known === undefined) unknown.push(name);
    else if (known !== null) {
      for (const column of table.columns.keys()) {
        if (!known.has(column)) unknown.push(`${name}.${column}`);
      }
    }
  }
  return unknown.sort();
}
