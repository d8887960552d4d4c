/**
 * As much of a prepared state.db as the parts need that diff reads: sessions
 * by id, and whose an admission was. The messages are not looked at.
 *
 * @module
 */

import { type Database, text } from "../evidence/database.ts";
import { admissionsOf } from "../stores/state_db/admission_match.ts";
import { NO_LINKS } from "../stores/state_db/message_links.ts";
import type { SessionFacts, State } from "../stores/state_db/state.ts";
import { SESSIONS } from "./session_fields.ts";

/** Prepares a database for {@linkcode recordsOf} of its small parts. */
export function lightState(db: Database): State {
  return {
    db,
    sessions: readSessions(db),
    localPolicies: new Set(),
    modelUse: new Map(),
    links: NO_LINKS,
    admissions: admissionsOf(db, () => NO_LINKS.superseded),
    roomNames: new Map(),
  };
}

function readSessions(db: Database): Map<string, SessionFacts> {
  const sessions = new Map<string, SessionFacts>();
  for (const [, id] of db.rows(SESSIONS, [text("id")])) {
    if (id !== null) sessions.set(id, NOTHING_KNOWN);
  }
  return sessions;
}

const NOTHING_KNOWN: SessionFacts = {
  source: null,
  endReason: null,
  projectPath: null,
  gitBranch: null,
  model: null,
  untypedSource: null,
};
