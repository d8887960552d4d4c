/**
 * The sessions of one database.
 *
 * @module
 */

import type { OpenPages } from "../../evidence/page_rows.ts";
import type { Source } from "../../parse/mod.ts";
import { type Activity, NO_ACTIVITY } from "./activity.ts";
import { parentOf } from "./link.ts";
import type { ListedSession } from "./listed.ts";
import { previewer } from "./preview.ts";
import { readActivity } from "./read_activity.ts";
import { type SessionRow, sessionRows } from "./session_row.ts";

/** A session of a database, before its home's other files are known. */
export type FoundSession = Omit<ListedSession, "copies" | "deleted">;

/** All sessions in stored order, then those of which only messages are left. */
export function readSessions(open: OpenPages, file: Source): FoundSession[] {
  const { db } = open;
  // the messages first: by then the loop over pages is warm
  const activity = readActivity(open);
  const rows = [...sessionRows(db)];
  const preview = previewer(db, Array.from(activity.values(), ({ prompt }) => prompt));
  const ended = new Map(rows.map((row) => [row.id, row.end_reason]));
  const found = (id: string | null, row: SessionRow | null, of: Activity): FoundSession => ({
    id,
    file,
    row,
    activity: of,
    preview: preview(of.prompt),
    ...(row === null ? NO_PARENT : parentOf(row, (id) => ended.get(id) ?? null)),
  });
  const sessions = rows.map((row) => found(row.id, row, activity.get(row.id) ?? NO_ACTIVITY));
  for (const [id, of] of activity) if (!ended.has(id)) sessions.push(found(id, null, of));
  return sessions;
}

const NO_PARENT = { parent: null, link: null };
