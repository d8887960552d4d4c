/**
 * A session as a list shows it.
 *
 * @module
 */

import type { Source } from "../../parse/mod.ts";
import type { Micros } from "../../row/row.ts";
import { trustedMicros } from "../../row/time.ts";
import type { Activity } from "./activity.ts";
import type { Parentage } from "./link.ts";
import type { SessionRow } from "./session_row.ts";

/** One session of one home. */
export interface ListedSession extends Parentage {
  /** Null for messages that name no session. */
  readonly id: string | null;
  /** The file it is taken from: the live store, else its newest copy that has it. */
  readonly file: Source;
  /** Null when only messages are left of it. */
  readonly row: SessionRow | null;
  readonly activity: Activity;
  readonly preview: string;
  /** Other files that hold it. */
  readonly copies: number;
  /** When it was deleted, as far as a marker of the live store tells. */
  readonly deleted: { readonly at: Micros | null } | null;
}

/** When it began: as recorded, else with the first of its messages. */
export function startOf({ row, activity }: Pick<ListedSession, "row" | "activity">): Micros | null {
  return row === null ? activity.first : trustedMicros(row.started_at);
}

/** When it was last active: with the last of its messages, else when it began. */
export function lastActive(session: Pick<ListedSession, "row" | "activity">): Micros | null {
  return session.activity.last ?? startOf(session);
}
