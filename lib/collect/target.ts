/**
 * Where a bundle is written: a folder or a zip.
 *
 * @module
 */

import { codeOf, OutputError, reasonOf } from "../row/output_error.ts";

/** A file of the bundle while it is written. One at a time is open. */
export interface Member {
  write(bytes: Uint8Array): void;
  /** The same for bytes that are all zero and need no room where the target knows holes. */
  hole(bytes: Uint8Array): void;
  /** All of it is written. */
  commit(): void;
  /** Takes it back, as though it had never been begun. */
  discard(): void;
}

/** The files of a bundle that are not copies. */
export const CASE = "case.json";
export const MANIFEST = "manifest.jsonl";
export const LOG = "hermeneut.log";
export const SUMS = "SHA256SUMS";

/** What a bundle ends with. */
export interface Ending {
  /** Text of case.json. */
  readonly record: string;
  /** Lines of SHA256SUMS for the copies, in the manifest's order. */
  readonly sums: readonly string[];
}

/** A bundle that is being written. Every method may throw {@linkcode OutputError}. */
export interface Target {
  /** The bundle: a folder or a file. */
  readonly path: string;
  /** What was written stays, and is valid, when the end cannot be written. */
  readonly staysUnfinished: boolean;
  /** Folder for passing files, inside or beside the bundle. */
  readonly workBase: string;
  /**
   * Begins a copy.
   *
   * @param stored Path in the bundle
   * @param mtime Milliseconds since the epoch, for targets that show a time
   */
  begin(stored: string, mtime: number): Member;
  /** Adds lines to the manifest, once what was committed until now is safe. */
  addLines(lines: readonly string[]): Promise<void>;
  /** Adds a line to the log. */
  addToLog(line: string): void;
  /** Writes the last records; the bundle is whole afterwards, or says that it is not. */
  finish(ending: Ending): void;
  /** Closes what is open; nothing more is written. */
  close(): void;
}

/** The target's file system holds no file of that size. */
export class TooLargeForTarget extends OutputError {
  override name = "TooLargeForTarget";
}

/**
 * Runs one step of writing.
 *
 * @throws {OutputError} {@linkcode TooLargeForTarget} when the file system's limit is met
 */
export function targetStep<T>(path: string, step: () => T): T {
  try {
    return step();
  } catch (error) {
    if (error instanceof OutputError) throw error;
    const message = `Cannot write ${path}: ${reasonOf(error)}`;
    throw codeOf(error) === "EFBIG"
      ? new TooLargeForTarget(path, message)
      : new OutputError(path, message);
  }
}
