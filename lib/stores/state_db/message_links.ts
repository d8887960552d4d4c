/**
 * What a message's rows owe to other messages: its active twin, the model
 * before a switch, the call that a result answers. Found in one scan of small
 * columns, and looked into further only where the scan says there is something.
 *
 * @module
 */

import { type Database, type Key, text, value } from "../../evidence/database.ts";
import type { OpenPages } from "../../evidence/page_rows.ts";
import { SHELL_TOOL } from "../chat_message.ts";
import { readMarker } from "../model_switch.ts";
import { pairingId, readStoredToolCalls } from "../tool_calls.ts";
import { KeyIndex } from "./key_index.ts";
import { IS_MARKER, isNamelessResult, scanMessages } from "./message_scan.ts";
import type { ModelUse } from "./model_use.ts";
import { readSuperseded } from "./superseded.ts";

/** The links of one database. */
export interface MessageLinks {
  /** Every message that can be reached, by key, with its time. */
  readonly index: KeyIndex;
  /** Inactive messages that are copies of an active one. */
  readonly superseded: ReadonlySet<Key>;
  /** The model before each model-switch marker. */
  readonly modelBefore: ReadonlyMap<Key, string>;
  /** Session and call id (see {@linkcode callKey}) of calls of the shell tool. */
  readonly shellCalls: ReadonlySet<string>;
}

/** The links of a database without messages. */
export const NO_LINKS: MessageLinks = {
  index: new KeyIndex(),
  superseded: new Set(),
  modelBefore: new Map(),
  shellCalls: new Set(),
};

/** One string for a call of a session. */
export function callKey(sessionId: string | null, callId: string | null): string {
  return `${sessionId}\0${callId}`;
}

/** What reading the links takes. */
export interface LinkSources {
  readonly db: Database;
  /** The database's own pages; null where they are not at hand. */
  readonly pages: OpenPages | null;
  /** Names the model before a session's first marker. */
  readonly modelUse: ReadonlyMap<string, readonly ModelUse[]>;
}

/** Reads the links. */
export function readMessageLinks({ db, pages, modelUse }: LinkSources): MessageLinks {
  const { index, inactive, hasMarker, hasNamelessResult } = scanMessages(db, pages);
  const superseded = inactive.length > 0
    ? readSuperseded(db, index, inactive)
    : NO_LINKS.superseded;
  index.dropMarks();
  return {
    index,
    superseded,
    modelBefore: hasMarker ? readModelBefore(db, modelUse) : NO_LINKS.modelBefore,
    shellCalls: hasNamelessResult ? readShellCalls(db) : NO_LINKS.shellCalls,
  };
}

function readModelBefore(
  db: Database,
  modelUse: ReadonlyMap<string, readonly ModelUse[]>,
): Map<Key, string> {
  const before = new Map<Key, string>();
  const lastMarker = new Map<string | null, string>();
  const columns = [
    text("session_id"),
    text("content"),
    value("timestamp"),
    text("display_kind"),
  ] as const;
  // Without a rowid a record is numbered by its position among all others.
  const keyed = db.tables.get("messages")?.rowid !== null;
  const markers = db.rows("messages", columns, { where: keyed ? IS_MARKER : "1" });
  for (const [key, sessionId, content, stored, kind] of markers) {
    const marker = kind === "model_switch" ? readMarker(content) : null;
    if (marker === null) continue;
    const model = lastMarker.get(sessionId) ??
      lastUseBefore(modelUse.get(sessionId ?? "") ?? [], stored);
    if (model) before.set(key, model);
    lastMarker.set(sessionId, marker.model);
  }
  return before;
}

/** The last main-loop model first seen before a moment, or null. */
function lastUseBefore(uses: readonly ModelUse[], moment: unknown): string | null {
  if (typeof moment !== "number") return null;
  let last: string | null = null;
  for (const { model, firstSeen } of uses) {
    if (typeof firstSeen === "number" && firstSeen < moment) last = model;
  }
  return last;
}

function readShellCalls(db: Database): Set<string> {
  const calls = new Set<string>();
  if (!db.has("messages", "tool_calls")) return calls;
  const answered = `SELECT session_id FROM messages NOT INDEXED WHERE ${isNamelessResult(db)}`;
  // a message without a session is in no list, and its calls are answered all the same
  const where = `tool_calls IS NOT NULL AND (session_id IS NULL OR session_id IN (${answered}))`;
  const columns = [text("session_id"), text("tool_calls")] as const;
  for (const [, sessionId, stored] of db.rows("messages", columns, { where })) {
    for (const call of readStoredToolCalls(stored).calls) {
      if (call.name === SHELL_TOOL && call.id !== null) {
        calls.add(callKey(sessionId, pairingId(call.id)));
      }
    }
  }
  return calls;
}
