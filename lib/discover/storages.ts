/**
 * Where container engines keep volumes and layers, and the homes in them.
 *
 * @module
 */

import { userOf } from "../catalog/mod.ts";
import type { AccountFolder } from "./accounts.ts";
import type { Candidate } from "./candidate.ts";
import { accepted, foldersOfForms, formGroups } from "./forms.ts";
import { folderAt, type Place } from "./place.ts";
import type { Search } from "./search.ts";
import { smallText } from "./small_text.ts";

/** The storage folder of one engine. */
export interface Storage {
  readonly engine: "docker" | "podman";
  readonly path: string;
}

/** Below the top of a file system: the engines' own places, and the snap's. */
const SYSTEM_STORAGES: readonly Storage[] = [
  { engine: "docker", path: "/var/lib/docker" },
  { engine: "podman", path: "/var/lib/containers/storage" },
  { engine: "docker", path: "/var/snap/docker/common/var-lib-docker" },
];

/** Below an account's folder, where engines run without root. */
const ACCOUNT_STORAGES: readonly Storage[] = [
  { engine: "docker", path: "/.local/share/docker" },
  { engine: "podman", path: "/.local/share/containers/storage" },
];

/** The storages of a place that exist, each once. */
export function storagesOf(
  place: Place,
  accounts: readonly AccountFolder[],
  search: Search,
): Storage[] {
  const below = (base: string, list: readonly Storage[]): Storage[] =>
    list.map(({ engine, path }) => ({ engine, path: base + path }));
  const named = [
    ...below(place.top, SYSTEM_STORAGES),
    ...accounts.flatMap(({ path }) => below(path, ACCOUNT_STORAGES)),
    ...configured(place, search),
  ];
  const found = new Map<string, Storage>();
  for (const storage of named) {
    if (folderAt(place.tree, storage.path) === null) continue;
    const real = place.tree.resolve(storage.path) ?? storage.path;
    if (!found.has(real)) found.set(real, storage);
  }
  return [...found.values()];
}

/** The homes in a storage's volumes and layers. */
export function homesOfStorage(place: Place, storage: Storage, search: Search): Candidate[] {
  const { storage: forms } = formGroups(search.catalog);
  const folders = foldersOfForms(place, storage.path, forms);
  const paths = new Set(folders.map(({ path }) => path));
  return folders
    // A running container shows its layer a second time, merged with its image.
    .filter(({ path }) =>
      !path.includes("/merged/") || !paths.has(path.replace("/merged/", "/diff/"))
    )
    .flatMap(({ form, path }) => {
      const understood = search.catalog.understand(`${path}/`, { folder: true });
      const volume = understood.volume;
      const user = volume === null
        ? null
        : userOf({ account: null, volume: { ...volume, engine: storage.engine } });
      const via = form.byContent && volume !== null ? "volume by content" : "";
      return accepted({ place, path, form, user, via }, search);
    });
}

/** Storages that an engine was told to keep elsewhere. */
function configured(place: Place, search: Search): Storage[] {
  const daemon = `${place.top}/etc/docker/daemon.json`;
  const storage = `${place.top}/etc/containers/storage.conf`;
  const root = /"(?:data-root|graph)"\s*:\s*"([^"]+)"/.exec(smallText(place.tree, daemon) ?? "");
  const graph = /^\s*graphroot\s*=\s*"([^"]+)"/m.exec(smallText(place.tree, storage) ?? "");
  const named: (Storage & { namedBy: string })[] = [];
  if (root?.[1] !== undefined) named.push({ engine: "docker", path: root[1], namedBy: daemon });
  if (graph?.[1] !== undefined) named.push({ engine: "podman", path: graph[1], namedBy: storage });
  return named.flatMap(({ engine, path, namedBy }) => {
    const reason = place.mayNotVisit(path);
    if (reason === null) return [{ engine, path }];
    search.leave(path, { namedBy, reason });
    return [];
  });
}
