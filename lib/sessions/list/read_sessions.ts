/**
 * The sessions of one database.
 *
 * @module
 */

import type { Database } from "../../evidence/database.ts";
import type { Source } from "../../parse/mod.ts";
import { type Activity, NO_ACTIVITY, readActivity } from "./activity.ts";
import { parentOf } from "./link.ts";
import type { ListedSession } from "./listed.ts";
import { previewer } from "./preview.ts";
import { type SessionRow, sessionRows } from "./session_row.ts";

/** A session of a database, before its home's other files are known. */
export type FoundSession = Omit<ListedSession, "copies" | "deleted">;

/** All sessions in stored order, then those of which only messages are left. */
export function readSessions(db: Database, file: Source): FoundSession[] {
  const rows = [...sessionRows(db)];
  const activity = readActivity(db);
  const preview = previewer(db);
  const ended = new Map(rows.map((row) => [row.id, row.end_reason]));
  const found = (id: string | null, row: SessionRow | null, of: Activity): FoundSession => ({
    id,
    file,
    row,
    activity: of,
    preview: preview(of.promptKey),
    ...(row === null ? NO_PARENT : parentOf(row, (id) => ended.get(id) ?? null)),
  });
  const sessions = rows.map((row) => found(row.id, row, activity.get(row.id) ?? NO_ACTIVITY));
  for (const [id, of] of activity) if (!ended.has(id)) sessions.push(found(id, null, of));
  return sessions;
}

const NO_PARENT = { parent: null, link: null };
