/**
 * The reader of state.db, the store of record of every front end.
 *
 * Rests on hermes_state.py, hermes_state_common.py and their siblings of the
 * vendor, schemas 1 to 32: columns are taken where they exist, never by version.
 *
 * @module
 */

import { type Database, openDatabase } from "../../evidence/database.ts";
import { EvidenceError } from "../../evidence/errors.ts";
import type { EvidenceFile } from "../../evidence/file.ts";
import { isTrouble } from "../../row/trouble.ts";
import type { ReadOptions, StoreReader, Told } from "../reader.ts";
import { databaseFacts } from "./database_facts.ts";
import type { AnyPart } from "./part.ts";
import { COPY_PARTS, PARTS } from "./parts.ts";
import { recordsOf } from "./records.ts";
import { prepareState } from "./state.ts";
import { rowsByTime } from "./time_order.ts";
import { Troubles } from "./troubles.ts";

export { startsCronSession } from "./texts.ts";

/** The live state.db. */
export const stateDb: StoreReader = {
  id: "state_db",
  read: (file, options) => withDatabase(file, options, (db) => stateRows(db, PARTS)),
  readByTime: (file, options) => withDatabase(file, options, (db) => stateRowsByTime(db, PARTS)),
};

/** The rows of an older copy in stored order: the same, but for what only the live store can say. */
export function copyRows(file: EvidenceFile, options: ReadOptions): Generator<Told> {
  return withDatabase(file, options, (db) => stateRows(db, COPY_PARTS));
}

function* withDatabase(
  file: EvidenceFile,
  options: ReadOptions,
  tell: (db: Database) => Iterable<Told>,
): Generator<Told> {
  const db = openDatabase(file, options);
  try {
    options.onDatabase?.(databaseFacts(db));
    yield* tell(db);
    if (!db.unchanged()) {
      throw new EvidenceError("changed", file.path, "Changed while it was read in place");
    }
  } finally {
    db.close();
  }
}

function* stateRows(db: Database, parts: readonly AnyPart[]): Generator<Told> {
  const state = prepareState(db);
  const troubles = new Troubles(state);
  for (const part of parts) {
    for (const cells of recordsOf(part, state)) {
      for (const item of part.told(cells, state)) {
        if (isTrouble(item)) troubles.note(part, cells);
        else yield item;
      }
    }
  }
  yield* troubles.tell(parts);
}

function* stateRowsByTime(db: Database, parts: readonly AnyPart[]): Generator<Told> {
  const state = prepareState(db);
  const troubles = new Troubles(state);
  yield* rowsByTime(parts, state, troubles);
  yield* troubles.tell(parts);
}
