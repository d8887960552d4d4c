/**
 * What the paste list says.
 *
 * @module
 */

import { orDash, type RowText } from "../row/text.ts";

/** A debug report that went to a public paste service. */
export const reportUploaded: RowText<{ url: string }> = {
  means: "A debug report (logs, settings) was uploaded to a public paste service at this time",
  example: { url: "https://paste.rs/Xq3vT" },
  says: ({ url }) =>
    `debug report uploaded: ${orDash(url)} (from pastes/pending.json, expire_at minus 6 hours)`,
};
