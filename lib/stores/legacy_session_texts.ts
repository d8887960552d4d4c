/**
 * What a legacy session file says beside its messages: nothing of its own, all
 * that any store of messages can say.
 *
 * @module
 */

export { JSON_MESSAGE_TEXTS as LEGACY_SESSION_TEXTS } from "./json_message.ts";
