/**
 * How a session hangs on another one.
 *
 * Rests on hermes_state_sessions.py of the vendor: compression splits a session
 * and continues it in a child, a branch copies it, a delegation starts a
 * subagent's. `model_config` keeps the other session's id when a delete of the
 * parent has emptied the column.
 *
 * @module
 */

import { isObject, parseJson, textOf } from "../../evidence/json.ts";
import type { SessionRow } from "./session_row.ts";

/** What made the child. */
export type Link = "compression" | "branch" | "delegation";

/** A parent, and how it became one, where either side tells. */
export interface ParentLink {
  readonly parent: string | null;
  readonly link: Link | null;
}

/**
 * The parent of a session.
 *
 * @param endReasonOf How another session ended; null when that is not known
 */
export function parentLink(
  session: Pick<SessionRow, "source" | "model_config" | "parent_session_id">,
  endReasonOf: (id: string) => string | null,
): ParentLink {
  const marks = markers(session.model_config);
  const parent = session.parent_session_id || marks.delegated || marks.branched || null;
  if (session.source === "subagent" || marks.delegated !== null) {
    return { parent, link: "delegation" };
  }
  if (marks.branched !== null) return { parent, link: "branch" };
  if (marks.reset || parent === null) return { parent, link: null };
  const ended = endReasonOf(parent);
  if (ended === "branched") return { parent, link: "branch" };
  return { parent, link: ended === "compression" ? "compression" : null };
}

interface Markers {
  readonly delegated: string | null;
  readonly branched: string | null;
  readonly reset: boolean;
}

const NONE: Markers = { delegated: null, branched: null, reset: false };

function markers(stored: string | null): Markers {
  if (!stored?.includes("_from")) return NONE;
  const config = parseJson(stored);
  if (!isObject(config)) return NONE;
  const marker = (name: string): string | null =>
    config.has(name) ? textOf(config.get(name)) ?? "" : null;
  return {
    delegated: marker("_delegate_from"),
    branched: marker("_branched_from"),
    reset: config.has("_reset_from"),
  };
}
