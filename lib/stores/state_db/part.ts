/**
 * What a part of the state.db reader is: one table, and what its records tell.
 *
 * @module
 */

import type { Cells, Column, Filter } from "../../evidence/columns.ts";
import type { Told } from "../reader.ts";
import type { State } from "./state.ts";

/**
 * One topic of state.db. Given a record and the prepared {@linkcode State}, a
 * part tells its rows: always the same ones, so that a record can be read again
 * when its time comes.
 */
export interface Part<C extends readonly Column[] = readonly Column[]> {
  /** Lower-case name of the table. */
  readonly table: string;
  readonly columns: C;
  /** Which records; null when a column it needs does not exist, so that there are none. */
  filter?(state: State): Filter | null;
  /** The rows of one record, in the order of the output contract, troubles last. */
  told(cells: Cells<C>, state: State): Iterable<Told>;
}

/** A part as the list of parts holds it: whatever its columns are. */
// deno-lint-ignore no-explicit-any -- a list of parts with different columns has no common column type
export type AnyPart = Part<any>;

/** Lets a part's columns be inferred from its literal. */
export function part<const C extends readonly Column[]>(it: Part<C>): Part<C> {
  return it;
}
