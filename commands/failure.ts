/**
 * What an error means for the exit code, and what is said of it.
 *
 * @module
 */

import { OperandError } from "../lib/discover/mod.ts";
import { EvidenceError } from "../lib/evidence/errors.ts";
import { CatalogError } from "../lib/catalog/mod.ts";
import { ChangedInPlace, Stopped } from "../lib/parse/mod.ts";
import { ClosedPipe, OutputError, OutputPlaceError } from "../lib/row/writer.ts";
import { type ExitCode, UsageError } from "./command.ts";

/** Says what went wrong, and gives the exit code for it. */
export function exitCodeOf(error: unknown, warn: (line: string) => void): ExitCode {
  if (error instanceof ClosedPipe) return 0;
  if (isUsage(error)) {
    const where = error instanceof EvidenceError ? `${error.path}: ` : "";
    warn(`hermeneut: ${where}${error.message}`);
    return 2;
  }
  if (error instanceof ChangedInPlace) {
    warn(
      `hermeneut: ${error.path}: ${error.message}; name a file with --out to have it read again`,
    );
    return 1;
  }
  if (error instanceof OutputError || error instanceof Stopped) {
    warn(`hermeneut: ${error.message}`);
    return 4;
  }
  const stack = stackOf(error).split("\n");
  for (
    const line of [
      `hermeneut: a fault of the program, please report it: ${stack[0]}`,
      ...stack.slice(1),
    ]
  ) warn(line);
  return 4;
}

/** Nothing was written: it could not begin as it was asked for. */
function isUsage(error: unknown): error is Error {
  return error instanceof UsageError || error instanceof OperandError ||
    error instanceof CatalogError || error instanceof OutputPlaceError ||
    error instanceof EvidenceError;
}

function stackOf(error: unknown): string {
  return error instanceof Error ? error.stack ?? error.message : String(error);
}
