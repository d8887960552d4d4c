/**
 * The rows of an older copy by time, with the row that names the copy among them.
 *
 * @module
 */

import type { Row } from "../../row/row.ts";
import { isTrouble } from "../../row/trouble.ts";
import type { Told } from "../reader.ts";

/**
 * The header stands before the rows of its time, and also when there are none
 * because of a fault.
 *
 * @param rows By time, those without one after the others, troubles last
 */
export function* headed(header: Row, rows: Iterable<Told>): Generator<Told> {
  let isDue = true;
  try {
    for (const item of rows) {
      if (isDue && timeOf(header) <= timeOf(item)) {
        isDue = false;
        yield header;
      }
      yield item;
    }
  } catch (error) {
    if (isDue) yield header;
    throw error;
  }
  if (isDue) yield header;
}

function timeOf(item: Told): number {
  return isTrouble(item) ? Infinity : item.time ?? Infinity;
}
