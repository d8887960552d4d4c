/**
 * What made a session another one's child.
 *
 * Rests on hermes_state_sessions.py of the vendor: compression splits a session
 * and continues it in a child, a branch copies it, a delegation starts a
 * subagent's.
 *
 * @module
 */

import type { JsonObject } from "../../evidence/json.ts";

/** What made the child. */
export type ParentLink = "compression" | "branch" | "delegation";

/** What of a session tells its link. */
export interface LinkedSession {
  readonly source: string | null;
  /** `sessions.model_config`, decoded. */
  readonly config: JsonObject | null;
  readonly parent: string | null;
}

/**
 * How a session hangs on its parent, as far as either of them tells.
 *
 * @param endReasonOf How another session ended; null when that is not known
 */
export function parentLink(
  { source, config, parent }: LinkedSession,
  endReasonOf: (id: string) => string | null,
): ParentLink | null {
  if (source === "subagent" || config?.has("_delegate_from")) return "delegation";
  if (config?.has("_branched_from")) return "branch";
  if (config?.has("_reset_from") || parent === null) return null;
  const ended = endReasonOf(parent);
  if (ended === "branched") return "branch";
  return ended === "compression" ? "compression" : null;
}
