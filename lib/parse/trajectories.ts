/**
 * The trajectory files of the projects that homes name.
 *
 * A path that evidence names is visited only by the rule of
 * `lib/discover/visit.ts`; what the rule forbids is told.
 *
 * @module
 */

import type { Catalog, Entry } from "../catalog/mod.ts";
import { projectsNamed, type UnaskedDatabase } from "../collect/project_paths.ts";
import { agreedOn, type Home, type NotVisited, type StoreFile } from "../discover/mod.ts";
import { networkMounts, visitRule } from "../discover/visit.ts";
import { EvidenceError } from "../evidence/errors.ts";
import type { EvidenceTree } from "../evidence/file.ts";

/** A file of a project; its user and profile are those on which all its namers agree. */
export interface ProjectFile extends StoreFile {
  /** The homes that name its project, at least one, in the order given. */
  readonly namers: readonly Home[];
}

/** How projects are looked for. */
export interface TrajectoryOptions {
  readonly catalog: Catalog;
  readonly maxMemory: number;
  /** Makes the folder for images that do not fit into memory; null when there is none. */
  readonly workFolder: (() => string) | null;
  /** Ask each database as it was at its last checkpoint. */
  readonly withoutWal: boolean;
  /** True when this machine itself is read: its network file systems are left alone. */
  readonly live: boolean;
  /** Told of a database that could not be asked for its projects. */
  readonly onUnasked: (database: UnaskedDatabase) => void;
  readonly onNotVisited: (left: NotVisited) => void;
}

/** The files, each once, whichever homes name its project. */
export function trajectoryFiles(
  homes: readonly Home[],
  options: TrajectoryOptions,
): ProjectFile[] {
  const entry = options.catalog.entries.find(({ reader }) => reader === "trajectory");
  if (entry === undefined) return [];
  const mounts = options.live ? networkMounts() : [];
  const found = new FoundFiles();
  for (const home of homes) {
    const system = home.path.startsWith("/") ? "posix" : "windows";
    const mayNotVisit = visitRule(system, mounts);
    for (const { path, namedBy } of projectsNamed(home, asking(options))) {
      const reason = mayNotVisit(path);
      if (reason !== null) options.onNotVisited({ path, namedBy, reason });
      else {
        const folder = system === "posix" ? path : path.replaceAll("\\", "/");
        for (const file of filesOf(home, folder, entry)) found.add(file, home);
      }
    }
  }
  return found.all();
}

/** Files with the homes that led to them; two roots may hold files of one path. */
class FoundFiles {
  readonly #trees = new Map<EvidenceTree, Map<string, { file: StoreFile; namers: Set<Home> }>>();

  add(file: StoreFile, namer: Home): void {
    const files = this.#trees.get(file.tree) ?? new Map();
    this.#trees.set(file.tree, files);
    const namers = files.get(file.path)?.namers ?? new Set<Home>();
    files.set(file.path, { file, namers: namers.add(namer) });
  }

  all(): ProjectFile[] {
    return [...this.#trees.values()].flatMap((files) => [...files.values()])
      .map(({ file, namers }) => ({
        ...file,
        user: agreedOn([...namers].map(({ user }) => user)),
        profile: agreedOn([...namers].map(({ profile }) => profile)),
        namers: [...namers],
      }));
  }
}

function asking(options: TrajectoryOptions): Parameters<typeof projectsNamed>[1] {
  const { catalog, maxMemory, withoutWal, onUnasked } = options;
  const workFolder = options.workFolder ?? ((): string => {
    throw new EvidenceError(
      "needs-work-folder",
      "",
      "Needs a work folder: name one with --work DIR",
    );
  });
  return { catalog, maxMemory, withoutWal, onUnasked, workFolder };
}

function filesOf(home: Home, folder: string, entry: Entry): StoreFile[] {
  const { tree, user, profile } = home;
  const real = tree.resolve(folder);
  if (real === null) return [];
  return entry.paths.flatMap((name) => {
    const path = `${real}/${name}`;
    const facts = tree.facts(path);
    if (facts === null) return [];
    return [{ home, tree, entry, path, sourceFile: path, facts, user, profile }];
  });
}
