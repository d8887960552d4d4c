/**
 * The parts of state.db, in the order their rows are emitted.
 *
 * @module
 */

import { admissions } from "./admissions.ts";
import { answers } from "./answers.ts";
import { delegations } from "./delegations.ts";
import { deletions } from "./deletions.ts";
import { generations } from "./generations.ts";
import { messages } from "./messages.ts";
import type { AnyPart } from "./part.ts";
import { roomEvents, roomLinks, roomTombstones } from "./rooms.ts";
import { routing } from "./routing.ts";
import { sessions } from "./sessions.ts";

/** What a live state.db tells. */
export const PARTS: readonly AnyPart[] = [
  sessions,
  messages,
  deletions,
  answers,
  admissions,
  generations,
  roomEvents,
  roomTombstones,
  roomLinks,
  delegations,
  routing,
];

/** What an older copy tells: whether an input became a message, only the live store can say. */
export const COPY_PARTS: readonly AnyPart[] = PARTS.filter((it) => it !== admissions);

/** Tables that are read beside those of the parts; a view in their place is told too. */
export const SUPPORTING_TABLES = ["session_model_usage", "hosted_rooms"];
