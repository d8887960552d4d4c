/**
 * System prompts: what a session's model was told before the first message.
 *
 * Rests on hermes_state_common.py of the vendor: `sessions.system_prompt`, or
 * since schema 25 the record of `system_prompts` that a hash names.
 *
 * @module
 */

import { type Database, text } from "../../evidence/database.ts";
import type { Document } from "./document.ts";

/** The role that a system prompt is searched under. */
export const PROMPT_ROLE = "system_prompt";

/** Finds the prompt that a session's columns name: its own text, else that of its hash. */
export function promptResolver(
  db: Database,
): (own: string | null, hash: string | null) => string | null {
  const byHash = new Map<string, string>();
  for (const [, hash, prompt] of db.rows("system_prompts", [text("hash"), text("prompt")])) {
    if (hash !== null && prompt !== null) byHash.set(hash, prompt);
  }
  return (own, hash) => own || (hash === null ? null : byHash.get(hash) ?? null) || own;
}

/** The system prompt of each session that has one, in stored order. */
export function* promptDocuments(db: Database): Generator<Document> {
  const resolve = promptResolver(db);
  const columns = [text("id"), text("system_prompt"), text("system_prompt_hash")] as const;
  for (const [, sessionId, own, hash] of db.rows("sessions", columns)) {
    const prompt = resolve(own, hash);
    if (prompt) yield { ...NO_MESSAGE, sessionId, fields: [prompt] };
  }
}

const NO_MESSAGE: Document = {
  line: null,
  sessionId: null,
  role: PROMPT_ROLE,
  timestamp: null,
  toolName: null,
  fields: [],
  notes: [],
};
