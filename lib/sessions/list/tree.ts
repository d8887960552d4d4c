/**
 * Sessions under their parents.
 *
 * @module
 */

import { compareCodePoints } from "../../row/order.ts";
import { homeOf } from "../databases.ts";
import { type ListedSession, startOf } from "./listed.ts";

/** A session at its place in the tree. */
export interface TreeNode {
  readonly session: ListedSession;
  /** 0 for a session under no other. */
  readonly depth: number;
  readonly children: number;
  /** Id of the session at the top of its tree. */
  readonly root: string | null;
  /** Why it stands at the top although it names a parent; null for all others. */
  readonly broken: "missing parent" | "cycle" | null;
}

/**
 * The tree, parents before children, children by the time they began. A parent
 * that is not there, or is also a descendant, is said, and never followed.
 *
 * @param sessions In the order in which the tops shall stand
 */
export function* sessionTree(sessions: readonly ListedSession[]): Generator<TreeNode> {
  const { tops, children } = arranged(sessions);
  const shown = new Set<ListedSession>();
  for (const session of tops) {
    const broken = session.parent === null ? null : "missing parent";
    yield* branch({ session, broken }, { children, shown });
  }
  // whatever no top leads to hangs in a circle
  for (const session of sessions) {
    if (!shown.has(session)) yield* branch({ session, broken: "cycle" }, { children, shown });
  }
}

interface Arranged {
  readonly tops: ListedSession[];
  readonly children: ReadonlyMap<ListedSession, ListedSession[]>;
}

function arranged(sessions: readonly ListedSession[]): Arranged {
  const byKey = new Map<string, ListedSession>();
  for (const session of sessions) {
    // with copies listed too, a child hangs under the session of its own file
    for (const key of [keyOf(session, session.id, "file"), keyOf(session, session.id, "home")]) {
      if (!byKey.has(key)) byKey.set(key, session);
    }
  }
  const tops: ListedSession[] = [];
  const children = new Map<ListedSession, ListedSession[]>();
  for (const session of sessions) {
    const { parent } = session;
    const above = parent === null ? undefined : byKey.get(keyOf(session, parent, "file")) ??
      byKey.get(keyOf(session, parent, "home"));
    if (above === undefined) tops.push(session);
    else if (children.has(above)) children.get(above)?.push(session);
    else children.set(above, [session]);
  }
  for (const list of children.values()) list.sort(byStart);
  return { tops, children };
}

function keyOf(session: ListedSession, id: string | null, within: "file" | "home"): string {
  return JSON.stringify([homeOf(session.file), within === "file" ? session.file.path : null, id]);
}

function byStart(a: ListedSession, b: ListedSession): number {
  return (startOf(a) ?? Infinity) - (startOf(b) ?? Infinity) ||
    compareCodePoints(a.id ?? "", b.id ?? "");
}

function* branch(
  top: { session: ListedSession; broken: TreeNode["broken"] },
  tree: { children: Arranged["children"]; shown: Set<ListedSession> },
): Generator<TreeNode> {
  const waiting = [{ session: top.session, depth: 0, broken: top.broken }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (tree.shown.has(next.session)) continue;
    tree.shown.add(next.session);
    const children = tree.children.get(next.session) ?? [];
    yield { ...next, children: children.length, root: top.session.id };
    for (const session of [...children].reverse()) {
      waiting.push({ session, depth: next.depth + 1, broken: null });
    }
  }
}
