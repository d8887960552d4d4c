/**
 * The folders of the profiles in a home, one level down.
 *
 * @module
 */

import { EvidenceError } from "../evidence/errors.ts";
import type { Home } from "./home.ts";
import { folderAt } from "./place.ts";
import type { Search } from "./search.ts";

/** A folder, or a link to one, where a home keeps its profiles. */
export interface ProfileFolder {
  readonly path: string;
  readonly name: string;
}

/** The folders that stand where the profiles of a home would. */
export function profileFolders(home: Home, search: Search): ProfileFolder[] {
  if (home.form.profiles === null) return [];
  const folder = `${home.path}/${home.form.profiles}`;
  if (folderAt(home.tree, folder) === null) return [];
  try {
    return home.tree.list(folder).flatMap(({ path, name, kind, refused }) => {
      if (kind === "unknown") search.refuse(path, refused ?? "Cannot be reached");
      if (folderAt(home.tree, path) !== null && kind !== "unknown") return [{ path, name }];
      if (kind === "link") {
        search.note(`${path}: a link that leads nowhere, or out of the evidence: not followed`);
      }
      return [];
    });
  } catch (error) {
    if (!(error instanceof EvidenceError)) throw error;
    search.refuse(folder, error.message);
    return [];
  }
}
