/**
 * Opens a bundle's folder or zip, without changing either.
 *
 * @module
 */

import { EvidenceError } from "../evidence/errors.ts";
import type { EvidenceFile, EvidenceTree } from "../evidence/file.ts";
import { localTree } from "../evidence/local_tree.ts";
import { rootTree } from "../evidence/root_tree.ts";
import { readDirectory } from "../evidence/zip_directory.ts";
import { type Expand, zipTree } from "../evidence/zip_tree.ts";
import type { Storage } from "./records.ts";
import { MANIFEST, SUMS } from "./target.ts";

/** A bundle's files, open. */
export interface OpenStorage extends Storage {
  /** The zip; null for a folder. */
  readonly zip: EvidenceFile | null;
  close(): void;
}

/** Files of which one tells a bundle, also when the other was taken away. */
const MARKS = [MANIFEST, SUMS];

/**
 * Opens what may be a bundle; null when it holds neither manifest nor hashes.
 *
 * @param path Absolute, of a folder or of a file
 * @throws {EvidenceError} `not-this-format`, `unreadable` for a zip that cannot be read
 */
export function openStorage(path: string, expand: Expand): OpenStorage | null {
  const local = localTree();
  const real = local.resolve(path) ?? path;
  if (local.facts(real)?.kind === "folder") {
    const tree = rootTree(real, { stable: true });
    const isBundle = MARKS.some((name) => tree.facts(`/${name}`)?.kind === "file");
    return isBundle ? { tree, top: "/", zip: null, close: () => {} } : null;
  }
  const zip = local.open(real);
  try {
    const top = topOf(readDirectory(zip).members.map(({ name }) => name));
    if (top !== null) return { tree: zipTree(zip, expand), top, zip, close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error;
  }
  zip.close();
  return null;
}

/** A folder that was packed by hand stands below its own name. */
function topOf(names: readonly string[]): string | null {
  for (const mark of MARKS) {
    if (names.includes(mark)) return "/";
    const packed = names.find((name) => name.split("/").length === 2 && name.endsWith(`/${mark}`));
    if (packed !== undefined) return `/${packed.slice(0, -mark.length)}`;
  }
  return null;
}

/** Every file below a folder of a tree, its folders walked without recursion. */
export function filesBelow(tree: EvidenceTree, top: string): string[] {
  const found: string[] = [];
  const todo = [top];
  for (let folder = todo.pop(); folder !== undefined; folder = todo.pop()) {
    for (const { path, kind } of tree.list(folder === "" ? "/" : folder)) {
      if (kind === "folder") todo.push(path);
      else found.push(path);
    }
  }
  return found;
}

/** Refuses a deflated member where nothing may be written. */
export const NO_EXPANDING: Expand = (zip, member) => {
  throw new EvidenceError(
    "needs-work-folder",
    zip.path,
    `Expanding ${member.name} needs ${member.size} bytes: name a folder with --work`,
  );
};
