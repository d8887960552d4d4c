/**
 * What the parts of a state.db need to know before the first row: the sessions
 * that messages join, and the few messages whose rows depend on others.
 *
 * @module
 */

import { type Database, text } from "../../evidence/database.ts";
import type { OpenPages } from "../../evidence/page_rows.ts";
import type { Row } from "../../row/row.ts";
import { type MessageLinks, NO_LINKS, readMessageLinks } from "./message_links.ts";
import { type ModelUse, readModelUse } from "./model_use.ts";
import { isMessagingPlatform, ranOverPlatform, readLocalPolicies } from "./platforms.ts";
import { type Admissions, admissionsOf } from "./admission_match.ts";
import { later } from "./later.ts";

/** What a session lends to its rows. */
export interface SessionFacts {
  readonly source: string | null;
  readonly endReason: string | null;
  readonly projectPath: string | null;
  readonly gitBranch: string | null;
  readonly model: string | null;
  /** The source, where nobody types into sessions of it; else null. */
  readonly untypedSource: string | null;
}

/** Everything prepared, for one database. */
export interface State {
  readonly db: Database;
  readonly sessions: ReadonlyMap<string, SessionFacts>;
  /** Sessions of the unified runtime, by the id in their creation receipt. */
  readonly localPolicies: ReadonlySet<string>;
  readonly modelUse: ReadonlyMap<string, readonly ModelUse[]>;
  readonly links: MessageLinks;
  readonly admissions: Admissions;
  /** Names of the Bot Mode rooms, by id. */
  readonly roomNames: ReadonlyMap<string, string | null>;
}

/**
 * Prepares a database; bounded by its sessions, not by its messages. What takes a
 * walk over the messages is done when somebody asks for it.
 *
 * @param pages The database's own pages; null where they are not at hand
 */
export function prepareState(db: Database, pages: OpenPages | null): State {
  const localPolicies = readLocalPolicies(db);
  const sessions = readSessions(db, localPolicies);
  const modelUse = readModelUse(db);
  const links = later(() =>
    db.tables.has("messages") ? readMessageLinks({ db, pages, modelUse }) : NO_LINKS
  );
  const roomNames = later(() => readRoomNames(db));
  return {
    db,
    sessions,
    localPolicies,
    modelUse,
    admissions: admissionsOf(db, () => links().superseded),
    get links() {
      return links();
    },
    get roomNames() {
      return roomNames();
    },
  };
}

/** The columns that a session gives to a row of its own; none when it is gone. */
export function sessionColumns(
  state: State,
  sessionId: string | null,
): Pick<Row, "sessionId" | "projectPath" | "gitBranch" | "model"> {
  const session = sessionId === null ? undefined : state.sessions.get(sessionId);
  return {
    sessionId,
    projectPath: session?.projectPath ?? null,
    gitBranch: session?.gitBranch ?? null,
    model: session?.model ?? null,
  };
}

const TYPED_SOURCES: ReadonlySet<string> = new Set(["cli", "tui", "desktop"]);

function readSessions(db: Database, localPolicies: ReadonlySet<string>): Map<string, SessionFacts> {
  const sessions = new Map<string, SessionFacts>();
  const rows = db.rows("sessions", [
    text("id"),
    text("source"),
    text("end_reason"),
    text("cwd"),
    text("git_repo_root"),
    text("git_branch"),
    text("model"),
    text("chat_id"),
    text("origin_json"),
  ]);
  for (const [, id, source, endReason, cwd, root, branch, model, chatId, originJson] of rows) {
    if (id === null) continue;
    const typed = !source || TYPED_SOURCES.has(source) || isMessagingPlatform(source) ||
      ranOverPlatform({ id, source, chatId, originJson }, localPolicies);
    sessions.set(id, {
      source,
      endReason,
      projectPath: cwd || root || null,
      gitBranch: branch || null,
      model: model || null,
      untypedSource: typed ? null : source,
    });
  }
  return sessions;
}

function readRoomNames(db: Database): Map<string, string | null> {
  const names = new Map<string, string | null>();
  for (const [, id, name] of db.rows("hosted_rooms", [text("room_id"), text("name")])) {
    if (id !== null) names.set(id, name);
  }
  return names;
}
