/**
 * A bundle as one zip file: every member stored, so that it is read where it lies.
 *
 * The records are written here and not by a library because a member has to be
 * taken back: a database that changed while it was copied is copied again, and
 * when the disk is full the file in hand makes room for the directory. The zip
 * has its final name only when it is whole.
 *
 * @module
 */

import { crc32 } from "node:zlib";
import { createHash } from "node:crypto";
import { closeSync, fsyncSync, ftruncateSync, openSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import process from "node:process";
import {
  centralRecord,
  dosTime,
  endRecords,
  localHeader,
  type ZipMember,
} from "../evidence/zip_records.ts";
import { OutputError } from "../row/output_error.ts";
import { syncPath } from "../row/output_place.ts";
import { writeAt } from "./folder_target.ts";
import {
  CASE,
  type Ending,
  LOG,
  MANIFEST,
  type Member,
  SUMS,
  type Target,
  targetStep,
  TooLargeForTarget,
} from "./target.ts";

/**
 * Opens the file under a passing name.
 *
 * @param path The name it gets at the end
 * @throws {OutputError}
 */
export function openZipTarget(path: string): Target {
  const passing = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
  const fd = zipStep(path, () => openSync(passing, "wx+", 0o600));
  const zip: OpenZip = { path, fd, members: [], end: 0 };
  const manifest: string[] = [];
  const log: string[] = [];
  const reserve = openReserve(path, `${passing}.reserve`);
  let open = true;
  const close = (): void => {
    reserve.release();
    if (open) closeSync(fd);
    open = false;
  };
  return {
    path,
    staysUnfinished: false,
    workBase: dirname(path),
    begin: (stored, mtime) => begin(zip, stored, mtime),
    addLines(lines): Promise<void> {
      const text = lines.join("");
      manifest.push(text);
      reserve.grow(text.length * RECORDS_PER_LINE);
      return Promise.resolve();
    },
    addToLog: (line) => void log.push(`${line}\n`),
    finish(ending): void {
      reserve.release();
      addRecords(zip, { ...ending, manifest, log });
      addDirectory(zip);
      zipStep(path, () => fsyncSync(fd));
      close();
      zipStep(path, () => {
        renameSync(passing, path);
        if (process.platform !== "win32") syncPath(dirname(path));
      });
    },
    close(): void {
      close();
      rmSync(passing, { force: true });
    },
  };
}

/** Room on the disk that is kept for the records at the end. */
interface Reserve {
  /** Bytes more. */
  grow(bytes: number): void;
  release(): void;
}

/** A line of the manifest has one in the directory and one among the hashes. */
const RECORDS_PER_LINE = 2;
/** Bytes kept from the start. */
const FIRST_RESERVE = 256 * 1024;

/** A file of zeros that goes when the records need its room: a full disk still ends in a zip. */
function openReserve(path: string, passing: string): Reserve {
  let fd: number | null = zipStep(path, () => openSync(passing, "wx", 0o600));
  let size = 0;
  const grow = (bytes: number): void => {
    const open = fd;
    if (open === null) return;
    zipStep(path, () => writeAt(open, new Uint8Array(bytes), size));
    size += bytes;
  };
  grow(FIRST_RESERVE);
  return {
    grow,
    release(): void {
      if (fd !== null) closeSync(fd);
      fd = null;
      rmSync(passing, { force: true });
    },
  };
}

interface OpenZip {
  readonly path: string;
  readonly fd: number;
  readonly members: ZipMember[];
  /** Where the next record begins. */
  end: number;
}

const STORED = 0;

function begin(zip: OpenZip, name: string, mtime: number): Member {
  const { path, fd, members } = zip;
  const offset = zip.end;
  const made = (size: number, crc: number): ZipMember => (
    { name, offset, method: STORED, size, stored: size, crc, time: dosTime(mtime) }
  );
  const data = offset + localHeader(made(0, 0)).length;
  let at = 0;
  let crc = 0;
  return {
    write(bytes): void {
      zipStep(path, () => writeAt(fd, bytes, data + at));
      crc = crc32(bytes, crc);
      at += bytes.length;
    },
    hole(bytes): void {
      crc = crc32(bytes, crc);
      at += bytes.length;
    },
    commit(): void {
      const member = made(at, crc);
      zipStep(path, () => {
        writeAt(fd, localHeader(member), offset);
        ftruncateSync(fd, data + at);
      });
      members.push(member);
      zip.end = data + at;
    },
    discard(): void {
      if (members.at(-1)?.offset === offset) members.pop();
      zip.end = offset;
      ftruncateSync(fd, offset);
    },
  };
}

function addRecords(
  zip: OpenZip,
  texts: Ending & { readonly manifest: readonly string[]; readonly log: readonly string[] },
): void {
  const hashes = [
    `${addText(zip, CASE, [texts.record])}  ${CASE}\n`,
    `${addText(zip, MANIFEST, texts.manifest)}  ${MANIFEST}\n`,
    `${addText(zip, LOG, texts.log)}  ${LOG}\n`,
  ];
  addText(zip, SUMS, [...hashes, ...texts.sums]);
}

/** Adds a text, and gives its hash. */
function addText(zip: OpenZip, name: string, pieces: readonly string[]): string {
  const hash = createHash("sha256");
  const member = begin(zip, name, 0);
  for (const piece of pieces) {
    const bytes = new TextEncoder().encode(piece);
    hash.update(bytes);
    member.write(bytes);
  }
  member.commit();
  return hash.digest("hex");
}

function addDirectory(zip: OpenZip): void {
  const { path, fd, members } = zip;
  const offset = zip.end;
  let at = offset;
  zipStep(path, () => {
    for (const member of members) {
      const record = centralRecord(member);
      writeAt(fd, record, at);
      at += record.length;
    }
    const end = endRecords({ offset, size: at - offset, count: members.length });
    writeAt(fd, end, at);
    ftruncateSync(fd, at + end.length);
  });
}

/** The whole bundle is one file here: a limit on its size ends the run. */
function zipStep<T>(path: string, step: () => T): T {
  try {
    return targetStep(path, step);
  } catch (error) {
    if (!(error instanceof TooLargeForTarget)) throw error;
    const advice = "the file system holds no larger file: collect without --zip";
    throw new OutputError(path, `Cannot write ${path}: ${advice}`);
  }
}
