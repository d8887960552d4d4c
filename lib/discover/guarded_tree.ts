/**
 * This machine's disk, with links that evidence holds under guard: none of them
 * makes us touch a network, a device or a dead mount.
 *
 * @module
 */

import { EvidenceError } from "../evidence/errors.ts";
import type { EvidenceFile, EvidenceTree, FileFacts } from "../evidence/file.ts";
import type { VisitRule } from "./visit.ts";

/** A tree that follows a link only where the rule lets it. */
export function guardedTree(tree: EvidenceTree, mayNotVisit: VisitRule): EvidenceTree {
  const reachable = new Map<string, boolean>();
  const resolve = (path: string): string | null => resolved(tree, path, mayNotVisit);
  /** False when a folder on the way is a link that must not be followed. */
  const isReachable = (path: string): boolean => {
    const folder = path.slice(0, path.lastIndexOf("/"));
    const known = reachable.get(folder) ?? (folder === "" || resolve(folder) !== null);
    reachable.set(folder, known);
    return known;
  };
  const facts = (path: string): FileFacts | null => isReachable(path) ? tree.facts(path) : null;
  const companion = (file: EvidenceFile, real: string, suffix: string): EvidenceFile | null => {
    if (facts(real + suffix)?.kind === "link" && resolve(real + suffix) === null) return null;
    return file.companion(suffix);
  };
  return {
    facts,
    list(path): FileFacts[] {
      if (resolve(path) === null) throw new EvidenceError("unreadable", path, "No such folder");
      return tree.list(path);
    },
    open(path): EvidenceFile {
      const real = resolve(path);
      if (real === null && facts(path)?.kind === "link") {
        throw new EvidenceError("not-a-regular-file", path, "not a regular file");
      }
      if (real === null && !isReachable(path)) {
        throw new EvidenceError("unreadable", path, "No such file");
      }
      const file = tree.open(path);
      return { ...file, companion: (suffix) => companion(file, real ?? path, suffix) };
    },
    resolve,
  };
}

/** Links followed for one path before it counts as a loop; the kernel's own limit. */
const MOST_LINKS = 40;

/** Resolves one name after the other, looking at each before it is followed. */
function resolved(tree: EvidenceTree, path: string, mayNotVisit: VisitRule): string | null {
  const [head = "", ...rest] = path.split("/");
  let top = head;
  let at: string[] = [];
  const todo = rest.reverse();
  for (let links = 0; todo.length > 0;) {
    const segment = todo.pop() ?? "";
    if (segment === "" || segment === ".") continue;
    if (segment === "..") {
      at.pop();
      continue;
    }
    const next = [top, ...at, segment].join("/");
    const facts = tree.facts(next);
    if (facts === null) return null;
    if (facts.kind !== "link") {
      at.push(segment);
      continue;
    }
    const target = facts.linkTarget ?? "";
    if (++links > MOST_LINKS) return null;
    const start = DRIVE.exec(target)?.[0] ?? (target.startsWith("/") ? "" : null);
    const folder = [top, ...at].join("/");
    if (mayNotVisit(start === null ? `${folder}/${target}` : target) !== null) return null;
    if (start !== null) {
      top = start;
      at = [];
    }
    const names = start === null ? target : target.slice(start.length);
    todo.push(
      ...(start === null && !DRIVE.test(top) ? names : names.replaceAll("\\", "/"))
        .split("/").reverse(),
    );
  }
  return at.length === 0 ? `${top}/` : [top, ...at].join("/");
}

/** What a Windows path starts with. */
const DRIVE = /^[A-Za-z]:(?=[\\/]|$)/;
