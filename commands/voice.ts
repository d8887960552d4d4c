/**
 * The two streams a command speaks on.
 *
 * @module
 */

import { writeSync } from "node:fs";
import process from "node:process";
import { forTerminal } from "../lib/row/escape.ts";
import { openOutput } from "../lib/row/output.ts";
import type { Voice } from "./command.ts";

/** A voice that gathers data lines and must be closed. */
export interface OpenVoice extends Voice {
  /**
   * Writes what is still gathered.
   *
   * @throws {ClosedPipe} When nobody reads standard output any more
   */
  close(): void;
}

const STDERR = 2;
const CLEAR_LINE = "\r\x1b[K";

/**
 * Opens the program's own streams. Lines of talk are made safe for a terminal:
 * nothing that evidence controls gets there raw.
 */
export function openVoice(options: { quiet: boolean }): OpenVoice {
  const data = openOutput(null);
  // Asked for at the first sign of progress: the runtime loads much to know it.
  let terminal: boolean | null = null;
  let shown = false;
  const clear = (): void => {
    if (shown) talk(CLEAR_LINE);
    shown = false;
  };
  const warn = (text: string): void => {
    clear();
    talk(`${forTerminal(text)}\n`);
  };
  return {
    out: (line) => data.write(`${line}\n`),
    note: (line) => {
      if (!options.quiet) warn(line);
    },
    warn,
    progress: (line) => {
      terminal ??= process.stderr.isTTY === true && !options.quiet;
      if (!terminal) return;
      talk(`${CLEAR_LINE}${forTerminal(line)}`);
      shown = true;
    },
    close: () => {
      clear();
      data.seal();
    },
  };
}

/** A listener of stderr that has gone away is no reason to stop. */
function talk(text: string): void {
  try {
    writeSync(STDERR, text);
  } catch {
    // nobody listens
  }
}
