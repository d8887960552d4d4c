/**
 * Walks a home: every name in it once, links recorded and not followed.
 *
 * @module
 */

import type { Catalog } from "../catalog/mod.ts";
import type { Home } from "../discover/mod.ts";
import { EvidenceError } from "../evidence/errors.ts";
import type { EvidenceTree, FileFacts } from "../evidence/file.ts";
import { claimIn, matchIn } from "./claim.ts";
import { fateOf } from "./fate.ts";
import { companionsAmong } from "./companions.ts";
import { type Choice, type Found, leave } from "./found.ts";

/** What a walk needs to know. */
export interface WalkOptions {
  readonly catalog: Catalog;
  readonly choice: Choice;
  readonly homes: HomeFolders;
  /** Homes of accounts and profiles that were not asked for: not walked into. */
  readonly unasked: HomeFolders;
  /** Told of each folder that was listed. */
  readonly onFolder: (facts: FileFacts) => void;
  /** Folders seen, by device and inode: a mount may show one twice. */
  readonly seen: Set<string>;
}

/** The homes by the real paths of their folders. */
export interface HomeFolders {
  at(tree: EvidenceTree, path: string): Home | undefined;
  /** True when a path lies in any of them. */
  holds(tree: EvidenceTree, path: string): boolean;
}

/** Finds out which folders the homes are. */
export function homeFolders(homes: readonly Home[]): HomeFolders {
  const byTree = new Map<EvidenceTree, Map<string, Home>>();
  for (const home of homes) {
    const known = byTree.get(home.tree) ?? new Map<string, Home>();
    const real = realPath(home);
    if (!known.has(real)) known.set(real, home);
    byTree.set(home.tree, known);
  }
  return {
    at: (tree, path) => byTree.get(tree)?.get(path),
    holds: (tree, path) =>
      [...byTree.get(tree)?.keys() ?? []].some((real) =>
        path === real || path.startsWith(`${real}/`)
      ),
  };
}

/** The folder behind a home's path. */
export function realPath(home: Home): string {
  return home.tree.resolve(home.path) ?? home.path;
}

interface Folder {
  readonly home: Home;
  /** Path of the home's own folder. */
  readonly base: string;
  readonly facts: FileFacts;
}

/** What lies in a home, a folder's files before what lies further down. */
export function* walkHome(home: Home, options: WalkOptions): Generator<Found> {
  const base = realPath(home);
  const facts = home.tree.facts(base);
  if (facts === null) return;
  const todo: Folder[] = [{ home, base, facts }];
  for (let folder = todo.pop(); folder !== undefined; folder = todo.pop()) {
    const key = `${folder.facts.device}:${folder.facts.inode}`;
    if (folder.facts.inode !== 0n && options.seen.has(key)) continue;
    options.seen.add(key);
    const below: Folder[] = [];
    yield* namesIn(folder, below, options);
    todo.push(...below.reverse());
  }
}

function* namesIn(folder: Folder, below: Folder[], options: WalkOptions): Generator<Found> {
  const { tree } = folder.home;
  let listed: FileFacts[];
  try {
    listed = tree.list(folder.facts.path);
  } catch (error) {
    if (!(error instanceof EvidenceError)) throw error;
    const fate = leave("unreadable", error.message);
    yield { ...foundIn(folder, folder.facts, options), fate, wanted: true };
    return;
  }
  options.onFolder(folder.facts);
  const companions = companionsAmong(listed);
  for (const facts of listed) {
    if (companions.owned.has(facts.name)) continue;
    const found = foundIn(folder, facts, options);
    if (options.unasked.at(tree, facts.path) !== undefined) {
      yield { ...found, fate: leave("excluded", "A home that was not asked for", "not-asked-for") };
    } else if (facts.kind === "folder" && found.fate.take) {
      const inner = options.homes.at(tree, facts.path);
      below.push(
        inner === undefined ? { ...folder, facts } : { home: inner, base: facts.path, facts },
      );
    } else yield { ...found, companions: companions.of(facts.name) };
  }
}

function foundIn(folder: Folder, facts: FileFacts, options: WalkOptions): Found {
  const { home, base } = folder;
  const { catalog, choice, homes } = options;
  const matchOf = (path: string): ReturnType<typeof matchIn> =>
    matchIn(catalog, home, path.slice(base.length + 1));
  const match = matchOf(facts.path);
  const judged = fateOf(facts, match, choice);
  const isLink = facts.kind === "link" && judged.take;
  return {
    tree: home.tree,
    facts,
    claim: claimIn(home, match),
    fate: isLink ? leave("link", whereTo(home.tree, facts, homes)) : judged,
    companions: [],
    wanted: match.store !== null,
    claimOf: (path) => claimIn(home, matchOf(path)),
  };
}

/** Null for a link to what is collected anyway. */
function whereTo(tree: EvidenceTree, facts: FileFacts, homes: HomeFolders): string | null {
  const real = tree.resolve(facts.path);
  if (real === null) return "Leads nowhere, or out of the evidence: not followed";
  return homes.holds(tree, real) ? null : "Leads out of the home: not followed";
}
