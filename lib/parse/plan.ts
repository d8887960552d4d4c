/**
 * From what was located to the sources of a run, in the order of the timeline.
 *
 * @module
 */

import type { Catalog } from "../catalog/mod.ts";
import { type Located, type StoreFile, storeFilesOf } from "../discover/mod.ts";
import { compareCodePoints } from "../row/order.ts";
import { readerOf, STORE_ORDER } from "../stores/mod.ts";
import { snapshotTime } from "../stores/state_snapshot.ts";
import { type Owner, type Source, WHOLE_COPIES } from "./source.ts";
import type { ProjectFile } from "./trajectories.ts";

/** How a run is planned. */
export interface PlanOptions {
  readonly catalog: Catalog;
  /** Name of the examined host, before what the evidence records. */
  readonly host: string | null;
  /** Files of projects that homes name. */
  readonly projectFiles?: readonly ProjectFile[];
  /** Hears of each folder that cannot be listed: what it holds is missing. */
  readonly onRefused?: (path: string, why: string) => void;
}

/** Every file that the run reads. */
export function planSources(located: Located, options: PlanOptions): Source[] {
  const { catalog, onRefused } = options;
  const files: readonly (StoreFile & Partial<Pick<ProjectFile, "namers">>)[] = [
    ...located.homes.flatMap((home) => storeFilesOf(home, catalog, onRefused)),
    ...located.loose,
    ...(options.projectFiles ?? []),
  ];
  const trees = new Map([...new Set(files.map(({ tree }) => tree))].map((tree, at) => [tree, at]));
  const sources = files.flatMap((file) =>
    sourceOf(file, {
      host: options.host ?? located.hostOf(file.tree),
      tree: trees.get(file.tree) ?? 0,
    })
  );
  sources.sort(byStoreAndPath);
  return sources.map((source, pathRank) => ({ ...source, pathRank }));
}

/** @param of.tree Number of the file's tree: two roots may hold homes of one path */
function sourceOf(
  file: StoreFile & Partial<Pick<ProjectFile, "namers">>,
  of: { host: string | null; tree: number },
): Source[] {
  const reader = file.entry.reader === null ? undefined : readerOf(file.entry.reader);
  if (reader === undefined || file.entry.standing === "kept") return [];
  const ownerOf = ({ user, profile }: Pick<Owner, "user" | "profile">): Owner => ({
    host: of.host,
    user,
    profile,
  });
  const home = `${of.tree}:${file.home?.path ?? file.path}`;
  return [{
    reader,
    tree: file.tree,
    path: file.path,
    sourceFile: file.sourceFile,
    kind: file.entry.standing,
    owner: ownerOf(file),
    ...(file.namers === undefined ? {} : { namers: file.namers.map(ownerOf) }),
    home,
    storeOrder: STORE_ORDER.indexOf(reader.id),
    pathRank: 0,
    group: WHOLE_COPIES.has(reader.id) ? `${of.tree}:${file.path}` : `${home}\0${reader.id}`,
  }];
}

function byStoreAndPath(a: Source, b: Source): number {
  return a.storeOrder - b.storeOrder || bySnapshot(a, b) ||
    compareCodePoints(a.sourceFile, b.sourceFile);
}

/** Snapshots go by the time in their folder's name, those without one last. */
function bySnapshot(a: Source, b: Source): number {
  if (a.reader.id !== "state_snapshot" || b.reader.id !== "state_snapshot") return 0;
  const [nameA, nameB] = [snapshotName(a), snapshotName(b)];
  const [timeA, timeB] = [snapshotTime(nameA) ?? Infinity, snapshotTime(nameB) ?? Infinity];
  return timeA === timeB ? compareCodePoints(nameA, nameB) : timeA - timeB;
}

function snapshotName(source: Source): string {
  return source.path.split("/").at(-2) ?? "";
}
