/**
 * The trajectory files of the projects that homes name.
 *
 * A path that evidence names is visited only by the rule of
 * `lib/discover/visit.ts`; what the rule forbids is told.
 *
 * @module
 */

import type { Catalog, Entry } from "../catalog/mod.ts";
import { projectsNamed } from "../collect/project_paths.ts";
import type { Home, NotVisited, StoreFile } from "../discover/mod.ts";
import { networkMounts, visitRule } from "../discover/visit.ts";
import { EvidenceError } from "../evidence/errors.ts";

/** How projects are looked for. */
export interface TrajectoryOptions {
  readonly catalog: Catalog;
  readonly maxMemory: number;
  /** Makes the folder for images that do not fit into memory; null when there is none. */
  readonly workFolder: (() => string) | null;
  /** True when this machine itself is read: its network file systems are left alone. */
  readonly live: boolean;
  /** Told of a store that could not be asked for its projects. */
  readonly onFault: (path: string, why: string) => void;
  readonly onNotVisited: (left: NotVisited) => void;
}

/** The files, each once, whichever homes name its project. */
export function trajectoryFiles(homes: readonly Home[], options: TrajectoryOptions): StoreFile[] {
  const entry = options.catalog.entries.find(({ reader }) => reader === "trajectory");
  if (entry === undefined) return [];
  const mounts = options.live ? networkMounts() : [];
  const found = new Map<string, StoreFile>();
  for (const home of homes) {
    const system = home.path.startsWith("/") ? "posix" : "windows";
    const mayNotVisit = visitRule(system, mounts);
    for (const { path, namedBy } of projectsNamed(home, asking(options))) {
      const reason = mayNotVisit(path);
      if (reason !== null) options.onNotVisited({ path, namedBy, reason });
      else {
        const folder = system === "posix" ? path : path.replaceAll("\\", "/");
        for (const file of filesOf(home, folder, entry)) found.set(file.path, file);
      }
    }
  }
  return [...found.values()];
}

function asking(options: TrajectoryOptions): Parameters<typeof projectsNamed>[1] {
  const { catalog, maxMemory, onFault } = options;
  const workFolder = options.workFolder ?? ((): string => {
    throw new EvidenceError(
      "needs-work-folder",
      "",
      "Needs a work folder: name one with --work DIR",
    );
  });
  return { catalog, maxMemory, onFault, workFolder };
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
