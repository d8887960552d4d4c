/**
 * The places in a folder that stands for a machine, and in a bundle.
 *
 * @module
 */

import { rootTree } from "../evidence/root_tree.ts";
import type { BundleEvidence } from "./home.ts";
import { type Place, placeOf } from "./place.ts";
import type { Search } from "./search.ts";
import { isInSnapshot } from "./stable.ts";
import { triageTrees } from "./triage.ts";
import { visitRule } from "./visit.ts";

/** A root, with the machines in it. */
export interface RootPlaces {
  /** Folder on this machine. */
  readonly dir: string;
  /** The folder itself first, then what a collector left in it. */
  readonly places: readonly Place[];
}

/** @param dir Absolute path on this machine, `/` separators */
export function rootPlaces(dir: string, search: Search): RootPlaces {
  const tree = rootTree(dir, { stable: isInSnapshot(search.catalog) });
  const parts = { live: false, mayNotVisit: visitRule("posix") };
  const plain = placeOf({ ...parts, tree, top: "", disk: dir === "/" ? "" : dir }, search);
  const triage = triageTrees(tree).map(({ tree, top }) =>
    placeOf({
      tree,
      top,
      live: false,
      mayNotVisit: visitRule(top === "" ? "posix" : "windows"),
      disk: null,
    }, search)
  );
  return { dir, places: [plain, ...triage] };
}

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
