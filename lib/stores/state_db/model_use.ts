/**
 * Which models a session's main loop used, from `session_model_usage`.
 *
 * Rests on hermes_state_usage.py of the vendor: one record per session, model
 * and provider; records with a task are auxiliary calls.
 *
 * @module
 */

import { type Database, type Key, type SqlValue, text, value } from "../../evidence/database.ts";

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

/** SQLite's own order: NULL first, then numbers; equal ones stay in stored order. */
function byFirstSeen(a: ModelUse, b: ModelUse): number {
  return rank(a.firstSeen) - rank(b.firstSeen) || 0;
}

function rank(stored: SqlValue): number {
  if (stored === null) return -Number.MAX_VALUE;
  const number = typeof stored === "number" || typeof stored === "bigint" ? Number(stored) : NaN;
  return Number.isFinite(number) ? number : Number.MAX_VALUE;
}
