/**
 * Everything that one run comes by, each path once.
 *
 * @module
 */

import type { Catalog } from "../catalog/mod.ts";
import { agreedOn, type Home, type Located, type NotVisited } from "../discover/mod.ts";
import { networkMounts, visitRuleOf } from "../discover/visit.ts";
import { EvidenceError } from "../evidence/errors.ts";
import type { EvidenceTree, FileFacts } from "../evidence/file.ts";
import { namedTree } from "../evidence/named_tree.ts";
import { linksOnTheWay } from "./aliases.ts";
import { claimIn, claimOutside, matchIn } from "./claim.ts";
import { type Choice, type Found, leave, TAKE } from "./found.ts";
import { historyFiles, looseFiles } from "./outside.ts";
import { walkProject } from "./project_files.ts";
import { type ProjectOptions, projectsNamed } from "./project_paths.ts";
import { openUnlinked, unlinkedLogs } from "./unlinked_logs.ts";
import { type HomeFolders, homeFolders, realPath, walkHome, type WalkOptions } from "./walk.ts";

/** What is wanted of a run. */
export interface PlanOptions {
  readonly catalog: Catalog;
  readonly choice: Choice;
  readonly projects: boolean;
  /** Homes that were found beside those to be collected, and are to be left alone. */
  readonly unasked?: readonly Home[];
  readonly shellHistory: boolean;
  /** The evidence is this machine as it runs. */
  readonly live: boolean;
  /** Bytes for images of databases that are asked for projects. */
  readonly maxMemory: number;
  readonly workFolder: () => string;
  readonly onFolder: (facts: FileFacts) => void;
  readonly onNotVisited: (left: NotVisited) => void;
  readonly warn: (line: string) => void;
}

/** A thing that was come by; a log that only a process holds has that process. */
export type Planned = Found & { readonly pid?: number };

/** What the run comes by, in a fixed order for the same evidence. */
export function* planned(located: Located, options: PlanOptions): Generator<Planned> {
  const folders = {
    homes: homeFolders(located.homes),
    unasked: homeFolders(options.unasked ?? []),
  };
  const told = new Map<EvidenceTree, Set<string>>();
  for (const found of everything(located, folders, options)) {
    const { tree, facts } = found;
    const seen = told.get(tree) ?? new Set<string>();
    told.set(tree, seen);
    // Homes are walked once; only what lies outside of them is met by several ways.
    if (seen.has(facts.path)) continue;
    if (found.claim.homeForm === null || facts.kind === "link") seen.add(facts.path);
    yield found;
  }
}

/** The homes to be collected, and those to be left alone. */
type Folders = Pick<WalkOptions, "homes" | "unasked">;

function* everything(
  located: Located,
  folders: Folders,
  options: PlanOptions,
): Generator<Planned> {
  const { catalog, choice, onFolder } = options;
  const seen = new Set<string>();
  for (const home of located.homes) yield* namesOf(home, catalog);
  for (const home of located.homes) {
    yield* walkHome(home, { catalog, choice, onFolder, seen, ...folders });
  }
  for (const cache of located.caches) {
    for (const found of walkHome(cache, { catalog, choice, onFolder, seen, ...folders })) {
      yield ofNoHome(found);
    }
  }
  yield* closedPlaces(located, folders);
  for (const { tree, path } of located.loose) yield* linksTo(tree, path);
  yield* looseFiles(located.loose, options);
  if (options.projects) yield* projectsOf(located, folders, options);
  if (options.shellHistory) yield* historyFiles(located, options);
  if (options.live) yield* rescued(folders.homes, located.homes, options);
}

/** What could not be looked into for homes: accounts, volumes, homes' own folders are walked. */
function* closedPlaces({ homes, loose, refused }: Located, folders: Folders): Generator<Found> {
  const tree = homes[0]?.tree ?? loose[0]?.tree;
  if (tree === undefined) return;
  const others = homes.flatMap(({ path, names }) => [path, ...names]);
  for (const { path, why } of refused) {
    const walked = folders.homes.holds(tree, path) || folders.unasked.holds(tree, path) ||
      others.some((home) => path === home || path.startsWith(`${home}/`));
    const facts = walked ? null : tree.facts(path);
    if (facts !== null) {
      yield { ...unreached({ tree, facts, user: null }), fate: leave("unreadable", why) };
    }
  }
}

function unreached(
  at: { readonly tree: EvidenceTree; readonly facts: FileFacts; readonly user: string | null },
): Found {
  const { tree, facts, user } = at;
  const claim = claimOutside(user);
  const fate = leave("unreadable", facts.refused ?? "Cannot be reached");
  return { tree, facts, claim, fate, companions: [], wanted: true, claimOf: () => claim };
}

