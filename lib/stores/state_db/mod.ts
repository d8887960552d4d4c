/**
 * The reader of state.db, the store of record of every front end.
 *
 * Rests on hermes_state.py, hermes_state_common.py and their siblings of the
 * vendor, schemas 1 to 32: columns are taken where they exist, never by version.
 *
 * @module
 */

import { openDatabase } from "../../evidence/database.ts";
import { EvidenceError } from "../../evidence/errors.ts";
import type { EvidenceFile } from "../../evidence/file.ts";
import type { OpenPages } from "../../evidence/page_rows.ts";
import type { OlderLikeness } from "../../evidence/same_pages.ts";
import { olderTableLikeness, type TablePages } from "../../evidence/table_likeness.ts";
import type { Row } from "../../row/row.ts";
import type { ReadOptions, StoreReader, Told, Unchanged } from "../reader.ts";
import { messagesBeside } from "./beside.ts";
import { databaseFacts } from "./database_facts.ts";
import type { AnyPart } from "./part.ts";
import { COPY_PARTS, PARTS } from "./parts.ts";
import { recordsOf } from "./records.ts";
import { headed } from "./headed.ts";
import { messages } from "./messages.ts";
import { prepareState, type State } from "./state.ts";
import { rowsByTime } from "./time_order.ts";
import { Troubles } from "./troubles.ts";

export { startsCronSession } from "./texts.ts";

/** The live state.db. */
export const stateDb: StoreReader = {
  id: "state_db",
  read: (file, options) => withDatabase(file, options, (open) => stateRows(open, PARTS)),
  readByTime: (file, options) =>
    withDatabase(file, options, (open) => stateRowsByTime(open, PARTS)),
};

/** The rows of an older copy in stored order: the same, but for what only the live store can say. */
export function copyRows(file: EvidenceFile, options: ReadOptions): Generator<Told> {
  return withDatabase(file, options, (open) => stateRows(open, COPY_PARTS));
}

/** The same by time, with the row that names the copy. */
export function copyRowsByTime(
  file: EvidenceFile,
  options: ReadOptions,
  header: Row,
): Generator<Told> {
  return headed(header, withDatabase(file, options, (open) => stateRowsByTime(open, COPY_PARTS)));
}

/** The same, but for messages that the live store has alike. */
export function copyRowsBeside(
  file: EvidenceFile,
  options: ReadOptions,
  live: TablePages,
): Generator<Told | Unchanged> {
  return withDatabase(file, options, (open) => {
    const { db, withoutWal } = open;
    const table = db.tables.get(messages.table);
    const likeness = table === undefined
      ? null
      : olderTableLikeness({ file, facts: db.facts, withoutWal, table }, live);
    return likeness === null ? stateRows(open, COPY_PARTS) : stateRowsBeside(open, likeness);
  });
}

function* withDatabase<Item>(
  file: EvidenceFile,
  options: ReadOptions,
  tell: (open: OpenPages) => Iterable<Item>,
): Generator<Item> {
  const db = openDatabase(file, options);
  try {
    options.onDatabase?.(databaseFacts(db));
    yield* tell({ db, file, withoutWal: options.withoutWal });
    if (!db.unchanged()) {
      throw new EvidenceError("changed", file.path, "Changed while it was read in place");
    }
  } finally {
    db.close();
  }
}

function* stateRows(open: OpenPages, parts: readonly AnyPart[]): Generator<Told> {
  const state = prepareState(open.db, open);
  const troubles = new Troubles(state);
  for (const part of parts) yield* partRows(part, { state, troubles });
  yield* troubles.tell(parts);
}

function* stateRowsBeside(
  open: OpenPages,
  likeness: OlderLikeness,
): Generator<Told | Unchanged> {
  const state = prepareState(open.db, open);
  const troubles = new Troubles(state);
  for (const part of COPY_PARTS) {
    if (part === messages) yield* messagesBeside({ state, troubles, likeness });
    else yield* partRows(part, { state, troubles });
  }
  yield* troubles.tell(COPY_PARTS);
}

function* partRows(
  part: AnyPart,
  { state, troubles }: { readonly state: State; readonly troubles: Troubles },
): Generator<Told> {
  for (const cells of recordsOf(part, state)) {
    yield* troubles.rowsOf(part, cells);
  }
}

function* stateRowsByTime(open: OpenPages, parts: readonly AnyPart[]): Generator<Told> {
  const state = prepareState(open.db, open);
  const troubles = new Troubles(state);
  yield* rowsByTime(parts, state, troubles);
  yield* troubles.tell(parts);
}
