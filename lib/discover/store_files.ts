/**
 * The files of a home's stores.
 *
 * @module
 */

import type { Catalog, Entry, StoreFiles } from "../catalog/mod.ts";
import { compilePattern, type Pattern } from "../catalog/pattern.ts";
import type { FileFacts } from "../evidence/file.ts";
import { compareCodePoints } from "../row/order.ts";
import type { Home, StoreFile } from "./home.ts";
import { type FolderList, listedOnce } from "./folder_list.ts";
import { unfinishedRule } from "./stable.ts";
import { isFixed } from "./steps.ts";

/**
 * The files of a home's stores that exist, sorted by code points. Special files
 * are among them, since the reader's refusal is a row. Not among them: the
 * companions of a database, what lies in an unfinished snapshot, files that are
 * another home's, and a profile inside a profile, where Hermes never looks.
 *
 * @param onRefused Told of every folder that cannot be listed
 */
export function storeFilesOf(
  home: Home,
  catalog: Catalog,
  onRefused: (path: string, why: string) => void = () => {},
): StoreFile[] {
  return home.nested ? [] : storeFilesIn(home, catalog, listedOnce(home.tree, onRefused));
}

/** The same for any home, whether or not Hermes would look there. */
export function storeFilesIn(
  home: Home,
  catalog: Catalog,
  list: FolderList = listedOnce(home.tree, () => {}),
): StoreFile[] {
  const found = new Map<string, StoreFile>();
  const isStoreFile = storeRule(home, catalog);
  for (const place of catalog.storeFiles(home.form)) {
    for (const facts of filesAt(home, place, list)) {
      const { path } = facts;
      if (home.shared.has(path) || !isStoreFile(place, path)) continue;
      found.set(path, storeFile(home, place.entry, facts));
    }
  }
  return [...found.values()].sort((a, b) => compareCodePoints(a.path, b.path));
}

function storeFile(home: Home, entry: Entry, facts: FileFacts): StoreFile {
  const { tree, user, profile } = home;
  const { path } = facts;
  return { home, tree, entry, path, sourceFile: path, facts, user, profile };
}

/** Follows the steps of a place through a home. */
function filesAt(home: Home, place: StoreFiles, list: FolderList): FileFacts[] {
  let folders = [home.path];
  let found: FileFacts[] = [];
  for (const step of place.steps) {
    found = folders.flatMap((folder) => matching(home, folder, { step, list }));
    folders = found.map(({ path }) => path);
  }
  return found;
}

function matching(
  home: Home,
  folder: string,
  how: { readonly step: Pattern; readonly list: FolderList },
): FileFacts[] {
  const { step, list } = how;
  const { tree, ignoresCase } = home;
  if (isFixed(step)) {
    const facts = tree.facts(`${folder}/${step.text}`);
    // In a folder that is closed to us every name seems to be there.
    if (facts?.kind === "unknown") return list(folder).filter(({ name }) => name === step.text);
    if (facts !== null) return [facts];
    if (!ignoresCase) return [];
  }
  const asked = ignoresCase ? compilePattern(step.text, true) : step;
  return list(folder).filter(({ name }) => asked.matches(ignoresCase ? name.toLowerCase() : name));
}

/** One place's pattern may reach what another entry knows better. */
function storeRule(home: Home, catalog: Catalog): (place: StoreFiles, path: string) => boolean {
  const { form, ignoresCase } = home;
  const inProfile = home.profile !== null && home.profile !== "default";
  const isUnfinished = unfinishedRule(catalog);
  return (place, path) => {
    const rest = path.slice(home.path.length + 1);
    const match = catalog.matchIn({ form, inProfile, ignoresCase }, rest);
    if (match.entry !== place.entry || isUnfinished(rest)) return false;
    // A companion that lost its database is named by itself.
    const owner = match.companion === null ? null : path.slice(0, -match.companion.length);
    return owner === null || home.tree.facts(owner) === null;
  };
}
