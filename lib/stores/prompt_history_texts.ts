/**
 * What the prompt history says beside the prompts themselves.
 *
 * @module
 */

import { orDash, type RowText } from "../row/text.ts";

/** A typed line that begins with `/`. */
export const slashCommand: RowText<{ entry: string }> = {
  means: "A command typed into the CLI or the TUI, which no session stores",
  example: { entry: "/snapshot before-refactor" },
  says: ({ entry }) => `slash command: ${orDash(entry)}`,
};
