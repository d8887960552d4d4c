/**
 * The subcommands, in the order evidence flows.
 *
 * Only what a call needs is loaded: on a suspect host the program starts often,
 * and `--version` or `explain-path` should answer at once.
 *
 * @module
 */

import { writeSync } from "node:fs";
import { stopSteering } from "../lib/collect/steering.ts";
import type { Command, ExitCode } from "./command.ts";
import { VERSION } from "./version.ts";

/** How each subcommand is loaded, in the order of help. */
const LOADERS: ReadonlyMap<string, () => Promise<Command>> = new Map([
  ["discover", async () => (await import("./discover.ts")).discoverCommand],
  ["collect", async () => (await import("./collect.ts")).collectCommand],
  ["verify", async () => (await import("./verify.ts")).verifyCommand],
  ["parse", async () => (await import("./parse.ts")).parseCommand],
  ["diff", async () => (await import("./diff.ts")).diffCommand],
  ["explain-path", async () => (await import("./explain_path.ts")).explainPathCommand],
  ["sessions", async () => (await import("./sessions.ts")).sessionsCommand],
  ["search", async () => (await import("./search.ts")).searchCommand],
  ["export", async () => (await import("./export.ts")).exportCommand],
  ["catalog", async () => (await import("./catalog.ts")).catalogCommand],
]);

const STDOUT = 1;

/** Runs the command that the words name, and gives the exit code. */
export async function runCli(words: readonly string[]): Promise<ExitCode> {
  if (words.length === 1 && words[0] === "--version") return await sayVersion();
  stopSteering();
  const { runCommands } = await import("./frame.ts");
  return await runCommands(await commandsFor(words[0]), words, {
    name: "hermeneut",
    summary: "Read what the Hermes agent left on a machine, without changing one byte of it.",
    version: async () => JSON.stringify((await import("./about.ts")).aboutProgram()),
  });
}

/** At once; what a full disk or a closed pipe means is loaded only when one is met. */
async function sayVersion(): Promise<ExitCode> {
  const line = `hermeneut ${VERSION}`;
  try {
    writeSync(STDOUT, `${line}\n`);
    return 0;
  } catch {
    return await (await import("./frame.ts")).sayLine(line);
  }
}

/** Every subcommand, for help and for a word that is none of them. */
export async function allCommands(): Promise<Command[]> {
  return await Promise.all([...LOADERS.values()].map((load) => load()));
}

async function commandsFor(word: string | undefined): Promise<Command[]> {
  const load = word === undefined ? undefined : LOADERS.get(word);
  return load === undefined ? await allCommands() : [await load()];
}
