/**
 * Write-ahead logs that a running process still holds although nothing on disk
 * names them any more: their commits may exist nowhere else.
 *
 * Live Linux only; proc(5) says where an open file was.
 *
 * @module
 */

import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
} from "node:fs";
import process from "node:process";
import { codeOf } from "../evidence/disk_facts.ts";
import { EvidenceError } from "../evidence/errors.ts";
import type { EvidenceFile, FileFacts } from "../evidence/file.ts";
import { fileFacts } from "../evidence/plain_facts.ts";

/** A log that is held open. */
export interface UnlinkedLog {
  /** Path it had on this machine. */
  readonly path: string;
  readonly pid: number;
  /** Where the system still gives it: `/proc/<pid>/fd/<n>`. */
  readonly open: string;
}

const GONE = "-wal (deleted)";

/** All of them, as far as this process may look, once per process. */
export function unlinkedLogs(proc = "/proc"): UnlinkedLog[] {
  if (process.platform !== "linux") return [];
  const found = new Map<string, UnlinkedLog>();
  for (const pid of namesIn(proc).filter((name) => /^\d+$/.test(name))) {
    for (const fd of namesIn(`${proc}/${pid}/fd`)) {
      const open = `${proc}/${pid}/fd/${fd}`;
      const target = targetOf(open);
      if (!target.endsWith(GONE)) continue;
      const path = target.slice(0, -" (deleted)".length);
      const key = `${path}\0${pid}`;
      if (!found.has(key)) found.set(key, { path, pid: Number(pid), open });
    }
  }
  return [...found.values()];
}

/**
 * Opens a log for reading only. Its path says that it is not on disk, so that
 * nothing takes it for the log beside the database.
 *
 * @throws {EvidenceError} `unreadable`, `not-a-regular-file`
 */
export function openUnlinked(log: UnlinkedLog): EvidenceFile {
  const fd = opened(log);
  const stat = fstatSync(fd, { bigint: true });
  if (!stat.isFile()) {
    closeSync(fd);
    throw new EvidenceError("not-a-regular-file", log.path, "not a regular file");
  }
  const facts = factsOf(log, stat);
  return {
    facts,
    path: facts.path,
    size: facts.size,
    inPlace: null,
    read(offset, length): Uint8Array {
      const bytes = new Uint8Array(Math.min(length, Math.max(0, facts.size - offset)));
      const count = readSync(fd, bytes, 0, bytes.length, offset);
      return count === bytes.length ? bytes : bytes.slice(0, count);
    },
    now: () => factsOf(log, fstatSync(fd, { bigint: true })),
    companion: () => null,
    close: () => closeSync(fd),
  };
}

function opened({ path, open }: UnlinkedLog): number {
  try {
    return openSync(open, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    throw new EvidenceError("unreadable", path, `Cannot be opened (${codeOf(error)})`);
  }
}

function factsOf(log: UnlinkedLog, stat: BigIntStats): FileFacts {
  return {
    ...fileFacts(`${log.path} (deleted, inode ${stat.ino})`, Number(stat.size)),
    mtimeNs: stat.mtimeNs,
    ctimeNs: stat.ctimeNs,
    birthtimeNs: stat.birthtimeNs ?? 0n,
    mode: Number(stat.mode) & 0o7777,
    uid: Number(stat.uid),
    gid: Number(stat.gid),
    device: stat.dev,
    inode: stat.ino,
    nlink: Number(stat.nlink),
  };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return []; // ended meanwhile, or another account's
  }
}

function targetOf(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    return "";
  }
}
