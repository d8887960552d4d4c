/**
 * The places in a folder that stands for a machine, and in a bundle.
 *
 * @module
 */

import { rootTree } from "../evidence/root_tree.ts";
import { drivesTree } from "./drives_tree.ts";
import { guardedTree } from "./guarded_tree.ts";
import type { BundleEvidence } from "./home.ts";
import { type Place, placeOf } from "./place.ts";
import type { Search } from "./search.ts";
import { isInSnapshot } from "./stable.ts";
import { overlayTree } from "./overlay_tree.ts";
import { decoded, type TriageFolder, triageFolders } from "./triage.ts";
import { networkMounts, visitRule } from "./visit.ts";

/** A root, with the machines in it. */
export interface RootPlaces {
  /** Folder on this machine. */
  readonly dir: string;
  /** The folder itself first, then what a collector left in it. */
  readonly places: readonly Place[];
}

/** @param dir Absolute path on this machine, `/` separators */
export function rootPlaces(dir: string, search: Search): RootPlaces {
  const plain = plainPlace(dir, search);
  const { tree } = plain;
  const triage = Map.groupBy(triageFolders(tree), ({ top }) => top);
  const places = [...triage.values()].map((folders) => triagePlace(dir, folders, search));
  return { dir, places: [plain, ...places] };
}

/** The root of this machine is named like any other, and guarded like this machine. */
function plainPlace(dir: string, search: Search): Place {
  const tree = rootTree(dir, { stable: isInSnapshot(search.catalog) });
  const live = dir === "/";
  const mayNotVisit = visitRule("posix", live ? networkMounts() : []);
  return placeOf({
    tree: live ? guardedTree(tree, mayNotVisit) : tree,
    top: "",
    live,
    mayNotVisit,
    disk: live ? "" : dir,
  }, search);
}

/**
 * What a collector left of one drive or system, by the examined machine's own
 * paths. Several folders of one drive are parts of it, read in different ways.
 */
function triagePlace(dir: string, folders: readonly TriageFolder[], search: Search): Place {
  const trees = folders.map(({ at, top, encoded }) => {
    const tree = rootTree(dir + at, { stable: isInSnapshot(search.catalog) });
    return top === "" && !encoded ? tree : drivesTree(tree, { top, encoded, decode: decoded });
  });
  const [{ at, top, encoded } = NOWHERE] = folders;
  return placeOf({
    tree: trees.length === 1 && trees[0] !== undefined ? trees[0] : overlayTree(trees),
    top,
    live: false,
    mayNotVisit: visitRule(top === "" ? "posix" : "windows"),
    disk: encoded || trees.length > 1 ? null : dir + at,
  }, search);
}

const NOWHERE: TriageFolder = { at: "", top: "", encoded: false };

/** The places of a bundle: one per drive. */
export function bundlePlaces(bundle: BundleEvidence, search: Search): Place[] {
  return bundle.tops.map((top) =>
    placeOf({
      tree: bundle.tree,
      top,
      live: false,
      mayNotVisit: visitRule(top === "" ? "posix" : "windows"),
      disk: null,
    }, search)
  );
}
