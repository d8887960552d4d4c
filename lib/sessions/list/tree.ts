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
  const { tops, above, children } = arranged(sessions);
  const shown = new Set<ListedSession>();
  for (const session of tops) {
    const broken = session.parent === null ? null : "missing parent";
    yield* branch({ session, broken }, { children, shown });
  }
  // whatever no top leads to is part of a circle, or hangs on one
  for (const session of sessions) {
    if (shown.has(session)) continue;
    yield* branch({ session: circled(session, above), broken: "cycle" }, { children, shown });
  }
}

/** The first session of the circle that the parents of a session lead to; itself if it is in it. */
function circled(session: ListedSession, above: Arranged["above"]): ListedSession {
  const passed = new Set<ListedSession>();
  let at = session;
  for (; !passed.has(at); at = above.get(at) ?? at) passed.add(at);
  return at;
}

interface Arranged {
  readonly tops: ListedSession[];
  /** The parent of each session that has one here. */
  readonly above: ReadonlyMap<ListedSession, ListedSession>;
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
  const above = new Map<ListedSession, ListedSession>();
  const children = new Map<ListedSession, ListedSession[]>();
  for (const session of sessions) {
    const { parent } = session;
    const found = parent === null ? undefined : byKey.get(keyOf(session, parent, "file")) ??
      byKey.get(keyOf(session, parent, "home"));
    if (found === undefined) {
      tops.push(session);
      continue;
    }
    above.set(session, found);
    const siblings = children.get(found);
    if (siblings === undefined) children.set(found, [session]);
    else siblings.push(session);
  }
  for (const list of children.values()) list.sort(byStart);
  return { tops, above, children };
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
