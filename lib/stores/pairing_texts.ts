/**
 * What the list of approved chat users says.
 *
 * @module
 */

import { type Maybe, orDash, type RowText } from "../row/text.ts";

/** A chat user who may drive the agent. */
export const pairingApproved: RowText<
  { platform: Maybe; userId: string; userName: Maybe; file: string }
> = {
  means: "This user of the chat platform was allowed to drive the agent from this time on",
  example: {
    platform: "discord",
    userId: "88213",
    userName: "ops_kim",
    file: "pairing/discord-approved.json",
  },
  says: ({ platform, userId, userName, file }) =>
    `permission setting: pairing.${orDash(platform)}.${orDash(userId)} user_name=${
      orDash(userName)
    } (from ${file}, approved_at)`,
};
