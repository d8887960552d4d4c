/**
 * A machine, or a part of one, in which homes are looked for.
 *
 * @module
 */

import { namesOnDisk } from "../evidence/disk_facts.ts";
import { EvidenceError } from "../evidence/errors.ts";
import type { EvidenceTree, FileFacts } from "../evidence/file.ts";
import type { Search } from "./search.ts";
import type { VisitRule } from "./visit.ts";

/** Where to look. */
export interface Place {
  readonly tree: EvidenceTree;
  /** What every path starts with: nothing for `/home/u`, `C:` for `C:/Users/u`. */
  readonly top: string;
  /** True for the machine this runs on. */
  readonly live: boolean;
  /** Why a path that evidence names must not be touched, or null. */
  readonly mayNotVisit: VisitRule;
  /** What stands for `top` on this machine; null when names are not those of a disk. */
  readonly disk: string | null;
  /**
   * The names in a folder, in no order; null when it is no folder or cannot be
   * listed. Far cheaper than the facts of each.
   */
  names(path: string): readonly string[] | null;
}

/** What a place is made of. */
export interface PlaceParts {
  readonly tree: EvidenceTree;
  readonly top: string;
  readonly live: boolean;
  readonly mayNotVisit: VisitRule;
  /** What stands for `top` on this machine; null when names are not those of a disk. */
  readonly disk: string | null;
}

/** Makes a place; what cannot be listed is told to the search. */
export function placeOf(parts: PlaceParts, search: Search): Place {
  const { tree, top, live, mayNotVisit, disk } = parts;
  const listed = new Map<string, readonly string[] | null>();
  return {
    tree,
    top,
    live,
    mayNotVisit,
    disk,
    names(path): readonly string[] | null {
      const known = listed.get(path);
      if (known !== undefined) return known;
      const names = listFolder(parts, path, search);
      listed.set(path, names);
      return names;
    },
  };
}

/** The facts of a folder, or of the one a link leads to; null for everything else. */
export function folderAt(tree: EvidenceTree, path: string): FileFacts | null {
  const facts = tree.facts(path);
  if (facts === null || facts.kind === "folder") return facts;
  if (facts.kind !== "link") return null;
  const real = tree.resolve(path);
  const target = real === null ? null : tree.facts(real);
  return target?.kind === "folder" ? target : null;
}

/** A path on this machine; one outside the place is this machine's already. */
function onDisk({ top }: PlaceParts, path: string, disk: string): string {
  return path.startsWith(top) ? disk + path.slice(top.length) : path;
}

function listFolder(parts: PlaceParts, path: string, search: Search): readonly string[] | null {
  const { tree, disk } = parts;
  const asked = path === "" ? "/" : path;
  const facts = tree.facts(asked);
  if (facts?.kind === "unknown") search.refuse(asked, facts.refused ?? "Cannot be reached");
  if (facts === null || folderAt(tree, asked) === null) return null;
  search.progress(asked);
  try {
    if (disk === null) return tree.list(asked).map(({ name }) => name);
    const real = tree.resolve(asked);
    if (real === null) return null;
    return namesOnDisk(onDisk(parts, real, disk));
  } catch (error) {
    const why = error instanceof EvidenceError
      ? error.message
      : `Cannot be listed (${(error as { code?: string }).code ?? "unknown fault"})`;
    search.refuse(asked, why);
    return null;
  }
}

/** What tells two names of one folder or file from two of them, within one tree. */
export function identityOf(facts: FileFacts, real: string): string {
  return facts.inode === 0n ? real : `${facts.device}:${facts.inode}`;
}
