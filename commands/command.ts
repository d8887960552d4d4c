/**
 * What a subcommand is: a table of options, examples and a function. The same
 * table feeds the parser, the help and the README.
 *
 * @module
 */

/** 0 done, 1 done with damage, 2 wrong usage, 3 nothing found, 4 stopped half-way. */
export type ExitCode = 0 | 1 | 2 | 3 | 4;

/** An option of a subcommand. */
export interface Option {
  /** As commander reads it: `--out <path>`, `--root <dir...>`. */
  readonly flags: string;
  readonly help: string;
  /** The value when it is not given. */
  readonly standard?: string | boolean;
  /** May be given again; the values are gathered. */
  readonly many?: boolean;
  /** The only values it takes. */
  readonly choices?: readonly string[];
}

/** A line a person can paste, and what it does. */
export interface Example {
  readonly line: string;
  readonly does: string;
}

/** Where a command speaks: data to `out`, talk to `note`. */
export interface Voice {
  /** One line of data, on standard output. */
  out(line: string): void;
  /** One line of talk, on standard error; silent with `--quiet`, but for `warn`. */
  note(line: string): void;
  /** A warning or error, on standard error, never silent. */
  warn(line: string): void;
  /** Shows how far a slow thing has come, on a terminal only; replaced by the next one. */
  progress(line: string): void;
}

/** What the user asked for. */
export interface Call {
  readonly operands: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
}

/** One subcommand. */
export interface Command {
  /** As typed: `explain-path`. */
  readonly name: string;
  /** One line, verb first, no full stop. */
  readonly summary: string;
  /** As commander reads it: `[evidence...]`. */
  readonly operands: string;
  readonly options: readonly Option[];
  readonly examples: readonly Example[];
  run(call: Call, voice: Voice): ExitCode | Promise<ExitCode>;
}

/** What was typed cannot be done: exit 2, and the message says why. */
export class UsageError extends Error {
  override name = "UsageError";
}

/** A text option, or null. */
export function textOption(call: Call, name: string): string | null {
  const value = call.options[name];
  return typeof value === "string" ? value : null;
}

/** The values of an option that may be given again. */
export function listOption(call: Call, name: string): readonly string[] {
  const value = call.options[name];
  if (Array.isArray(value)) return value.map(String);
  return typeof value === "string" ? [value] : [];
}

/** True when a flag was given. */
export function flagOption(call: Call, name: string): boolean {
  return call.options[name] === true;
}
