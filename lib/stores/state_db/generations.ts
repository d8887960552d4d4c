/**
 * Chats that ever had a conversation.
 *
 * Rests on hermes_state_common.py of the vendor: one record per routing peer,
 * never deleted, so it names chats whose sessions are gone. It has no time.
 *
 * @module
 */

import { text } from "../../evidence/columns.ts";
import { systemRow } from "../../row/row.ts";
import type { Told } from "../reader.ts";
import { part } from "./part.ts";
import { relayPeer } from "./texts.ts";

/** One part of state.db: the conversation_generations table. */
export const generations = part({
  table: "conversation_generations",
  columns: [text("source"), text("session_key"), text("generation")],
  *told([line, source, sessionKey, generation]): Generator<Told> {
    yield systemRow(relayPeer.says({ source, sessionKey, generation }), { line });
  },
});
