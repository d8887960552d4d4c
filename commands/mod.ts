/**
 * The subcommands, in the order evidence flows.
 *
 * @module
 */

import { aboutProgram, VERSION } from "./about.ts";
import { catalogCommand } from "./catalog.ts";
import type { Command, ExitCode } from "./command.ts";
import { discoverCommand } from "./discover.ts";
import { explainPathCommand } from "./explain_path.ts";
import { runCommands } from "./frame.ts";
import { parse } from "./parse.ts";

/** Every subcommand, in the order of help. */
export const COMMANDS: readonly Command[] = [
  discoverCommand,
  parse,
  explainPathCommand,
  catalogCommand,
];

/** Runs the command that the words name, and gives the exit code. */
export function runCli(words: readonly string[]): Promise<ExitCode> {
  return runCommands(COMMANDS, words, {
    name: "hermeneut",
    summary: "Read what the Hermes agent left on a machine, without changing one byte of it.",
    version: (json) => json ? JSON.stringify(aboutProgram()) : `hermeneut ${VERSION}`,
  });
}
