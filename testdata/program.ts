/**
 * Runs the program as a person would: from source, and as the binary.
 *
 * @module
 */

import { join } from "node:path";
import { actingVariables } from "../lib/collect/steering.ts";
import { testBinary } from "../scripts/compile/test_binary.ts";

/** Root of the repository. */
export const ROOT = join(import.meta.dirname ?? ".", "..");

/** What a run said and how it ended. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** How to start the program. */
export interface Program {
  readonly name: "source" | "binary";
  /** The words before its own. */
  words(): readonly string[];
}

/** The program from source, with the permissions that `deno task start` gives. */
export const SOURCE: Program = {
  name: "source",
  words: () => [
    Deno.execPath(),
    "run",
    "--quiet",
    "--no-check",
    "--allow-read",
    "--allow-write",
    "--allow-env",
    "--allow-sys",
    join(ROOT, "main.ts"),
  ],
};

/** The standalone binary, built when it is not there yet. */
export const BINARY: Program = { name: "binary", words: () => [testBinary(ROOT)] };

/** Both ways to run it. */
export const PROGRAMS: readonly Program[] = [SOURCE, BINARY];

/** Where and how a run takes place. */
export interface RunOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
}

/**
 * This process's environment without the variables that the program would have
 * to warn of: what a test expects must not depend on the machine it runs on.
 */
export function calmEnvironment(): Record<string, string> {
  const env = Deno.env.toObject();
  for (const { name } of actingVariables(env)) delete env[name];
  return env;
}

/** Runs the program to its end. */
export async function runProgram(
  program: Program,
  args: readonly string[],
  options: RunOptions,
): Promise<Ran> {
  const [command = "", ...before] = program.words();
  const child = new Deno.Command(command, {
    args: [...before, ...args],
    cwd: options.cwd,
    clearEnv: true,
    env: { ...calmEnvironment(), NO_COLOR: "1", ...options.env },
    stdin: options.stdin === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  if (options.stdin !== undefined) {
    const input = child.stdin.getWriter();
    await input.write(new TextEncoder().encode(options.stdin));
    await input.close();
  }
  const { code, stdout, stderr } = await child.output();
  const decoder = new TextDecoder();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}
