/**
 * What a message's rows owe to other messages: its active twin, the model
 * before a switch, the call that a result answers. Found in one scan of small
 * columns, and looked into further only where the scan says there is something.
 *
 * @module
 */

import { type Database, type Key, sql, text, value } from "../../evidence/database.ts";
import { trustedMicros } from "../../row/time.ts";
import { SHELL_TOOL } from "../chat_message.ts";
import { readMarker } from "../model_switch.ts";
import { pairingId, readStoredToolCalls } from "../tool_calls.ts";
import { KeyIndex } from "./key_index.ts";
import type { ModelUse } from "./model_use.ts";
import { IS_INACTIVE, markOf, readSuperseded, uidStartSql } from "./superseded.ts";

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

/** Reads the links; `modelUse` names the model before a session's first marker. */
export function readMessageLinks(
  db: Database,
  modelUse: ReadonlyMap<string, readonly ModelUse[]>,
): MessageLinks {
  const index = new KeyIndex();
  const inactive: number[] = [];
  let seen = 0;
  const columns = [value("timestamp"), sql(flagsSql(db)), sql(uidStartSql(db))] as const;
  for (const row of db.rows("messages", columns)) {
    if (row[2] !== null) {
      const flags = Number(row[2]);
      if (flags & INACTIVE) inactive.push(index.length);
      seen |= flags;
    }
    index.add(row[0], trustedMicros(row[1]), markOf(row[3]));
  }
  return {
    index,
    superseded: inactive.length > 0 ? readSuperseded(db, index, inactive) : NO_LINKS.superseded,
    modelBefore: seen & MARKER ? readModelBefore(db, modelUse) : NO_LINKS.modelBefore,
    shellCalls: seen & NAMELESS_RESULT ? readShellCalls(db) : NO_LINKS.shellCalls,
  };
}

const INACTIVE = 1;
const MARKER = 2;
const NAMELESS_RESULT = 4;

const IS_MARKER = "display_kind = 'model_switch'";
const IS_NAMELESS_RESULT = "role = 'tool' AND COALESCE(tool_name, '') = ''";

/** The flags of a message, or NULL for none: nearly all messages, and the cheapest value. */
function flagsSql(db: Database): string {
  const flag = (bit: number, column: string, where: string): string =>
    db.has("messages", column) ? `(CASE WHEN ${where} THEN ${bit} ELSE 0 END)` : "0";
  const nameless = db.has("messages", "tool_name") ? IS_NAMELESS_RESULT : "role = 'tool'";
  const flags = [
    flag(INACTIVE, "active", IS_INACTIVE),
    flag(MARKER, "display_kind", IS_MARKER),
    flag(NAMELESS_RESULT, "role", nameless),
  ];
  return `NULLIF(${flags.join(" + ")}, 0)`;
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
  const nameless = db.has("messages", "tool_name") ? IS_NAMELESS_RESULT : "role = 'tool'";
  const where = `tool_calls IS NOT NULL AND session_id IN ` +
    `(SELECT session_id FROM messages NOT INDEXED WHERE ${nameless})`;
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
