/**
 * Several copies of one file system, each of a part of it, as one tree.
 *
 * @module
 */

import { EvidenceError } from "../evidence/errors.ts";
import type { EvidenceFile, EvidenceTree, FileFacts } from "../evidence/file.ts";
import { compareCodePoints } from "../row/order.ts";

/** A tree in which a path is the first tree's that has it; folders hold what any of them holds. */
export function overlayTree(trees: readonly EvidenceTree[]): EvidenceTree {
  const holderOf = (path: string): EvidenceTree | undefined =>
    trees.find((tree) => tree.facts(path) !== null);
  const open = (path: string): EvidenceFile => {
    const tree = holderOf(path);
    if (tree === undefined) throw new EvidenceError("unreadable", path, "No such file");
    const file = tree.open(path);
    // A log may have been copied by another way than its database.
    return { ...file, companion: (suffix) => file.companion(suffix) ?? companion(path + suffix) };
  };
  const companion = (path: string): EvidenceFile | null =>
    holderOf(path)?.facts(path)?.kind === "file" ? open(path) : null;
  return {
    facts: (path) => holderOf(path)?.facts(path) ?? null,
    list: (path) => listed(trees, path),
    open,
    resolve: (path) => firstOf(trees, (tree) => tree.resolve(path)),
  };
}

function listed(trees: readonly EvidenceTree[], path: string): FileFacts[] {
  const found = new Map<string, FileFacts>();
  let fault: unknown = new EvidenceError("unreadable", path, "No such folder");
  let any = false;
  for (const tree of trees.filter((one) => one.facts(path) !== null)) {
    try {
      for (const facts of tree.list(path)) if (!found.has(facts.name)) found.set(facts.name, facts);
      any = true;
    } catch (error) {
      if (!(error instanceof EvidenceError)) throw error;
      fault = error;
    }
  }
  if (!any) throw fault;
  return [...found.values()].sort((a, b) => compareCodePoints(a.name, b.name));
}

function firstOf<T>(
  trees: readonly EvidenceTree[],
  ask: (tree: EvidenceTree) => T | null,
): T | null {
  for (const tree of trees) {
    const answer = ask(tree);
    if (answer !== null) return answer;
  }
  return null;
}
