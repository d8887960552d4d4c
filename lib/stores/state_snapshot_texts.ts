/**
 * The sentences that only a snapshot of state.db can give.
 *
 * @module
 */

import type { RowText } from "../row/text.ts";

/** The row before a snapshot's own rows. */
export const stateSnapshot: RowText<{ id: string }> = {
  means: "A whole older state.db begins here: what it holds was there at that time",
  example: { id: "20261029-100244-before-refactor" },
  says: ({ id }) => `state snapshot ${id}: older copy of state.db`,
};
