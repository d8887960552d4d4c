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
import { folderAt } from "./place.ts";

/** A folder that holds the files of a machine, or of one of its drives. */
export interface TriageFolder {
  /** `C:`, or nothing for a system without drives. */
  readonly top: string;
  /** Where it lies in the folder given. */
  readonly at: string;
  /** True when stored names are not the examined machine's. */
  readonly encoded: boolean;
}

/** The folders that a collector left in a root; none in a plain one. */
export function triageFolders(root: EvidenceTree): TriageFolder[] {
  const uploads = foldersIn(root, "/uploads").flatMap(({ path }) => [
    ...drivesIn(root, path, true),
    ...systemIn(root, path),
  ]);
  const uac = root.facts(UAC)?.kind === "folder" ? [{ at: UAC, top: "", encoded: false }] : [];
  return [...drivesIn(root, "", false), ...uploads, ...uac];
}

const UAC = "/[root]";

/** One folder per drive letter. */
function drivesIn(root: EvidenceTree, folder: string, encoded: boolean): TriageFolder[] {
  return foldersIn(root, folder).flatMap(({ path, name }) => {
    const shown = encoded ? decoded(name) : name;
    const letter = DRIVE.exec(shown)?.[1];
    if (letter === undefined) return [];
    if (!encoded && shown.length === 1 && !holdsAccounts(root, path)) return [];
    return [{ at: path, top: `${letter.toUpperCase()}:`, encoded }];
  });
}

/** `C`, `C:`, or the device of a raw read: `\\.\C:`. */
const DRIVE = /^(?:\\\\[.?]\\)?([A-Za-z]):?$/;

/** A system without drives, collected by its own paths. */
function systemIn(root: EvidenceTree, folder: string): TriageFolder[] {
  const names = foldersIn(root, folder).map(({ name }) => name);
  const posix = ["home", "root", "Users", "var", "etc"].some((name) => names.includes(name));
  return posix ? [{ at: folder, top: "", encoded: true }] : [];
}

/** A folder with a single letter is a drive only when it looks like one. */
function holdsAccounts(root: EvidenceTree, path: string): boolean {
  return foldersIn(root, path).some(({ name }) => name.toLowerCase() === "users");
}

function foldersIn(root: EvidenceTree, folder: string): { path: string; name: string }[] {
  const asked = folder === "" ? "/" : folder;
  if (folderAt(root, asked) === null) return [];
  return root.list(asked)
    .filter(({ kind }) => kind === "folder")
    .map(({ name }) => ({ path: `${folder}/${name}`, name }));
}

/** A name as it was on the examined machine; one that is not encoded rightly stays. */
export function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
