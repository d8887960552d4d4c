/**
 * The files of a home's stores.
 *
 * @module
 */

import type { Catalog, Entry, StoreFiles } from "../catalog/mod.ts";
import { compilePattern, type Pattern } from "../catalog/pattern.ts";
import { EvidenceError } from "../evidence/errors.ts";
import type { FileFacts } from "../evidence/file.ts";
import { compareCodePoints } from "../row/order.ts";
import type { Home, StoreFile } from "./home.ts";
import { folderAt } from "./place.ts";
import { unfinishedRule } from "./stable.ts";
import { isFixed } from "./steps.ts";

/**
 * The files of a home's stores that exist, sorted by code points. Special files
 * are among them, since the reader's refusal is a row. Not among them: the
 * companions of a database, what lies in an unfinished snapshot, files that are
 * another home's, and a profile inside a profile, where Hermes never looks.
 */
export function storeFilesOf(home: Home, catalog: Catalog): StoreFile[] {
  return home.nested ? [] : storeFilesIn(home, catalog);
}

/** The same for any home, whether or not Hermes would look there. */
export function storeFilesIn(
  home: Home,
  catalog: Catalog,
  onRefused: (path: string, why: string) => void = (): void => {},
): StoreFile[] {
  const found = new Map<string, StoreFile>();
  const isStoreFile = storeRule(home, catalog);
  for (const place of catalog.storeFiles(home.form)) {
    for (const facts of filesAt(home, place, onRefused)) {
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
function filesAt(
  home: Home,
  place: StoreFiles,
  onRefused: (path: string, why: string) => void,
): FileFacts[] {
  let folders = [home.path];
  let found: FileFacts[] = [];
  for (const step of place.steps) {
    found = folders.flatMap((folder) => matching(home, folder, { step, onRefused }));
    folders = found.map(({ path }) => path);
  }
  return found;
}

function matching(
  home: Home,
  folder: string,
  how: { step: Pattern; onRefused: (path: string, why: string) => void },
): FileFacts[] {
  const { step } = how;
  const { tree, ignoresCase } = home;
  if (isFixed(step)) {
    const facts = tree.facts(`${folder}/${step.text}`);
    if (facts !== null) return [facts];
    if (!ignoresCase) return [];
  }
  if (folderAt(tree, folder) === null) return [];
  try {
    const asked = ignoresCase ? compilePattern(step.text, true) : step;
    return tree.list(folder)
      .filter(({ name }) => asked.matches(ignoresCase ? name.toLowerCase() : name));
  } catch (error) {
    if (!(error instanceof EvidenceError)) throw error;
    how.onRefused(folder, error.message);
    return [];
  }
}

/** One place's pattern may reach what another entry knows better. */
function storeRule(home: Home, catalog: Catalog): (place: StoreFiles, path: string) => boolean {
  const { form, ignoresCase } = home;
  const inProfile = home.profile !== null && home.profile !== "default";
  const isUnfinished = unfinishedRule(catalog);
  return (place, path) => {
    const rest = path.slice(home.path.length + 1);
    const match = catalog.matchIn({ form, inProfile, ignoresCase }, rest);
    return match.entry === place.entry && !isUnfinished(rest);
  };
}
