/**
 * Whether two messages of one id say the same.
 *
 * @module
 */

import { type Database, type Key, text } from "../evidence/database.ts";
import { messageRows } from "./message_rows.ts";

/** Compares the words and the calls of a message of each database. */
export function wordsComparer(
  older: Database,
  newer: Database,
): (was: Key, is: Key) => boolean {
  const before = messageRows(older, COLUMNS);
  const after = messageRows(newer, COLUMNS);
  return (was, is) => {
    const [, ...said] = before(was) ?? [was];
    const [, ...says] = after(is) ?? [is];
    return COLUMNS.every((_, at) => said[at] === says[at]);
  };
}

/** What a message says; its role, its time and its tool are told beside it. */
const COLUMNS = [text("content"), text("tool_calls")] as const;
