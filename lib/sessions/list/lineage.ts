/**
 * The ancestors and descendants of sessions.
 *
 * @module
 */

import type { ListedSession } from "./listed.ts";
import type { TreeNode } from "./tree.ts";

/**
 * The part of a tree that sessions belong to: themselves, all above them and all
 * below them.
 *
 * @param tree Parents before children, as {@linkcode sessionTree} gives them
 */
export function lineageIn(
  tree: Iterable<TreeNode>,
  sessions: ReadonlySet<ListedSession>,
): TreeNode[] {
  const nodes = [...tree];
  const kept = new Set<TreeNode>([
    ...below(nodes, sessions),
    ...above(nodes, sessions),
  ]);
  return nodes.filter((node) => kept.has(node));
}

/** The sessions and their descendants, which follow them at greater depth. */
function* below(
  nodes: readonly TreeNode[],
  sessions: ReadonlySet<ListedSession>,
): Generator<TreeNode> {
  let top = Infinity;
  for (const node of nodes) {
    if (node.depth <= top) top = sessions.has(node.session) ? node.depth : Infinity;
    if (top !== Infinity) yield node;
  }
}

/** The ancestors, each the last before its child that is one level up. */
function* above(
  nodes: readonly TreeNode[],
  sessions: ReadonlySet<ListedSession>,
): Generator<TreeNode> {
  let child = 0;
  for (const node of [...nodes].reverse()) {
    const isAncestor = node.depth < child;
    if (isAncestor) yield node;
    if (isAncestor || sessions.has(node.session)) child = node.depth;
  }
}
