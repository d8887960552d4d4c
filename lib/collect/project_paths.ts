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
import type { EvidenceFile } from "../evidence/file.ts";
import { saysSqlite } from "../evidence/sqlite_header.ts";
import type { Catalog } from "../catalog/mod.ts";
import type { Home, StoreFile } from "../discover/mod.ts";
import { smallText } from "../discover/small_text.ts";
import { storeFilesIn } from "../discover/store_files.ts";
import { STATE_DATABASES, WHOLE_COPIES } from "../stores/mod.ts";
import { realPath } from "./walk.ts";

/** A directory, and the file that names it. */
export interface NamedProject {
  readonly path: string;
  readonly namedBy: string;
}

/** A database that could not be asked, or not to its end. */
export interface UnaskedDatabase {
  readonly path: string;
  /** What could not be done, and why. */
  readonly words: string;
  /** True for an older copy of the live database. */
  readonly isCopy: boolean;
}

/** How stores are read. */
export interface ProjectOptions {
  readonly catalog: Catalog;
  readonly maxMemory: number;
  /** Makes the folder for images that do not fit into memory. */
  readonly workFolder: () => string;
  /** Ask each database as it was at its last checkpoint. */
  readonly withoutWal: boolean;
  readonly onUnasked: (database: UnaskedDatabase) => void;
}

/**
 * The projects, each once, sorted by their paths. Older copies of the live
 * database are asked too: a session that was deleted is in no other store.
 */
export function projectsNamed(home: Home, options: ProjectOptions): NamedProject[] {
  const named = [...inDatabases(home, options), ...inCheckpoints(home, options)];
  const byPath = new Map(named.toReversed().map((project) => [project.path, project]));
  return [...byPath.values()].sort((a, b) => a.path < b.path ? -1 : 1);
}

/** The live database comes first; one after the other, so that one image is held at a time. */
function inDatabases(home: Home, options: ProjectOptions): NamedProject[] {
  const files = storeFilesIn(home, options.catalog).filter(({ entry, facts }) =>
    STATE_DATABASES.has(entry.reader ?? "") && (facts.kind === "file" || facts.kind === "link")
  );
  const copies = files.filter(isCopy);
  return [...files.filter((file) => !isCopy(file)), ...copies].flatMap((file) =>
    askedSafely(file, options).map((project) => ({ path: project, namedBy: file.path }))
  );
}

function isCopy({ entry }: StoreFile): boolean {
  return WHOLE_COPIES.has(entry.reader ?? "");
}

function askedSafely(file: StoreFile, options: ProjectOptions): string[] {
  const { path } = file;
  const tell = (words: string): void => options.onUnasked({ path, words, isCopy: isCopy(file) });
  try {
    const { paths, faults } = asked(file, options);
    if (faults.length > 0) tell(`asked for projects only in part: ${faults.join("; ")}`);
    return paths;
  } catch (error) {
    if (!(error instanceof EvidenceError)) throw error;
    tell(`not asked for projects: ${error.message}`);
    return [];
  }
}

/** What a database names, and where it could not be read to its end. */
interface Answer {
  readonly paths: string[];
  readonly faults: readonly string[];
}

/** A live database that changes while it is read in place is read again as an image. */
function asked({ tree, path, entry }: StoreFile, options: ProjectOptions): Answer {
  for (const imageOnly of [false, true]) {
    const file = tree.open(path);
    try {
      // what was set aside as a copy need not be a database at all
      if (WHOLE_COPIES.has(entry.reader ?? "") && !saysSqlite(file)) break;
      const answer = askedOnce(file, imageOnly, options);
      if (answer !== null) return answer;
    } finally {
      file.close();
    }
  }
  return { paths: [], faults: [] };
}

function askedOnce(file: EvidenceFile, imageOnly: boolean, options: ProjectOptions): Answer | null {
  const { maxMemory, workFolder, withoutWal } = options;
  const db = openDatabase(file, { maxMemory, workFolder, withoutWal, imageOnly });
  try {
    const paths = [...inSessions(db), ...inPolicies(db)];
    return imageOnly || db.unchanged() ? { paths, faults: db.faults } : null;
  } finally {
    db.close();
  }
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
