/**
 * What a disk says of its names, without opening or following any.
 *
 * Names are bytes. One that is not UTF-8 is shown with U+FFFD, and found again
 * by listing its folder; a runtime that cannot pass bytes on still lists it.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { type BigIntStats, lstatSync, readdirSync, readlinkSync } from "node:fs";
import { type DiskName, diskNames, isRaw, REPLACEMENT } from "./disk_names.ts";
import { EvidenceError } from "./errors.ts";
import type { FileFacts, FileKind } from "./file.ts";

/** A path as the system takes it: bytes where its name is not UTF-8. */
export type DiskPath = string | Buffer;

/** A name that is there, and the path by which the system knows it. */
export interface OnDisk {
  readonly facts: FileFacts;
  readonly local: DiskPath;
  /** Why nothing more is known of it than its name; null when all is known. */
  readonly refused: string | null;
}

/** Said of a name that this runtime cannot pass to the system. */
export const NOT_UTF8 = "name is not UTF-8: use the binary";

const UTF8 = new TextDecoder("utf-8", { ignoreBOM: true });
const GONE = new Set(["ENOENT", "ENOTDIR", "ELOOP"]);
/** What says of a path that somebody names that nothing can stand there. */
const IMPOSSIBLE = new Set(["ENAMETOOLONG", "ERR_INVALID_ARG_VALUE"]);

/**
 * What stands at a path, or null when nothing does.
 *
 * @param path Path on the examined host, which the facts carry
 * @param local The same on this machine, U+FFFD where a name is not UTF-8
 */
export function lookAt(path: string, local: string): OnDisk | null {
  const found = statOf(path, local, null);
  if (found !== null || !local.includes(REPLACEMENT)) return found;
  const reached = reach(local);
  return reached === null
    ? null
    : statOf(path, reached, null) ?? unknown(path, { local, why: NOT_UTF8 });
}

/**
 * The names in a folder, sorted by code points.
 *
 * @param local Path on this machine
 * @throws {EvidenceError} `unreadable`
 */
export function listDisk(path: string, local: DiskPath): FileFacts[] {
  let names: DiskName[];
  try {
    names = namesIn(local);
  } catch (error) {
    throw new EvidenceError("unreadable", path, `Cannot be listed (${codeOf(error)})`);
  }
  const folder = path.endsWith("/") ? path : `${path}/`;
  return names.flatMap((name) => {
    const { shown, bytes } = name;
    const raw = isRaw(name);
    const child = raw || typeof local !== "string" ? bytesPath(local, bytes) : `${local}/${shown}`;
    // A name that is listed is there, however long the path to it has grown.
    const found = statOf(folder + shown, child, "listed") ??
      (shown.includes(REPLACEMENT)
        ? unknown(folder + shown, { local: child, why: NOT_UTF8 })
        : null);
    if (found === null) return [];
    return raw ? { ...found.facts, rawName: true, nameBytes: bytes } : found.facts;
  });
}

/**
 * The names in a folder alone, as {@linkcode listDisk} shows them, in any order.
 *
 * @throws The system's error
 */
export function namesOnDisk(local: string): string[] {
  const names = readdirSync(local);
  if (!names.some((name) => name.includes(REPLACEMENT))) return names;
  return namesIn(local).map(({ shown }) => shown);
}

/** Where a link points, as stored; null for everything that is not a link. */
export function linkTarget(local: DiskPath): string | null {
  try {
    return UTF8.decode(readlinkSync(local, { encoding: "buffer" }));
  } catch {
    return null;
  }
}

/** The system's short word for what went wrong, the same in every language. */
export function codeOf(error: unknown): string {
  const { code, name } = error as { code?: string; name?: string };
  return code ?? name ?? "unknown fault";
}

function statOf(path: string, local: DiskPath, from: "listed" | null): OnDisk | null {
  try {
    const stat = lstatSync(local, { bigint: true });
    return { facts: factsOf(path, local, stat), local, refused: null };
  } catch (error) {
    const code = codeOf(error);
    const isBytes = typeof local !== "string" && code.startsWith("ERR_");
    if (GONE.has(code) || isBytes || (from === null && IMPOSSIBLE.has(code))) return null;
    return unknown(path, { local, why: `Cannot be reached (${code})` });
  }
}

function factsOf(path: string, local: DiskPath, stat: BigIntStats): FileFacts {
  const kind = kindOf(stat);
  return {
    path,
    name: lastSegment(path),
    kind,
    size: Number(stat.size),
    mtimeNs: stat.mtimeNs,
    ctimeNs: stat.ctimeNs,
    birthtimeNs: stat.birthtimeNs ?? 0n,
    mode: Number(stat.mode) & 0o7777,
    uid: Number(stat.uid),
    gid: Number(stat.gid),
    device: stat.dev,
    inode: stat.ino,
    nlink: Number(stat.nlink),
    linkTarget: kind === "link" ? linkTarget(local) : null,
    rawName: typeof local !== "string" && endsRaw(local),
  };
}

function kindOf(stat: BigIntStats): FileKind {
  if (stat.isFile()) return "file";
  if (stat.isDirectory()) return "folder";
  if (stat.isSymbolicLink()) return "link";
  if (stat.isFIFO()) return "fifo";
  if (stat.isSocket()) return "socket";
  if (stat.isBlockDevice() || stat.isCharacterDevice()) return "device";
  return "unknown";
}

function unknown(
  path: string,
  known: { readonly local: DiskPath; readonly why: string },
): OnDisk {
  const facts: FileFacts = {
    path,
    name: lastSegment(path),
    kind: "unknown",
    size: 0,
    mtimeNs: 0n,
    ctimeNs: 0n,
    birthtimeNs: 0n,
    mode: 0,
    uid: 0,
    gid: 0,
    device: 0n,
    inode: 0n,
    nlink: 0,
    linkTarget: null,
    rawName: known.why === NOT_UTF8,
    refused: known.why,
  };
  return { facts, local: known.local, refused: known.why };
}

/** The bytes behind a path that is shown with U+FFFD; null when there are none. */
function reach(local: string): Buffer | null {
  const [first = "", ...segments] = local.split("/");
  let at: Buffer = Buffer.from(first);
  for (const segment of segments) {
    const bytes = segment.includes(REPLACEMENT) ? bytesShownAs(at, segment) : Buffer.from(segment);
    if (bytes === null) return null;
    at = bytesPath(at, bytes);
  }
  return at;
}

function bytesShownAs(folder: Buffer, shown: string): Buffer | null {
  try {
    const names = namesIn(folder.length === 0 ? "/" : folder);
    return names.find((name) => name.shown === shown)?.bytes ?? null;
  } catch {
    return null;
  }
}

function namesIn(local: DiskPath): DiskName[] {
  return diskNames(
    readdirSync(local, { encoding: "buffer" }).map((name) => Buffer.from(name)),
  );
}

function bytesPath(folder: DiskPath, name: Buffer): Buffer {
  return Buffer.concat([Buffer.from(folder), Buffer.from("/"), name]);
}

function endsRaw(local: Buffer): boolean {
  const bytes = local.subarray(local.lastIndexOf("/") + 1);
  return isRaw({ bytes, shown: UTF8.decode(bytes) });
}

function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
