/**
 * From candidates to homes: each folder once, with all its names, and with the
 * profiles in it.
 *
 * @module
 */

import type { EvidenceTree } from "../evidence/file.ts";
import { compareCodePoints } from "../row/order.ts";
import type { Candidate } from "./candidate.ts";
import type { Home } from "./home.ts";
import { folderAt, identityOf } from "./place.ts";
import { type ProfileFolder, profileFolders } from "./profiles.ts";
import type { Search } from "./search.ts";
import { sharedFiles } from "./shared_files.ts";

/** Makes the homes of all candidates, sorted, each base home before its profiles. */
export function gatherHomes(candidates: readonly Candidate[], search: Search): Home[] {
  const named = candidates.flatMap((candidate) => namedHome(candidate, search));
  const seen = new Set<string>();
  const all: NamedHome[] = [];
  for (const base of [...named.filter(isReal), ...named.filter((one) => !isReal(one))]) {
    const known = seen.has(base.key);
    seen.add(base.key);
    all.push(base);
    if (!known) all.push(...withProfiles(base, seen, search));
  }
  const homes = merged(all).sort((a, b) => compareFolders(a.path, b.path));
  return sharedFiles(homes, search);
}

/** A folder comes right before what lies in it. */
function compareFolders(a: string, b: string): number {
  return compareCodePoints(a.replaceAll("/", "\0"), b.replaceAll("/", "\0"));
}

/** One name of a home, and what tells that two names are of one home. */
interface NamedHome {
  readonly home: Home;
  readonly real: string;
  readonly key: string;
}

function isReal({ home, real }: NamedHome): boolean {
  return home.path === real;
}

/** Two trees may give two folders one number; a copy of a disk does. */
const TREES = new WeakMap<EvidenceTree, number>();
let trees = 0;

function keyOf(tree: EvidenceTree, path: string): { real: string; key: string } | null {
  const facts = folderAt(tree, path);
  if (facts === null) return null;
  const number = TREES.get(tree) ?? ++trees;
  TREES.set(tree, number);
  const real = tree.resolve(path) ?? path;
  return { real, key: `${number} ${identityOf(facts, real)}` };
}

function namedHome(candidate: Candidate, search: Search): NamedHome[] {
  const { place, path, form, user, via, profile } = candidate;
  const known = keyOf(place.tree, path);
  if (known === null) return [];
  const { ignoresCase } = search.catalog.understand(path);
  const home: Home = {
    tree: place.tree,
    path,
    names: [],
    form,
    user,
    profile: form.profiles === null ? null : profile?.name ?? "default",
    nested: false,
    parent: profile?.parent ?? null,
    ignoresCase: ignoresCase || form.ignoresCase,
    via,
    shared: new Map(),
  };
  return [{ home, ...known }];
}

/** The profiles of a base home, then those inside each profile. */
function withProfiles(base: NamedHome, seen: Set<string>, search: Search): NamedHome[] {
  if (base.home.profile !== "default") return [];
  const found: NamedHome[] = [];
  for (const profile of profilesOf(base.home, { nested: false, search })) {
    const known = seen.has(profile.key);
    seen.add(profile.key);
    found.push(profile);
    if (known) {
      if (!isReal(profile)) search.note(`${profile.home.path}: another name of a home: not walked`);
      continue;
    }
    for (const inner of profilesOf(profile.home, { nested: true, search })) {
      if (isReal(inner)) found.push(inner);
    }
  }
  return found;
}

function profilesOf(home: Home, how: { nested: boolean; search: Search }): NamedHome[] {
  const make = ({ path, name }: ProfileFolder): NamedHome[] => {
    const known = keyOf(home.tree, path);
    if (known === null) return [];
    const profile = { profile: name, nested: how.nested, parent: home.path, via: "" };
    return [{ home: { ...home, ...profile, path, names: [] }, ...known }];
  };
  const found = profileFolders(home, how.search).flatMap(make);
  return [...found.filter(isReal), ...found.filter((one) => !isReal(one))];
}

function merged(all: readonly NamedHome[]): Home[] {
  const groups = Map.groupBy(all, ({ key }) => key);
  return [...groups.values()].map((group) => {
    const best = group.reduce((a, b) => rank(b) > rank(a) ? b : a);
    const names = new Set(group.flatMap(({ home, real }) => [home.path, real]));
    names.delete(best.home.path);
    const user = best.home.user ?? group.find(({ home }) => home.user !== null)?.home.user ?? null;
    const via = best.home.via || (group.find(({ home }) => home.via !== "")?.home.via ?? "");
    return { ...best.home, names: [...names].sort(compareCodePoints), user, via };
  });
}

/** The folder itself is a better name than a link, a profile of its home than a home by itself. */
function rank(named: NamedHome): number {
  const { nested, parent } = named.home;
  return (isReal(named) ? 4 : 0) + (nested ? 0 : 2) + (parent === null ? 0 : 1);
}
