/**
 * Folders that collectors leave: a root may hold the files of a machine below
 * folders of the collector's own, one per drive or for the whole system.
 *
 * KAPE and CyLR keep a drive as `C/`, Velociraptor as `uploads/<accessor>/C%3A/`
 * with names percent-encoded, UAC a whole system as `[root]/`.
 *
 * @module
 */

import type { EvidenceTree } from "../evidence/file.ts";
import { drivesTree } from "./drives_tree.ts";
import { folderAt } from "./place.ts";

/** A tree of the examined machine's own paths. */
export interface TriageTree {
  readonly tree: EvidenceTree;
  /** `C:`, or nothing for a system without drives. */
  readonly top: string;
  /** Where it lies in the folder given. */
  readonly at: string;
  /** True when stored names are not the examined machine's. */
  readonly encoded: boolean;
}

/** The trees in a folder that a collector left; none for a plain root. */
export function triageTrees(root: EvidenceTree): TriageTree[] {
  const uploads = foldersIn(root, "/uploads").flatMap(({ path }) => [
    ...drivesIn(root, path, true),
    ...systemIn(root, path),
  ]);
  const uac = folderAt(root, "/[root]") === null
    ? []
    : [mapped(root, { at: "/[root]", top: "", encoded: false })];
  return [...drivesIn(root, "", false), ...uploads, ...uac];
}

/** One tree per drive letter. */
function drivesIn(root: EvidenceTree, folder: string, encoded: boolean): TriageTree[] {
  return foldersIn(root, folder).flatMap(({ path, name }) => {
    const shown = encoded ? decoded(name) : name;
    const letter = DRIVE.exec(shown)?.[1];
    if (letter === undefined) return [];
    if (!encoded && shown.length === 1 && !holdsAccounts(root, path)) return [];
    return [mapped(root, { at: path, top: `${letter.toUpperCase()}:`, encoded })];
  });
}

/** `C`, `C:`, or the device of a raw read: `\\.\C:`. */
const DRIVE = /^(?:\\\\[.?]\\)?([A-Za-z]):?$/;

/** A system without drives, collected by its own paths. */
function systemIn(root: EvidenceTree, folder: string): TriageTree[] {
  const names = foldersIn(root, folder).map(({ name }) => name);
  const posix = ["home", "root", "Users", "var", "etc"].some((name) => names.includes(name));
  return posix ? [mapped(root, { at: folder, top: "", encoded: true })] : [];
}

/** A folder with a single letter is a drive only when it looks like one. */
function holdsAccounts(root: EvidenceTree, path: string): boolean {
  return foldersIn(root, path).some(({ name }) => name.toLowerCase() === "users");
}

function mapped(
  root: EvidenceTree,
  how: { at: string; top: string; encoded: boolean },
): TriageTree {
  return { tree: drivesTree(root, { ...how, decode: decoded }), ...how };
}

function foldersIn(root: EvidenceTree, folder: string): { path: string; name: string }[] {
  const asked = folder === "" ? "/" : folder;
  if (folderAt(root, asked) === null) return [];
  return root.list(asked)
    .filter(({ kind }) => kind === "folder")
    .map(({ name }) => ({ path: `${folder}/${name}`, name }));
}

/** A name as it was on the examined machine; one that is not encoded rightly stays. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
