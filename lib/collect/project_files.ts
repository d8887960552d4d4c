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
      for (const facts of follow(tree, path, pattern)) {
        const found = outside(project, facts.path, options);
        if (found === null) continue;
        if (entry.taking === "listed") yield* listed(found, entry);
        else yield found;
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
    const bytes = firstBytes(tree, facts.path, LOCK_LENGTH) ?? new Uint8Array();
    const text = new TextDecoder().decode(bytes);
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
  if (tree.facts(top)?.kind !== "folder") return;
  if (options.homes.holds(tree, top) || options.unasked.holds(tree, top)) return;
  const todo = [top];
  for (let folder = todo.pop(); folder !== undefined; folder = todo.pop()) {
    for (const facts of namesIn(tree, folder)) {
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

/** The names below a folder that a pattern leads to, links not followed. */
function follow(tree: EvidenceTree, folder: string, pattern: string): FileFacts[] {
  let found: FileFacts[] = [];
  let folders = [folder];
  for (const segment of pattern.split("/")) {
    const step = compilePattern(segment);
    const fixed = !/[*?[<]/.test(segment);
    found = folders.flatMap((at) =>
      fixed
        ? tree.facts(`${at}/${segment}`) ?? []
        : namesIn(tree, at).filter(({ name }) => step.matches(name))
    );
    folders = found.filter(({ kind }) => kind === "folder").map(({ path }) => path);
  }
  return found;
}

function namesIn(tree: EvidenceTree, folder: string): FileFacts[] {
  if (tree.facts(folder)?.kind !== "folder") return [];
  try {
    return tree.list(folder);
  } catch (error) {
    if (error instanceof EvidenceError) return [];
    throw error;
  }
}
