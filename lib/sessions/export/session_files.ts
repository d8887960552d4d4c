/**
 * Where exported sessions are written: one output for all, or a file for each.
 *
 * @module
 */

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openOutput, type Output } from "../../row/output.ts";
import { OutputPlaceError, reasonOf } from "../../row/output_error.ts";
import type { SessionSink } from "./export_sessions.ts";
import { safeFileName } from "./file_name.ts";

/** A sink that must be finished, or aborted when something failed. */
export interface SessionFiles extends SessionSink {
  finish(): void;
  abort(): void;
}

/**
 * All sessions one after the other.
 *
 * @param path Null for standard output
 * @throws {OutputPlaceError} When the file cannot be created
 */
export function oneFile(path: string | null): SessionFiles {
  const output = openOutput(path);
  return {
    start: () => {},
    write: (text) => output.write(text),
    end: () => {},
    finish: () => {
      output.seal();
      output.publish();
    },
    abort: () => output.abort(),
  };
}

/**
 * A file for each session, named after its id, in a folder that is made when it
 * is not there. Files that are whole stay when a later one fails.
 *
 * @throws {OutputPlaceError} When the folder cannot be made
 */
export function fileForEach(folder: string): SessionFiles {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new OutputPlaceError(`Cannot make the folder ${folder}: ${reasonOf(error)}`);
  }
  const taken = new Set<string>();
  let output: Output | null = null;
  return {
    start: (id) => {
      output = openOutput(join(folder, `${safeFileName(id, taken)}.jsonl`));
    },
    write: (text) => output?.write(text),
    end: () => {
      output?.seal();
      output?.publish();
      output = null;
    },
    finish: () => {},
    abort: () => output?.abort(),
  };
}