/** The links by which a home is known. */
function* namesOf(home: Home, catalog: Catalog): Generator<Found> {
  const claim = claimIn(home, matchIn(catalog, home, ""));
  for (const path of [home.path, ...home.names]) {
    for (const found of linksTo(home.tree, path)) yield { ...found, claim };
  }
}

/** What lies in a cache is an account's; a bundle records no home for it. */
function ofNoHome(found: Found): Found {
  const outside = (claim: Found["claim"]): Found["claim"] => ({
    ...claim,
    home: null,
    homeForm: null,
  });
  return {
    ...found,
    claim: outside(found.claim),
    claimOf: (path) => outside(found.claimOf(path)),
  };
}

function linksTo(tree: EvidenceTree, path: string): Found[] {
  return linksOnTheWay(tree, path).map((facts) => ({
    tree,
    facts,
    claim: claimOutside(null),
    fate: leave("link", null),
    companions: [],
    wanted: false,
    claimOf: () => claimOutside(null),
  }));
}

function* projectsOf(
  located: Located,
  folders: Folders,
  options: PlanOptions,
): Generator<Found> {
  const projects = foldersNamed(located, options);
  const usersOf = new Map<EvidenceTree, Map<string, (string | null)[]>>();
  for (const { home, path } of projects) {
    const users = usersOf.get(home.tree) ?? new Map<string, (string | null)[]>();
    usersOf.set(home.tree, users.set(path, [...users.get(path) ?? [], home.user]));
  }
  for (const { home, path, named, facts } of projects) {
    const { tree } = home;
    if (facts !== null) {
      yield unreached({ tree, facts, user: home.user });
      continue;
    }
    const user = agreedOn(usersOf.get(tree)?.get(path) ?? []);
    const files = [...walkProject({ home, path, user }, { ...options, ...folders })]
      .filter(({ facts }) => !folders.homes.holds(tree, facts.path));
    if (files.length > 0) yield* linksTo(tree, named);
    yield* files;
  }
}

/** A folder that a home's stores name, as they name it and where it really is. */
interface NamedFolder {
  readonly home: Home;
  readonly path: string;
  readonly named: string;
  /** Of one that cannot be reached; null for one that can. */
  readonly facts: FileFacts | null;
}

/** The folders that are there and may be visited. */
function foldersNamed(located: Located, options: PlanOptions): NamedFolder[] {
  const mounts = options.live ? networkMounts() : [];
  const asking: ProjectOptions = {
    ...options,
    withoutWal: false,
    onUnasked: ({ path, words }) => options.warn(`${path}: ${words}`),
  };
  return located.homes.flatMap((home) => {
    const { tree } = home;
    const mayNotVisit = visitRuleOf(home.path, mounts);
    return projectsNamed(home, asking).flatMap(({ path: given, namedBy }): NamedFolder[] => {
      const reason = mayNotVisit(given);
      if (reason !== null) {
        options.onNotVisited({ path: given, namedBy, reason });
        return [];
      }
      const named = given.replaceAll(home.path.startsWith("/") ? "/" : "\\", "/");
      const facts = tree.facts(named);
      if (facts?.kind === "unknown") return [{ home, path: named, named, facts }];
      const path = tree.resolve(named);
      const there = path !== null && tree.facts(path)?.kind === "folder";
      return there ? [{ home, path, named, facts: null }] : [];
    });
  });
}

/** Logs of the homes' databases that nothing on disk names any more. */
function* rescued(
  folders: HomeFolders,
  homes: readonly Home[],
  options: PlanOptions,
): Generator<Planned> {
  const told = new Set<string>();
  for (const log of unlinkedLogs()) {
    const home = homes.find(({ tree }) => folders.holds(tree, log.path));
    const base = home === undefined ? "" : realPath(home);
    if (home === undefined || !log.path.startsWith(`${base}/`)) continue;
    const claim = claimIn(home, matchIn(options.catalog, home, log.path.slice(base.length + 1)));
    const found = { claim, claimOf: () => claim, fate: TAKE, companions: [], wanted: true };
    try {
      const file = openUnlinked(log);
      const { facts } = file;
      file.close();
      if (told.has(facts.path)) continue;
      told.add(facts.path);
      const tree = namedTree([{ facts, open: () => openUnlinked(log) }]);
      yield { ...found, tree, facts, pid: log.pid };
    } catch (error) {
      if (!(error instanceof EvidenceError)) throw error;
      options.warn(`${log.path}: unlinked, held by process ${log.pid}: ${error.message}`);
    }
  }
}
