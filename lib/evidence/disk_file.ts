/**
 * One regular file of a disk, opened so that it stays as it was found.
 *
 * @module
 */

import { accessSync, closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { codeOf, type DiskPath, lookAt } from "./disk_facts.ts";
import { EvidenceError } from "./errors.ts";
import type { EvidenceFile, FileFacts } from "./file.ts";

/** A file to open, once something opens it. */
export interface DiskFile {
  /** Carries the path on the examined host. */
  readonly facts: FileFacts;
  /** Path on this machine, links resolved; bytes where the name is not UTF-8. */
  readonly local: DiskPath;
  /** The same as it is shown. */
  readonly shown: string;
  /** Asked when somebody wants to know whether the file can change. */
  isStable(): boolean;
  companion(suffix: string): EvidenceFile | null;
}

/** A file that is opened at its first read. */
export function diskFile(file: DiskFile): EvidenceFile {
  const { facts, local } = file;
  let fd: number | null = null;
  const inPlace = placeOf(file);
  return {
    facts,
    path: facts.path,
    size: facts.size,
    inPlace,
    read(offset, length, into): Uint8Array {
      fd ??= openForReading(facts.path, local);
      return readAt(fd, { path: facts.path, offset, length, into });
    },
    now: () => factsNow(file),
    companion: (suffix) => file.companion(suffix),
    close(): void {
      if (fd !== null) closeSync(fd);
      fd = null;
    },
  };
}

function factsNow(file: DiskFile): FileFacts | null {
  const { path } = file.facts;
  const found = lookAt(path, file.shown);
  return found === null || found.refused !== null ? null : found.facts;
}

function placeOf(file: DiskFile): EvidenceFile["inPlace"] {
  const { local } = file;
  if (typeof local !== "string" || !local.isWellFormed()) return null;
  let stable: boolean | null = null;
  return {
    localPath: local,
    get stable(): boolean {
      return stable ??= file.isStable() || isReadOnlyMount(local);
    },
  };
}

/** True only where the system itself says so; no permission is no proof. */
function isReadOnlyMount(local: string): boolean {
  try {
    accessSync(local, constants.W_OK);
    return false;
  } catch (error) {
    return codeOf(error) === "EROFS";
  }
}

/** Absent on systems that do not know them. */
const NONBLOCK = constants.O_NONBLOCK ?? 0;
const NOFOLLOW = constants.O_NOFOLLOW ?? 0;
const NOATIME = constants.O_NOATIME ?? 0;

/** Never waits for a writer, never follows a link, leaves the access time where it may. */
function openForReading(path: string, local: DiskPath): number {
  const flags = constants.O_RDONLY | NONBLOCK | NOFOLLOW;
  const fd = openWith(path, local, { flags, quiet: flags | NOATIME });
  if (fstatSync(fd).isFile()) return fd;
  closeSync(fd);
  throw new EvidenceError("not-a-regular-file", path, "not a regular file");
}

function openWith(
  path: string,
  local: DiskPath,
  modes: { readonly flags: number; readonly quiet: number },
): number {
  try {
    return openSync(local, modes.quiet);
  } catch (error) {
    // Only a file's owner may ask that its access time stays.
    if (codeOf(error) === "EPERM" && modes.quiet !== modes.flags) {
      return openWith(path, local, { flags: modes.flags, quiet: modes.flags });
    }
    throw new EvidenceError("unreadable", path, `Cannot be opened (${codeOf(error)})`);
  }
}

/** No more than the file has: a length may come from a damaged header. */
function freshBytes(fd: number, offset: number, length: number): Uint8Array {
  const left = Math.max(0, fstatSync(fd).size - offset);
  return new Uint8Array(Math.min(length, left));
}

function readAt(
  fd: number,
  wanted: {
    readonly path: string;
    readonly offset: number;
    readonly length: number;
    readonly into: Uint8Array | undefined;
  },
): Uint8Array {
  const { path, offset, length, into } = wanted;
  try {
    const bytes = into?.subarray(0, length) ?? freshBytes(fd, offset, length);
    let done = 0;
    while (done < bytes.length) {
      const count = readSync(fd, bytes, done, bytes.length - done, offset + done);
      if (count === 0) break;
      done += count;
    }
    return done === bytes.length ? bytes : bytes.slice(0, done);
  } catch (error) {
    throw new EvidenceError(
      "unreadable",
      path,
      `Cannot be read at byte ${offset} (${codeOf(error)})`,
    );
  }
}
