/**
 * What a diverted message says beside its words: nothing of its own, all that
 * any store of messages can say.
 *
 * @module
 */

export { JSON_MESSAGE_TEXTS as DIVERT_TEXTS } from "./json_message.ts";
