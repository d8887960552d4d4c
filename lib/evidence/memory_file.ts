/**
 * Evidence whose bytes are given: a file of a test, with its companions.
 *
 * @module
 */

import type { EvidenceFile, FileFacts } from "./file.ts";

/**
 * A file that cannot be opened by path, so that every byte is asked for here.
 *
 * @param companions Bytes by suffix (`-wal`)
 */
export function memoryFile(
  path: string,
  bytes: Uint8Array,
  companions: Readonly<Record<string, Uint8Array>> = {},
): EvidenceFile {
  const facts = memoryFacts(path, bytes.length);
  return {
    facts,
    path,
    size: bytes.length,
    inPlace: null,
    read: (offset, length) => bytes.slice(offset, offset + length),
    now: () => facts,
    companion(suffix): EvidenceFile | null {
      const beside = companions[suffix];
      return beside === undefined ? null : memoryFile(path + suffix, beside);
    },
    close(): void {},
  };
}

function memoryFacts(path: string, size: number): FileFacts {
  return {
    path,
    name: path.slice(path.lastIndexOf("/") + 1),
    kind: "file",
    size,
    mtimeNs: 0n,
    ctimeNs: 0n,
    birthtimeNs: 0n,
    mode: 0o600,
    uid: 0,
    gid: 0,
    device: 0n,
    inode: 0n,
    nlink: 1,
    linkTarget: null,
    rawName: false,
  };
}
