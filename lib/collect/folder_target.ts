/**
 * A bundle as a folder: born incomplete, and valid at every moment after.
 *
 * @module
 */

import {
  closeSync,
  fdatasync,
  fsync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { createHash, type Hash } from "node:crypto";
import { dirname, join } from "node:path";
import process from "node:process";
import { syncPath } from "../row/output_place.ts";
import {
  CASE,
  type Ending,
  LOG,
  MANIFEST,
  type Member,
  SUMS,
  type Target,
  targetStep,
} from "./target.ts";

/**
 * Makes the folder, with a record that says `incomplete` as its first file.
 *
 * @param path Must not exist
 * @param record Text of that record
 * @throws {OutputError}
 */
export function openFolderTarget(path: string, record: string): Target {
  targetStep(path, () => mkdirSync(path, { mode: 0o700 }));
  writeWhole(join(path, CASE), record);
  const made = new Set<string>();
  const manifest = growing(join(path, MANIFEST));
  const log = growing(join(path, LOG));
  const unsynced: OpenCopy[] = [];
  let last: Promise<void> = Promise.resolve();
  return {
    path,
    staysUnfinished: true,
    workBase: path,
    begin: (stored) => begin(join(path, ...stored.split("/")), { made, unsynced }),
    addLines(lines): Promise<void> {
      const synced = Promise.all(unsynced.splice(0).map(syncAndClose));
      last = last.then(() => synced).then(() => manifest.add(lines.join("")));
      return last;
    },
    addToLog: (line) => log.add(`${line}\n`),
    finish(ending): void {
      finish(path, ending, [[MANIFEST, manifest.seal()], [LOG, log.seal()]]);
    },
    close(): void {
      for (const { fd } of unsynced.splice(0)) closeSync(fd);
      manifest.close();
      log.close();
    },
  };
}

function finish(
  path: string,
  ending: Ending,
  hashes: readonly (readonly [string, string])[],
): void {
  const own = [[CASE, createHash("sha256").update(ending.record).digest("hex")], ...hashes];
  const sums = [...own.map(([name, hash]) => `${hash}  ${name}\n`), ...ending.sums];
  writeWhole(join(path, SUMS), sums.join(""));
  const passing = join(path, `${CASE}.new`);
  writeWhole(passing, ending.record);
  targetStep(path, () => {
    renameSync(passing, join(path, CASE));
    if (process.platform !== "win32") syncPath(path);
  });
}

interface FolderState {
  /** Folders that are known to exist. */
  readonly made: Set<string>;
  /** Files that are written and wait to be synchronised. */
  readonly unsynced: OpenCopy[];
}

/** A copy that is open. */
interface OpenCopy {
  readonly path: string;
  readonly fd: number;
  /** Ends when what was sent to the disk early is there; never fails. */
  early: Promise<void>;
}

/** Bytes after which a copy is sent to the disk while the next ones are read. */
const EARLY = 64 * 1024 ** 2;

function begin(path: string, state: FolderState): Member {
  const folder = dirname(path);
  if (!state.made.has(folder)) {
    targetStep(folder, () => mkdirSync(folder, { recursive: true, mode: 0o700 }));
    state.made.add(folder);
  }
  const fd = targetStep(path, () => openSync(path, "wx", 0o600));
  const copy: OpenCopy = { path, fd, early: Promise.resolve() };
  let at = 0;
  let written = 0;
  let sent = 0;
  return {
    write(bytes): void {
      targetStep(path, () => writeAt(fd, bytes, at));
      at += bytes.length;
      written = at;
      if (at - sent < EARLY) return;
      sent = at;
      copy.early = Promise.all([copy.early, sentEarly(fd)]).then(() => {});
    },
    hole(bytes): void {
      at += bytes.length;
    },
    commit(): void {
      if (written < at) targetStep(path, () => ftruncateSync(fd, at));
      state.unsynced.push(copy);
    },
    discard(): void {
      const waiting = state.unsynced.indexOf(copy);
      if (waiting >= 0) state.unsynced.splice(waiting, 1);
      rmSync(path, { force: true });
      void copy.early.then(() => closeSync(fd));
    },
  };
}

/** A fault shows again when the whole file is synchronised. */
function sentEarly(fd: number): Promise<void> {
  return new Promise((done) => fdatasync(fd, () => done()));
}

async function syncAndClose({ path, fd, early }: OpenCopy): Promise<void> {
  await early;
  const error = await new Promise((done) => fsync(fd, done));
  closeSync(fd);
  if (error instanceof Error) targetStep(path, () => rethrow(error));
}

function rethrow(error: Error): never {
  throw error;
}

/** Writes all bytes at an offset, whatever the system takes at a time. */
export function writeAt(fd: number, bytes: Uint8Array, offset: number): void {
  for (let done = 0; done < bytes.length;) {
    done += writeSync(fd, bytes, done, bytes.length - done, offset + done);
  }
}

function writeWhole(path: string, text: string): void {
  targetStep(path, () => {
    const fd = openSync(path, "w", 0o600);
    try {
      writeAt(fd, new TextEncoder().encode(text), 0);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  });
}

/** A text file that grows over the run, hashed as it does. */
interface Growing {
  add(text: string): void;
  /** Synchronises it, and gives its hash. */
  seal(): string;
  close(): void;
}

function growing(path: string): Growing {
  const hash: Hash = createHash("sha256");
  let fd: number | null = targetStep(path, () => openSync(path, "wx", 0o600));
  let at = 0;
  const close = (): void => {
    if (fd !== null) closeSync(fd);
    fd = null;
  };
  return {
    add(text): void {
      const bytes = new TextEncoder().encode(text);
      const open = fd;
      if (open === null) return;
      targetStep(path, () => writeAt(open, bytes, at));
      at += bytes.length;
      hash.update(bytes);
    },
    seal(): string {
      const open = fd;
      if (open !== null) targetStep(path, () => fsyncSync(open));
      close();
      return hash.digest("hex");
    },
    close,
  };
}
