/**
 * Store files that two homes share: read once, under the home they lie in.
 *
 * @module
 */

import type { EvidenceTree } from "../evidence/file.ts";
import type { Home } from "./home.ts";
import type { Search } from "./search.ts";
import { isFixed } from "./steps.ts";

/** Marks in each home the store files that are another home's. */
export function sharedFiles(homes: readonly Home[], search: Search): Home[] {
  const files = homes.map((home) => namedFiles(home, search));
  const owners = new Map<EvidenceTree, Map<string, string>>();
  const ownersIn = (tree: EvidenceTree): Map<string, string> => {
    const known = owners.get(tree) ?? new Map<string, string>();
    owners.set(tree, known);
    return known;
  };
  // The file itself owns it before any link does, and never a home that is not read.
  for (const wanted of [0, 1, 2, 3]) {
    for (const [at, { tree, nested }] of homes.entries()) {
      for (const { path, key, isLink } of files[at] ?? []) {
        const rank = (nested ? 2 : 0) + (isLink ? 1 : 0);
        if (rank === wanted && !ownersIn(tree).has(key)) ownersIn(tree).set(key, path);
      }
    }
  }
  return homes.map((home, at) => {
    const shared = new Map<string, string>();
    for (const { path, key } of files[at] ?? []) {
      const owner = ownersIn(home.tree).get(key) ?? path;
      if (owner === path) continue;
      shared.set(path, owner);
      search.note(`${path}: the same file as ${owner}: not read again`);
    }
    return { ...home, shared };
  });
}

interface NamedFile {
  readonly path: string;
  /** Device and inode. */
  readonly key: string;
  readonly isLink: boolean;
}

/** The files that stand at one fixed place of a home: databases and histories. */
function namedFiles(home: Home, search: Search): NamedFile[] {
  return search.catalog.storeFiles(home.form).flatMap(({ steps, path: place }) => {
    if (!steps.every(isFixed)) return [];
    const path = `${home.path}/${place}`;
    const facts = home.tree.facts(path);
    if (facts === null) return [];
    const isLink = facts.kind === "link";
    const real = isLink ? home.tree.resolve(path) : path;
    const target = real === null ? null : home.tree.facts(real);
    if (target?.kind !== "file" || target.inode === 0n) return [];
    return [{ path, key: `${target.device}:${target.inode}`, isLink }];
  });
}
