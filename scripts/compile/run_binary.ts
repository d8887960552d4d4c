/**
 * Runs a binary under chosen conditions, for the tests that prove it hardened.
 *
 * @module
 */

/** What a run left behind. */
export interface Outcome {
  /** Exit code, or the name of the signal that ended it. */
  readonly end: number | string;
  readonly stdout: string;
  readonly stderr: string;
}

/** The conditions of a run; nothing of this process's environment is handed on. */
export interface Conditions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Runs a program to its end, standard input empty.
 *
 * @param words The program and its arguments
 */
export function runUnder(words: readonly string[], conditions: Conditions): Outcome {
  const [program = "", ...args] = words;
  const { code, signal, stdout, stderr } = new Deno.Command(program, {
    args,
    cwd: conditions.cwd,
    clearEnv: true,
    env: { ...conditions.env },
    stdin: "null",
  }).outputSync();
  const decoder = new TextDecoder();
  return { end: signal ?? code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}
