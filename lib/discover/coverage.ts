/**
 * What lies in a home, against what the catalog knows: which kept files there
 * are, which files it does not know, what a rule leaves out.
 *
 * @module
 */

import type { Entry } from "../catalog/mod.ts";
import type { FileFacts } from "../evidence/file.ts";
import { compareCodePoints } from "../row/order.ts";
import type { FolderList } from "./folder_list.ts";
import type { Home } from "./home.ts";
import type { Search } from "./search.ts";

/** A known kind of file, summed up. */
export interface KnownFiles {
  readonly entry: Entry;
  readonly files: number;
  readonly bytes: number;
}

/** Files that one rule flags, summed up. */
export interface FlaggedFiles {
  /** Id of the rule. */
  readonly rule: string;
  readonly files: number;
  readonly bytes: number;
}

/** A file or folder that a rule leaves out. */
export interface ExcludedPath {
  readonly path: string;
  /** Id of the rule. */
  readonly rule: string;
}

/** What was seen in a home. */
export interface Coverage {
  readonly files: number;
  readonly bytes: number;
  readonly known: readonly KnownFiles[];
  /** Files of no entry that a rule flags as a credential. */
  readonly credentials: readonly FlaggedFiles[];
  /** Files that neither an entry nor a rule of the catalog knows, sorted. */
  readonly unknown: readonly string[];
  readonly excluded: readonly ExcludedPath[];
  /** FIFOs, sockets and devices: never opened. */
  readonly special: readonly { readonly path: string; readonly kind: string }[];
}

/**
 * Walks a home once. Links are not followed, excluded folders not entered.
 *
 * @param others Paths and other names of homes, which are told of by themselves
 */
export function coverageOf(
  home: Home,
  others: ReadonlySet<string>,
  how: { readonly search: Search; readonly list: FolderList },
): Coverage {
  const { search, list } = how;
  const seen: Seen = {
    files: 0,
    bytes: 0,
    known: new Map(),
    credentials: new Map(),
    unknown: [],
    excluded: [],
    special: [],
  };
  const match = matcherOf(home, search);
  const todo = [home.path];
  for (let folder = todo.pop(); folder !== undefined; folder = todo.pop()) {
    search.progress(folder);
    for (const facts of list(folder)) {
      if (facts.kind !== "file" && others.has(facts.path)) continue;
      const matched = match(facts);
      const { taken, exclusion } = matched;
      if (taken === "excluded") {
        seen.excluded.push({ path: facts.path, rule: exclusion?.rule.id ?? "" });
      } else if (facts.kind === "folder") todo.push(facts.path);
      else if (facts.kind === "unknown") {
        search.refuse(facts.path, facts.refused ?? "Cannot be reached");
      } else count(seen, facts, matched);
    }
  }
  return {
    ...seen,
    known: [...seen.known.values()].sort((a, b) => compareCodePoints(a.entry.id, b.entry.id)),
    credentials: [...seen.credentials.values()].sort((a, b) => compareCodePoints(a.rule, b.rule)),
    unknown: seen.unknown.sort(compareCodePoints),
    excluded: seen.excluded.sort((a, b) => compareCodePoints(a.path, b.path)),
    special: seen.special.sort((a, b) => compareCodePoints(a.path, b.path)),
  };
}

interface Seen {
  files: number;
  bytes: number;
  readonly known: Map<string, KnownFiles>;
  readonly credentials: Map<string, FlaggedFiles>;
  readonly unknown: string[];
  readonly excluded: ExcludedPath[];
  readonly special: { path: string; kind: string }[];
}

const SPECIAL = new Set(["fifo", "socket", "device"]);

function count(seen: Seen, facts: FileFacts, match: Match): void {
  const { entry, secret } = match;
  seen.files++;
  seen.bytes += facts.size;
  if (SPECIAL.has(facts.kind)) seen.special.push({ path: facts.path, kind: facts.kind });
  if (entry === null && secret !== null) {
    const rule = secret.rule.id;
    const { files, bytes } = seen.credentials.get(rule) ?? { files: 0, bytes: 0 };
    seen.credentials.set(rule, { rule, files: files + 1, bytes: bytes + facts.size });
    return;
  }
  if (entry === null) {
    seen.unknown.push(facts.path);
    return;
  }
  const { files, bytes } = seen.known.get(entry.id) ?? { files: 0, bytes: 0 };
  seen.known.set(entry.id, { entry, files: files + 1, bytes: bytes + facts.size });
}

type Match = ReturnType<Search["catalog"]["matchIn"]>;

function matcherOf(home: Home, search: Search): (facts: FileFacts) => Match {
  const { form, ignoresCase, path } = home;
  const known = {
    form,
    inProfile: home.profile !== null && home.profile !== "default",
    ignoresCase,
  };
  return (facts) => search.catalog.matchIn(known, facts.path.slice(path.length + 1));
}
