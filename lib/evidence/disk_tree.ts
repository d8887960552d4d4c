/**
 * What the trees over a disk share: only how paths map differs.
 *
 * @module
 */

import { listDisk, lookAt, type OnDisk } from "./disk_facts.ts";
import { diskFile } from "./disk_file.ts";
import { EvidenceError } from "./errors.ts";
import type { EvidenceFile, EvidenceTree, FileFacts } from "./file.ts";

/** What the caller knows of a tree. */
export interface DiskOptions {
  /**
   * True where nothing can write while we read, for all files or by path on
   * the examined host. A file on a read-only mount is stable without it.
   */
  readonly stable?: boolean | ((path: string) => boolean);
}

/** How a tree's paths lie on this machine's disk. */
export interface DiskMapping {
  /** The path on this machine, its folders' links resolved, its own not; null when it leads out. */
  local(path: string): string | null;
  /** The path with every link resolved, or null when it leads out or nowhere. */
  resolve(path: string): string | null;
}

/** A tree over a disk. */
export function diskTree(mapping: DiskMapping, options: DiskOptions): EvidenceTree {
  const look = (path: string): OnDisk | null => {
    const local = mapping.local(path);
    return local === null ? null : lookAt(path, local);
  };
  const isStable = (path: string): boolean =>
    typeof options.stable === "function" ? options.stable(path) : options.stable === true;
  const find = (path: string): EvidenceFile | null => {
    const asked = look(path);
    const resolved = asked === null ? null : mapping.resolve(path);
    const found = resolved === null ? asked : look(resolved);
    if (asked === null || found === null) return null;
    if (found.refused !== null) throw new EvidenceError("unreadable", path, found.refused);
    if (found.facts.kind !== "file") {
      throw new EvidenceError("not-a-regular-file", path, "not a regular file");
    }
    const { name, rawName } = asked.facts;
    const real = resolved ?? path;
    // SQLite looks for companions beside the file a link leads to.
    const beside = asked.facts.kind === "link" ? real : path;
    return diskFile({
      facts: { ...found.facts, path, name, rawName },
      local: found.local,
      shown: mapping.local(real) ?? "",
      isStable: () => isStable(path),
      companion: (suffix) => companion(find, beside + suffix),
    });
  };
  return {
    facts: (path) => look(path)?.facts ?? null,
    list: (path) => listFolder(path, look(mapping.resolve(path) ?? path)),
    open(path): EvidenceFile {
      const file = find(path);
      if (file === null) throw new EvidenceError("unreadable", path, "No such file");
      return file;
    },
    resolve: (path) => mapping.resolve(path),
  };
}

/** A companion is a regular file, or as good as absent: SQLite could not read it either. */
function companion(
  find: (path: string) => EvidenceFile | null,
  path: string,
): EvidenceFile | null {
  try {
    return find(path);
  } catch (error) {
    if (error instanceof EvidenceError && error.fault === "not-a-regular-file") return null;
    throw error;
  }
}

function listFolder(path: string, found: OnDisk | null): FileFacts[] {
  if (found === null) throw new EvidenceError("unreadable", path, "No such folder");
  if (found.refused !== null) throw new EvidenceError("unreadable", path, found.refused);
  return listDisk(path, found.local);
}
