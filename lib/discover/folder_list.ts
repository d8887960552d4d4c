/**
 * Folders of a home, each listed once however often it is asked for.
 *
 * @module
 */

import { EvidenceError } from "../evidence/errors.ts";
import type { EvidenceTree, FileFacts } from "../evidence/file.ts";
import { folderAt } from "./place.ts";

/** What lies in a folder; nothing where there is none, or where it cannot be listed. */
export type FolderList = (folder: string) => readonly FileFacts[];

/** Lists a tree's folders once; a refusal is told once. */
export function listedOnce(
  tree: EvidenceTree,
  onRefused: (path: string, why: string) => void,
): FolderList {
  const known = new Map<string, readonly FileFacts[]>();
  return (folder) => {
    const listed = known.get(folder) ?? listFolder(tree, folder, onRefused);
    known.set(folder, listed);
    return listed;
  };
}

function listFolder(
  tree: EvidenceTree,
  folder: string,
  onRefused: (path: string, why: string) => void,
): readonly FileFacts[] {
  if (folderAt(tree, folder) === null) return [];
  try {
    return tree.list(folder);
  } catch (error) {
    if (!(error instanceof EvidenceError)) throw error;
    onRefused(folder, error.message);
    return [];
  }
}
