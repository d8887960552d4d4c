/**
 * From the words typed to one command and its exit code.
 *
 * @module
 */

import {
  Command as Commander,
  CommanderError,
  InvalidArgumentError,
  Option as CommanderOption,
} from "commander";
import { nearest } from "../lib/catalog/nearest.ts";
import { actingLines } from "../lib/collect/steering.ts";
import type { Call, Command, ExitCode, Option, Voice } from "./command.ts";
import { GLOBAL_OPTIONS } from "./global_options.ts";
import { type OpenVoice, openVoice } from "./voice.ts";

/** What the program says of itself. */
export interface About {
  readonly name: string;
  readonly summary: string;
  /** What it is made of, as JSON. */
  version(): Promise<string>;
}

/** Runs the command that the words name; never throws. */
export async function runCommands(
  commands: readonly Command[],
  words: readonly string[],
  about: About,
): Promise<ExitCode> {
  const voice = openVoice({ quiet: words.includes("--quiet") });
  // Whoever reads the output must know what else may have had a hand in it.
  for (const line of actingLines()) voice.warn(line);
  let code: ExitCode = 0;
  const program = newProgram(about, voice);
  for (const command of commands) {
    const sub = addCommand(program, command, voice);
    sub.action(async () => {
      const call: Call = { operands: sub.args, options: sub.opts() };
      code = await command.run(call, voice);
    });
  }
  try {
    if (asksVersion(words)) voice.out(await about.version());
    else await program.parseAsync([...words], { from: "user" });
    voice.close();
    return code;
  } catch (error) {
    return await afterError(error, voice);
  }
}

/** Says one line of data and nothing else; never throws. */
export async function sayLine(line: string): Promise<ExitCode> {
  const voice = openVoice({ quiet: true });
  try {
    voice.out(line);
    voice.close();
    return 0;
  } catch (error) {
    return await afterError(error, voice);
  }
}

function asksVersion(words: readonly string[]): boolean {
  return words.includes("--version") && words.every((word) => word.startsWith("--"));
}

async function afterError(error: unknown, voice: OpenVoice): Promise<ExitCode> {
  const { exitCodeOf } = await import("./failure.ts");
  if (!(error instanceof CommanderError)) return exitCodeOf(error, voice.warn);
  try {
    voice.close();
  } catch (closing) {
    return exitCodeOf(closing, voice.warn);
  }
  return error.exitCode === 0 ? 0 : 2;
}

function newProgram(about: About, voice: Voice): Commander {
  return speaking(new Commander(about.name), voice)
    .description(about.summary)
    .option("--version", "Print the version; with --json also what it is made of")
    .addHelpText("after", EXIT_CODES)
    .showSuggestionAfterError(true);
}

const EXIT_CODES = `
Exit codes: 0 done, 1 done but some evidence is damaged or unreadable, 2 wrong usage,
3 nothing found, 4 stopped half-way`;

function addCommand(program: Commander, command: Command, voice: Voice): Commander {
  const sub = speaking(program.command(command.name), voice)
    .summary(command.summary)
    .description(`${command.summary}.`)
    .showSuggestionAfterError(true)
    .addHelpText("after", helpTail(command));
  if (command.operands !== "") sub.argument(command.operands);
  for (const option of [...command.options, ...GLOBAL_OPTIONS]) sub.addOption(optionOf(option));
  return sub;
}

function helpTail(command: Command): string {
  const width = Math.max(...command.examples.map(({ line }) => line.length));
  const lines = command.examples.map(({ line, does }) => `  ${line.padEnd(width)}  ${does}`);
  return `\nExamples:\n${lines.join("\n")}\n${EXIT_CODES}`;
}

/** Help that was asked for is data; help after an error is talk. */
function speaking(commander: Commander, voice: Voice): Commander {
  return commander.exitOverride().configureOutput({
    writeOut: (text) => voice.out(text.trimEnd()),
    writeErr: (text) => {
      for (const line of text.trimEnd().split("\n")) voice.warn(line);
    },
  }).configureHelp({ helpWidth: HELP_WIDTH, sortSubcommands: false });
}

/** Columns of a terminal that help is made for. */
const HELP_WIDTH = 100;

function optionOf(option: Option): CommanderOption {
  const made = new CommanderOption(option.flags, option.help);
  if (option.standard !== undefined) made.default(option.standard);
  if (option.choices !== undefined) made.choices([...option.choices]);
  const checked = (value: string): string => {
    if (option.choices !== undefined) requireChoice(value, option.choices);
    return value;
  };
  if (option.many) {
    made.argParser((value: string, before: string[] = []) => [...before, checked(value)]);
  } else if (option.choices !== undefined) made.argParser(checked);
  return made;
}

function requireChoice(value: string, choices: readonly string[]): void {
  if (choices.includes(value)) return;
  const farthest = Math.min(FARTHEST_GUESS, Math.ceil(value.length / 2));
  const [guess] = nearest(value, choices, { most: 1, farthest });
  const meant = guess === undefined ? "" : `\n(Did you mean ${guess}?)`;
  throw new InvalidArgumentError(`Allowed choices are ${choices.join(", ")}.${meant}`);
}

/** Edits by which a choice may be misspelt; what commander allows for options. */
const FARTHEST_GUESS = 3;
