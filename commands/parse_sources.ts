/**
 * What `parse` reads: the files of the evidence named, and what is said of the rest.
 *
 * @module
 */

import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import type { Catalog } from "../lib/catalog/mod.ts";
import type { BundleShelf } from "../lib/collect/mod.ts";
import {
  type EvidenceRequest,
  type Home,
  locate,
  type Located,
  type Refusal,
  snapshotsIn,
} from "../lib/discover/mod.ts";
import { planSources, type Source, trajectoryFiles, WorkFolder } from "../lib/parse/mod.ts";
import { type Call, flagOption, textOption, type Voice } from "./command.ts";
import { maxMemoryOption } from "./global_options.ts";

/** What was located, and what will be read of it. */
export interface ParseSources {
  readonly located: Located;
  readonly sources: readonly Source[];
  /** Folders that could not be looked into: what they hold is missing. */
  readonly refused: readonly Refusal[];
}

/** How the evidence is looked for. */
export interface SourceOptions {
  readonly catalog: Catalog;
  readonly shelf: BundleShelf;
  readonly request: EvidenceRequest;
  readonly workBase: string | null;
}

/** Looks for the evidence, and says what of it gives no rows. */
export function parseSources(call: Call, voice: Voice, options: SourceOptions): ParseSources {
  const { catalog, request, shelf } = options;
  const located = locate(request, { catalog, openBundle: shelf.open });
  const refusals = [...located.refused];
  const projectFiles = filesOfProjects(call, voice, { ...options, located });
  const sources = planSources(located, {
    catalog,
    host: textOption(call, "host"),
    projectFiles,
    onRefused: (path, why) => refusals.push({ path, why }),
  });
  for (const note of located.notes) voice.note(note);
  const refused = saidOnce(refusals, voice);
  for (const line of rowlessSnapshots(located.homes, catalog)) voice.note(line);
  return { located, sources, refused };
}

/** Says what could not be looked into, however often that was tried. */
export function saidOnce(refusals: readonly Refusal[], voice: Voice): Refusal[] {
  const refused = new Map(refusals.map((one) => [`${one.path}: ${one.why}`, one]));
  for (const line of refused.keys()) voice.warn(line);
  return [...refused.values()];
}

/** Trajectory files of the projects that the homes of machines name. */
function filesOfProjects(
  call: Call,
  voice: Voice,
  given: SourceOptions & { located: Located },
): ReturnType<typeof trajectoryFiles> {
  const { catalog, request, located } = given;
  const work = new WorkFolder(given.workBase);
  try {
    return trajectoryFiles(homesOfMachines(located.homes, request), {
      catalog,
      maxMemory: maxMemoryOption(call),
      workFolder: work.make,
      withoutWal: flagOption(call, "withoutWal"),
      live: request.roots.length === 0 && request.paths.length === 0,
      // What is wrong with a copy its own rows tell.
      onUnasked: ({ path, words, isCopy }) => isCopy || voice.note(`${path}: ${words}`),
      onNotVisited: ({ path, namedBy, reason }) =>
        voice.note(`${path} (named by ${namedBy}): not visited: ${reason}`),
    });
  } finally {
    work.remove();
  }
}

/** A home that was named by its path brings its profiles, not its projects' files. */
function homesOfMachines(homes: readonly Home[], request: EvidenceRequest): Home[] {
  const named = new Set(
    [...request.paths, ...request.homes].flatMap((path) => [resolve(path), realPathOf(path)]),
  );
  return homes.filter(({ path, parent }) => !named.has(path) && !named.has(parent ?? ""));
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** Entries of the snapshot folder that no reader takes; the others speak for themselves. */
const ROWLESS: ReadonlySet<string> = new Set(["unfinished", "no state.db", "not a folder"]);

/** What lies among the snapshots of homes and gives no rows, a line for each. */
export function rowlessSnapshots(homes: readonly Home[], catalog: Catalog): string[] {
  return homes.flatMap((home) =>
    snapshotsIn(home, catalog).filter(({ state }) => ROWLESS.has(state))
      .map(({ path, state }) => `${path}: gives no rows (${state})`)
  );
}
