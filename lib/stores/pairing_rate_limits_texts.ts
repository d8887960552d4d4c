/**
 * What the pairing rate limits say.
 *
 * @module
 */

import { orDash, type RowText } from "../row/text.ts";

/** A chat user who asked to be paired. */
export const pairingAsked: RowText<{ peer: string }> = {
  means: "This user of a chat platform asked for a pairing code, last at this time",
  example: { peer: "discord:88213" },
  says: ({ peer }) => `pairing asked: ${orDash(peer)}`,
};
