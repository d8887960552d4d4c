/**
 * Whose child a session is, and what made it one.
 *
 * Rests on hermes_state_sessions.py of the vendor: `model_config` keeps the other
 * session's id when a delete of the parent has emptied the column.
 *
 * @module
 */

import { isObject, type JsonObject, parseJson, textOf } from "../../evidence/json.ts";
import { type ParentLink, parentLink } from "../../stores/state_db/parent_link.ts";
import type { SessionRow } from "./session_row.ts";

/** A parent, and how it became one, where either side tells. */
export interface Parentage {
  readonly parent: string | null;
  readonly link: ParentLink | null;
}

/**
 * The parent of a session.
 *
 * @param endReasonOf How another session ended; null when that is not known
 */
export function parentOf(
  session: Pick<SessionRow, "source" | "model_config" | "parent_session_id">,
  endReasonOf: (id: string) => string | null,
): Parentage {
  const config = markersOf(session.model_config);
  const parent = session.parent_session_id || named(config, "_delegate_from") ||
    named(config, "_branched_from") || null;
  return { parent, link: parentLink({ source: session.source, config, parent }, endReasonOf) };
}

/** Most configurations name no other session, and need no decoding. */
function markersOf(stored: string | null): JsonObject | null {
  if (!stored?.includes("_from")) return null;
  const config = parseJson(stored);
  return isObject(config) ? config : null;
}

function named(config: JsonObject | null, marker: string): string | null {
  return textOf(config?.get(marker));
}
