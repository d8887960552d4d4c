/**
 * Where an output file is written: under a temporary name in its own folder,
 * until it is whole.
 *
 * @module
 */

import {
  closeSync,
  fsyncSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
} from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import process from "node:process";
import { codeOf, OutputError, OutputPlaceError, reasonOf } from "./output_error.ts";

/** The two names of an output file. */
export interface OutputPlace {
  /** The name that was asked for. */
  readonly path: string;
  /** The name while it is written. */
  readonly temporary: string;
}

/**
 * Looks at the place and creates nothing.
 *
 * @throws {OutputPlaceError} When the folder is missing, or something other
 * than a regular file has the name
 */
export function placeOf(path: string): OutputPlace {
  if (path === "" || path.endsWith("/") || path.endsWith(sep)) {
    throw new OutputPlaceError(`Cannot write "${path}": expected the name of a file`);
  }
  const folder = dirname(path);
  if (!statOf(folder, (name) => statSync(name))?.isDirectory()) {
    throw new OutputPlaceError(`Cannot write ${path}: expected a folder at ${folder}`);
  }
  const there = statOf(path, (name) => lstatSync(name));
  if (there !== null && !there.isFile()) {
    throw new OutputPlaceError(`Cannot write ${path}: expected a regular file or a free name`);
  }
  return { path, temporary: join(folder, `.${basename(path)}.${process.pid}.tmp`) };
}

/**
 * Creates the temporary file, which must not exist.
 *
 * @returns Its descriptor
 * @throws {OutputPlaceError} When the system refuses
 */
export function createTemporary(place: OutputPlace): number {
  try {
    return openSync(place.temporary, "wx");
  } catch (error) {
    throw new OutputPlaceError(`Cannot create ${place.temporary}: ${reasonOf(error)}`);
  }
}

/**
 * Gives the finished file its name, for good.
 *
 * @throws {OutputError} When the system refuses
 */
export function publish(place: OutputPlace): void {
  outputStep(place.path, () => {
    renameSync(place.temporary, place.path);
    // Windows has no folders to synchronise.
    if (process.platform !== "win32") syncPath(dirname(place.path));
  });
}

/**
 * Waits until the file, or the folder's list of names, is on disk.
 *
 * @throws The system's error
 */
export function syncPath(path: string): void {
  const descriptor = openSync(path, process.platform === "win32" ? "r+" : "r");
  try {
    fsyncSync(descriptor);
  } catch (error) {
    // Some file systems know no synchronising of folders.
    if (codeOf(error) !== "EINVAL") throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** Removes the temporary file, if it is there. */
export function discard(place: OutputPlace): void {
  rmSync(place.temporary, { force: true });
}

/**
 * Runs one step of writing `path`.
 *
 * @throws {OutputError} With the system's reason, when it fails
 */
export function outputStep<T>(path: string, step: () => T): T {
  try {
    return step();
  } catch (error) {
    throw new OutputError(path, `Cannot write ${path}: ${reasonOf(error)}`);
  }
}

function statOf(path: string, stat: (path: string) => Stats): Stats | null {
  try {
    return stat(path);
  } catch (error) {
    if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return null;
    throw new OutputPlaceError(`Cannot look at ${path}: ${reasonOf(error)}`);
  }
}
