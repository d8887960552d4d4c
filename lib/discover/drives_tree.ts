/**
 * A tree seen by the examined machine's own paths: its top is a drive's, and
 * stored names may be encoded.
 *
 * @module
 */

import { EvidenceError } from "../evidence/errors.ts";
import type { EvidenceFile, EvidenceTree, FileFacts } from "../evidence/file.ts";

/** How stored paths become the examined machine's. */
export interface DriveMapping {
  /** `C:`, or nothing. */
  readonly top: string;
  /** True when stored names are encoded. */
  readonly encoded: boolean;
  /** The name that a stored one stands for. */
  readonly decode: (name: string) => string;
}

/** A tree whose paths begin at `top`. */
export function drivesTree(tree: EvidenceTree, mapping: DriveMapping): EvidenceTree {
  const stored = storedPaths(tree, mapping);
  const shown = (path: string, facts: FileFacts): FileFacts => {
    const name = path.slice(path.lastIndexOf("/") + 1);
    return { ...facts, path, name };
  };
  const host = (path: string): string => hostPath(path, mapping);
  const asShown = (path: string, file: EvidenceFile): EvidenceFile => ({
    ...file,
    facts: shown(path, file.facts),
    path,
    now: (): FileFacts | null => {
      const facts = file.now();
      return facts === null ? null : shown(path, facts);
    },
    companion: (suffix): EvidenceFile | null => {
      const beside = stored(path + suffix);
      const kind = beside === null ? undefined : tree.facts(beside)?.kind;
      return beside === null || (kind !== "file" && kind !== "link")
        ? null
        : asShown(path + suffix, tree.open(beside));
    },
  });
  return {
    facts(path): FileFacts | null {
      const inside = stored(path);
      const facts = inside === null ? null : tree.facts(inside);
      return facts === null ? null : shown(path, facts);
    },
    list(path): FileFacts[] {
      const inside = stored(path);
      if (inside === null) throw new EvidenceError("unreadable", path, "No such folder");
      return tree.list(inside).map((facts) => shown(host(facts.path), facts));
    },
    open(path): EvidenceFile {
      const inside = stored(path);
      if (inside === null) throw new EvidenceError("unreadable", path, "No such file");
      return asShown(path, tree.open(inside));
    },
    resolve(path): string | null {
      const inside = stored(path);
      const real = inside === null ? null : tree.resolve(inside);
      return real === null ? null : host(real);
    },
  };
}

function hostPath(stored: string, mapping: DriveMapping): string {
  const { top, encoded, decode } = mapping;
  return top + (encoded ? stored.split("/").map(decode).join("/") : stored);
}

/** The stored path of one of the examined machine's, or null when there is none. */
function storedPaths(
  tree: EvidenceTree,
  mapping: DriveMapping,
): (path: string) => string | null {
  const { top, encoded } = mapping;
  const names = new Map<string, ReadonlyMap<string, string>>();
  const namesIn = (folder: string): ReadonlyMap<string, string> => {
    const known = names.get(folder) ?? listed(tree, folder, mapping);
    names.set(folder, known);
    return known;
  };
  return (path) => {
    if (top !== "" && path.slice(0, top.length).toUpperCase() !== top) return null;
    const rest = path.slice(top.length);
    if (!encoded) return rest;
    let folder = "";
    for (const segment of rest.split("/").filter((one) => one !== "")) {
      const plain = `${folder}/${segment}`;
      folder = tree.facts(plain) !== null
        ? plain
        : `${folder}/${namesIn(folder).get(segment) ?? segment}`;
    }
    return folder;
  };
}

/** Stored names by the names they stand for. */
function listed(
  tree: EvidenceTree,
  folder: string,
  mapping: DriveMapping,
): ReadonlyMap<string, string> {
  const kind = tree.facts(folder === "" ? "/" : folder)?.kind;
  if (kind !== "folder" && kind !== "link") return new Map();
  try {
    return new Map(
      tree.list(folder === "" ? "/" : folder).map(({ name }) => [mapping.decode(name), name]),
    );
  } catch (error) {
    if (!(error instanceof EvidenceError)) throw error;
    return new Map();
  }
}
