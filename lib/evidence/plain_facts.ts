/**
 * Facts of what has only a path: a folder that other paths imply, a zip's member.
 *
 * @module
 */

import type { FileFacts, FileKind } from "./file.ts";

/** Facts of a regular file of that size, in bytes. */
export function fileFacts(path: string, size: number): FileFacts {
  return plain(path, "file", size);
}

/** Facts of a folder of which nothing is recorded. */
export function folderFacts(path: string): FileFacts {
  return plain(path, "folder", 0);
}

function plain(path: string, kind: FileKind, size: number): FileFacts {
  return {
    path,
    name: path.slice(path.lastIndexOf("/") + 1),
    kind,
    size,
    mtimeNs: 0n,
    ctimeNs: 0n,
    birthtimeNs: 0n,
    mode: 0,
    uid: 0,
    gid: 0,
    device: 0n,
    inode: 0n,
    nlink: 1,
    linkTarget: null,
    rawName: false,
  };
}
