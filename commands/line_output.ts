/**
 * Lines of data, to standard output or to the file of `--out`.
 *
 * @module
 */

import { openOutput } from "../lib/row/output.ts";
import type { Voice } from "./command.ts";

/**
 * Lets a command write lines; a file appears when they are all there, or not at all.
 *
 * @param out Null for standard output
 * @throws {OutputPlaceError} {@linkcode OutputError}
 */
export function withLines<T>(
  out: string | null,
  voice: Pick<Voice, "out">,
  write: (line: (text: string) => void) => T,
): T {
  if (out === null) return write((line) => voice.out(line));
  const output = openOutput(out);
  try {
    const made = write((line) => output.write(`${line}\n`));
    output.seal();
    output.publish();
    return made;
  } catch (error) {
    output.abort();
    throw error;
  }
}
