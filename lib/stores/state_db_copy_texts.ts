/**
 * The sentences that only a copy of state.db can give.
 *
 * @module
 */

import type { RowText } from "../row/text.ts";

/** The row before a copy's own rows. */
export const stateDatabaseCopy: RowText<{ name: string }> = {
  means: "An older state.db that the program set aside begins here",
  example: { name: "state.db.retired-wal-20261029-093000-4242" },
  says: ({ name }) => `state database copy ${name}: older copy of state.db`,
};
