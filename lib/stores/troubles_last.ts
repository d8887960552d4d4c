/**
 * The order in which a file's rows and its error rows come.
 *
 * @module
 */

import { isTrouble, type Trouble } from "../row/trouble.ts";
import type { Told } from "./reader.ts";

/** Troubles held while the rows are read; beyond them the file is read a second time. */
const MOST_HELD = 1000;

/**
 * Rows first, then the troubles, each in the order met. Memory stays bounded
 * whatever the file holds: past {@linkcode MOST_HELD} troubles the rest comes
 * from a second reading.
 *
 * @param read Reads the whole file from its beginning, the same each time
 */
export function* troublesLast(read: () => Iterable<Told>): Generator<Told> {
  const held: Trouble[] = [];
  let met = 0;
  for (const told of read()) {
    if (!isTrouble(told)) yield told;
    else if (met++ < MOST_HELD) held.push(told);
  }
  yield* held;
  if (met <= MOST_HELD) return;
  let passed = 0;
  for (const told of read()) {
    if (isTrouble(told) && passed++ >= MOST_HELD) yield told;
  }
}
