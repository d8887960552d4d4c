/**
 * What a spooled message says.
 *
 * @module
 */

import { orDash, type RowText } from "../row/text.ts";
import { JSON_MESSAGE_TEXTS } from "./json_message.ts";

/** Where the time of a spooled message comes from. */
export type PendingClock = "ts" | "message.timestamp";

/** Words that waited for the session database when the program stopped. */
export const pendingInput: RowText<{ words: string | null; clock: PendingClock }> = {
  means: "A message was put aside at this time because the session database did not take it",
  example: { words: "and restart the web server", clock: "ts" },
  says: ({ words, clock }) =>
    `input without a message row: ${orDash(words)} (from pending_messages, ${clock})`,
};

/** All that this store can say: a transcript put aside whole says what any message says. */
export const PENDING_MESSAGES_TEXTS = { pendingInput, ...JSON_MESSAGE_TEXTS };
