/**
 * Which models a session's main loop used, from `session_model_usage`.
 *
 * Rests on hermes_state_usage.py of the vendor: one record per session, model
 * and provider; records with a task are auxiliary calls.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { type Database, type Key, type SqlValue, text, value } from "../../evidence/database.ts";
import { compareCodePoints } from "../../row/order.ts";

/** One model of a session. */
export interface ModelUse {
  readonly key: Key;
  readonly model: string | null;
  readonly provider: string | null;
  /** Epoch seconds as stored. */
  readonly firstSeen: SqlValue;
}

/** The main loop's models by session, in the order first used. */
export function readModelUse(db: Database): Map<string, ModelUse[]> {
  const bySession = new Map<string, ModelUse[]>();
  const rows = db.rows("session_model_usage", [
    text("session_id"),
    text("model"),
    text("billing_provider"),
    text("task"),
    value("first_seen"),
  ]);
  for (const [key, sessionId, model, provider, task, firstSeen] of rows) {
    if (task || sessionId === null) continue;
    const use = { key, model, provider, firstSeen };
    const uses = bySession.get(sessionId);
    if (uses === undefined) bySession.set(sessionId, [use]);
    else uses.push(use);
  }
  for (const uses of bySession.values()) uses.sort(byFirstSeen);
  return bySession;
}

/**
 * SQLite's own order: NULL, then numbers, texts, blobs; equal ones stay in stored order.
 *
 * Rests on https://www.sqlite.org/datatype3.html#comparison_expressions
 */
function byFirstSeen({ firstSeen: a }: ModelUse, { firstSeen: b }: ModelUse): number {
  if (typeof a === "string" && typeof b === "string") return compareCodePoints(a, b);
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b);
  if (isNumber(a) && isNumber(b)) return a < b ? -1 : a > b ? 1 : 0;
  return rank(a) - rank(b);
}

function isNumber(stored: SqlValue): stored is number | bigint {
  return typeof stored === "number" || typeof stored === "bigint";
}

function rank(stored: SqlValue): number {
  if (stored === null) return 0;
  if (isNumber(stored)) return 1;
  return typeof stored === "string" ? 2 : 3;
}
