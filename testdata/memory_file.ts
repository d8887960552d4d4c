/**
 * Evidence files made of bytes in memory, for tests of readers.
 *
 * @module
 */

import type { EvidenceFile, FileFacts } from "../lib/evidence/file.ts";

/** 2026-10-29T09:30:16Z in nanoseconds: when a memory file was last written, unless told. */
export const MEMORY_MTIME_NS = 1_793_266_216_000_000_000n;

/**
 * A regular file that exists only here.
 *
 * @param path Path on the examined host, `/` separators
 * @param content Bytes, or text to be stored as UTF-8
 * @param mtimeNs Nanoseconds since the epoch
 */
export function memoryFile(
  path: string,
  content: Uint8Array | string,
  mtimeNs: bigint = MEMORY_MTIME_NS,
): EvidenceFile {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const facts = memoryFacts(path, { size: bytes.length, mtimeNs });
  return {
    facts,
    path,
    size: bytes.length,
    inPlace: null,
    read: (offset, length) => bytes.slice(offset, offset + length),
    now: () => facts,
    companion: () => null,
    close: () => {},
  };
}

function memoryFacts(path: string, told: Pick<FileFacts, "size" | "mtimeNs">): FileFacts {
  return {
    path,
    name: path.slice(path.lastIndexOf("/") + 1),
    kind: "file",
    size: told.size,
    mtimeNs: told.mtimeNs,
    ctimeNs: told.mtimeNs,
    birthtimeNs: 0n,
    mode: 0o100600,
    uid: 1000,
    gid: 1000,
    device: 0n,
    inode: 0n,
    nlink: 1,
    linkTarget: null,
    rawName: false,
  };
}
