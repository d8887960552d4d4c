/**
 * Every sentence that a state.db can give, and those that an older copy can.
 *
 * @module
 */

import { MESSAGE_TEXTS } from "../chat_message.ts";
import { decisionApproved, decisionBlocked, decisionPending } from "../permission_decision.ts";
import * as sentences from "./texts.ts";

const { startsCronSession: _, admittedInput, ...ofAnyCopy } = sentences;

/** What an older copy can say: all but what only the live store knows. */
export const COPY_TEXTS = {
  ...ofAnyCopy,
  ...MESSAGE_TEXTS,
  decisionApproved,
  decisionBlocked,
  decisionPending,
};

/** What the live state.db can say. */
export const STATE_DB_TEXTS = { admittedInput, ...COPY_TEXTS };
