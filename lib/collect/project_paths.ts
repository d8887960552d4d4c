/**
 * The project directories that a home's stores name.
 *
 * Columns and keys as in hermes_state_common.py, tools/checkpoint_manager.py and
 * gateway/local_policy.py.
 *
 * @module
 */

import { type Database, openDatabase, text } from "../evidence/database.ts";
import { EvidenceError } from "../evidence/errors.ts";
import type { Catalog } from "../catalog/mod.ts";
import type { Home } from "../discover/mod.ts";
import { smallText } from "../discover/small_text.ts";
import { realPath } from "./walk.ts";

/** A directory, and the file that names it. */
export interface NamedProject {
  readonly path: string;
  readonly namedBy: string;
}

/** How stores are read. */
export interface ProjectOptions {
  readonly catalog: Catalog;
  readonly maxMemory: number;
  /** Makes the folder for images that do not fit into memory. */
  readonly workFolder: () => string;
  /** Told of a store that could not be asked. */
  readonly onFault: (path: string, why: string) => void;
}

/** The projects, each once, sorted by their paths. */
export function projectsNamed(home: Home, options: ProjectOptions): NamedProject[] {
  const named = [...inDatabases(home, options), ...inCheckpoints(home, options)];
  const byPath = new Map(named.toReversed().map((project) => [project.path, project]));
  return [...byPath.values()].sort((a, b) => a.path < b.path ? -1 : 1);
}

function inDatabases(home: Home, options: ProjectOptions): NamedProject[] {
  const entry = options.catalog.entries.find(({ id }) => id === "state_db");
  return (entry?.paths ?? []).flatMap((place) => {
    const path = `${realPath(home)}/${place}`;
    const kind = home.tree.facts(path)?.kind;
    if (kind !== "file" && kind !== "link") return [];
    try {
      return asked(home, path, options).map((project) => ({ path: project, namedBy: path }));
    } catch (error) {
      if (!(error instanceof EvidenceError)) throw error;
      options.onFault(path, error.message);
      return [];
    }
  });
}

/** A live database that changes while it is read in place is read again as an image. */
function asked(home: Home, path: string, options: ProjectOptions): string[] {
  for (const imageOnly of [false, true]) {
    const file = home.tree.open(path);
    try {
      const { maxMemory, workFolder } = options;
      const db = openDatabase(file, { maxMemory, workFolder, withoutWal: false, imageOnly });
      try {
        const paths = [...inSessions(db), ...inPolicies(db)];
        if (imageOnly || db.unchanged()) return paths;
      } finally {
        db.close();
      }
    } finally {
      file.close();
    }
  }
  return [];
}

function inSessions(db: Database): string[] {
  const found = new Set<string>();
  for (const [, cwd, root] of db.rows("sessions", [text("cwd"), text("git_repo_root")])) {
    for (const path of [cwd, root]) if (path !== null && path !== "") found.add(path);
  }
  return [...found];
}

const POLICY = "gateway.local_policy.v1:";

function inPolicies(db: Database): string[] {
  if (!db.has("state_meta", "key")) return [];
  const filter = { where: "key >= ? AND key < ?", params: [POLICY, `${POLICY.slice(0, -1)};`] };
  const found: string[] = [];
  for (const [, value] of db.rows("state_meta", [text("value")], filter)) {
    const record = jsonOf(value ?? "");
    const policy = fieldOf(record, "policy");
    for (const cwd of [fieldOf(policy, "cwd"), fieldOf(record, "cwd")]) {
      if (typeof cwd === "string" && cwd !== "") found.push(cwd);
    }
  }
  return found;
}

function inCheckpoints(home: Home, options: ProjectOptions): NamedProject[] {
  const entry = options.catalog.entries.find(({ id }) => id === "checkpoint_projects");
  const folders = (entry?.paths ?? []).map((path) => path.slice(0, path.lastIndexOf("/")));
  return folders.flatMap((folder) => {
    const at = `${realPath(home)}/${folder}`;
    if (home.tree.facts(at)?.kind !== "folder") return [];
    return namesIn(home, at).flatMap((path) => {
      const workdir = fieldOf(jsonOf(smallText(home.tree, path) ?? ""), "workdir");
      return typeof workdir === "string" && workdir !== ""
        ? [{ path: workdir, namedBy: path }]
        : [];
    });
  });
}

function namesIn(home: Home, folder: string): string[] {
  try {
    return home.tree.list(folder).filter(({ kind }) => kind === "file").map(({ path }) => path);
  } catch (error) {
    if (error instanceof EvidenceError) return []; // the walk of the home says so
    throw error;
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function fieldOf(value: unknown, name: string): unknown {
  const known = typeof value === "object" && value !== null && Object.hasOwn(value, name);
  return known ? (value as Record<string, unknown>)[name] : undefined;
}
