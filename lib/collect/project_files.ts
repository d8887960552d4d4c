/**
 * What collect takes and lists in the project directories that stores name.
 *
 * @module
 */

import { compilePattern, type Entry } from "../catalog/mod.ts";
import type { Home } from "../discover/mod.ts";
import { firstBytes } from "../discover/small_text.ts";
import { EvidenceError } from "../evidence/errors.ts";
import type { EvidenceTree, FileFacts } from "../evidence/file.ts";
import { foundOutside, type OutsideOptions } from "./outside.ts";
import { type Found, leave } from "./found.ts";
import type { HomeFolders } from "./walk.ts";

/** How a project is looked through. */
export interface ProjectWalkOptions extends OutsideOptions {
  readonly homes: HomeFolders;
  /** Homes of accounts and profiles that were not asked for. */
  readonly unasked: HomeFolders;
}

/** A project directory at its real path, named by a home. */
export interface Project {
  readonly home: Home;
  readonly path: string;
  /** Account that owns the homes that name it; null when they are of several. */
  readonly user: string | null;
}

/** The files taken and the names listed in one project. */
export function* walkProject(project: Project, options: ProjectWalkOptions): Generator<Found> {
  const { home, path } = project;
  const { tree } = home;
  for (const entry of options.catalog.entries.filter(({ root }) => root === "project")) {
    if (entry.taking === "left") continue;
    for (const pattern of entry.paths.filter((one) => !one.endsWith("/*"))) {
      const { found, closed } = follow(tree, path, pattern);
      yield* closed.flatMap((one) => closedFolder(project, one, options));
      for (const facts of found) {
        const met = outside(project, facts.path, options);
        if (met === null) continue;
        if (entry.taking === "listed") yield* listed(met, entry);
        else yield met;
      }
    }
  }
  const [folder = ""] = options.catalog.form("default").at;
  yield* walkFolder(project, `${path}/${folder}`, options);
}

/** How a lock says that a session of Hermes holds it (hermes_cli/worktree_ops.py). */
const HELD = "hermes session=";
/** Bytes of a lock that are read. */
const LOCK_LENGTH = 1024;

function listed(found: Found, entry: Entry): Found[] {
  const { tree, facts } = found;
  let said = entry.title;
  if (facts.name === "locked") {
    let refused: string | null = null;
    const onRefused = (_: string, why: string): void => void (refused = why);
    const bytes = firstBytes(tree, facts.path, { length: LOCK_LENGTH, onRefused });
    if (refused !== null) return [{ ...found, fate: leave("unreadable", refused), companions: [] }];
    const text = new TextDecoder().decode(bytes ?? new Uint8Array());
    if (!text.startsWith(HELD)) return [];
    said = text.split("\n")[0] ?? "";
  }
  const fate = leave("excluded", `Listed, not taken: ${said}`, entry.id);
  return [{ ...found, fate, companions: [] }];
}

/** A folder of the project that is Hermes' own; a home at that place is taken as one, or not at all. */
function* walkFolder(
  project: Project,
  top: string,
  options: ProjectWalkOptions,
): Generator<Found> {
  const { tree } = project.home;
  const kind = tree.facts(top)?.kind;
  const unreached = kind === "unknown" ? outside(project, top, options) : null;
  if (unreached !== null) yield unreached;
  if (kind !== "folder") return;
  if (options.homes.holds(tree, top) || options.unasked.holds(tree, top)) return;
  const todo = [top];
  for (let folder = todo.pop(); folder !== undefined; folder = todo.pop()) {
    const names = namesIn(tree, folder);
    if (typeof names === "string") {
      yield* closedFolder(project, { path: folder, why: names }, options);
    }
    for (const facts of typeof names === "string" ? [] : names) {
      if (facts.kind === "folder") {
        todo.push(facts.path);
        continue;
      }
      const found = outside(project, facts.path, options);
      if (found === null) continue;
      yield facts.kind === "link"
        ? { ...found, facts, fate: leave("link", "Not followed"), companions: [] }
        : found;
    }
  }
}

function outside(project: Project, path: string, options: ProjectWalkOptions): Found | null {
  const claim = { user: project.user, home: project.home.path };
  return foundOutside(project.home.tree, { path, claim }, options);
}

/** A folder that cannot be listed, and why. */
interface Closed {
  readonly path: string;
  readonly why: string;
}

function closedFolder(project: Project, closed: Closed, options: ProjectWalkOptions): Found[] {
  const found = outside(project, closed.path, options);
  const fate = leave("unreadable", closed.why);
  return found === null ? [] : [{ ...found, fate, companions: [] }];
}

/** What a pattern leads to below a folder, links not followed. */
interface Followed {
  readonly found: readonly FileFacts[];
  readonly closed: readonly Closed[];
}

function follow(tree: EvidenceTree, folder: string, pattern: string): Followed {
  const closed: Closed[] = [];
  let found: FileFacts[] = [];
  let folders = [folder];
  for (const segment of pattern.split("/")) {
    const step = compilePattern(segment);
    const fixed = !/[*?[<]/.test(segment);
    found = folders.flatMap((at) => {
      if (fixed) return tree.facts(`${at}/${segment}`) ?? [];
      const names = namesIn(tree, at);
      if (typeof names !== "string") return names.filter(({ name }) => step.matches(name));
      closed.push({ path: at, why: names });
      return [];
    });
    folders = found.filter(({ kind }) => kind === "folder").map(({ path }) => path);
  }
  return { found, closed };
}

/** The names in a folder, none where there is no folder; why it cannot be listed, in words. */
function namesIn(tree: EvidenceTree, folder: string): FileFacts[] | string {
  if (tree.facts(folder)?.kind !== "folder") return [];
  try {
    return tree.list(folder);
  } catch (error) {
    if (error instanceof EvidenceError) return error.message;
    throw error;
  }
}
