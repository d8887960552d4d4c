/**
 * The records of a part.
 *
 * @module
 */

import type { Cells, Column } from "../../evidence/columns.ts";
import type { AnyPart } from "./part.ts";
import type { State } from "./state.ts";

/** A part's records in stored order; none where its table or filter has none. */
export function* recordsOf(part: AnyPart, state: State): Generator<Cells<readonly Column[]>> {
  const filter = part.filter?.(state);
  if (filter === null) return;
  yield* state.db.rows(part.table, part.columns, filter) as Generator<Cells<readonly Column[]>>;
}
