/**
 * A home of a made tree, for tests of what is done with one.
 *
 * @module
 */

import { CATALOG } from "./discover_tree.ts";
import type { EvidenceTree } from "../lib/evidence/file.ts";
import type { Home } from "../lib/discover/home.ts";

/** Where it is. */
export const HOME = "/home/ana/.hermes";

/** Ana's home, of the default form. */
export function homeIn(tree: EvidenceTree): Home {
  return {
    tree,
    path: HOME,
    names: [],
    form: CATALOG.form("default"),
    user: "ana",
    profile: "default",
    nested: false,
    parent: null,
    ignoresCase: false,
    via: "",
    shared: new Map(),
  };
}
