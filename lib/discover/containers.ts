/**
 * The containers that engines have on record, and where each keeps its home.
 *
 * Rests on the records of Docker (config.v2.json, image/<driver>/layerdb/mounts)
 * and of Podman (the runtime's config.json, overlay-containers/containers.json).
 *
 * @module
 */

import type { Place } from "./place.ts";
import type { Search } from "./search.ts";
import { smallText } from "./small_text.ts";
import { follow, stepsOf } from "./steps.ts";
import type { Storage } from "./storages.ts";

/** A container on record. */
export interface Container {
  readonly engine: "docker" | "podman";
  readonly id: string;
  readonly name: string;
  readonly image: string;
  /** File that records it. */
  readonly record: string;
  /** Its `HERMES_*` variables, `NAME=value`. */
  readonly environment: readonly string[];
  readonly mounts: readonly Mount[];
  /** Folder of its own writable layer; null when it is not to be found. */
  readonly layer: string | null;
}

/** What is mounted into a container. */
export interface Mount {
  /** Path on the host. */
  readonly source: string;
  /** Path in the container. */
  readonly target: string;
  readonly type: string;
}

/** The containers of one storage. */
export function containersOf(place: Place, storage: Storage, search: Search): Container[] {
  const records = recordsIn(place, storage, search);
  return storage.engine === "docker"
    ? dockerContainers(place, storage.path, records)
    : podmanContainers(place, storage.path, records);
}

function dockerContainers(
  place: Place,
  storage: string,
  records: readonly ContainerRecord[],
): Container[] {
  return records.flatMap(({ path, value }) => {
    const config = objectAt(value, "Config");
    const id = textAt(value, "ID");
    const mounts = Object.values(objectAt(value, "MountPoints")).map((mount) => ({
      source: textAt(mount, "Source") || volumeFolder(storage, textAt(mount, "Name")),
      target: textAt(mount, "Destination"),
      type: textAt(mount, "Type"),
    }));
    return [{
      engine: "docker",
      id,
      name: textAt(value, "Name").replace(/^\//, ""),
      image: textAt(config, "Image"),
      record: path,
      environment: hermesVariables(listAt(config, "Env")),
      mounts,
      layer: dockerLayer(place, storage, id),
    }];
  });
}

/** A volume is recorded by its name; where it lies follows from that. */
function volumeFolder(storage: string, name: string): string {
  return /^[A-Za-z0-9][\w.-]*$/.test(name) ? `${storage}/volumes/${name}/_data` : "";
}

function dockerLayer(place: Place, storage: string, id: string): string | null {
  if (!/^[0-9a-f]+$/.test(id)) return null;
  const record = `${storage}/image/overlay2/layerdb/mounts/${id}/mount-id`;
  const layer = smallText(place.tree, record)?.trim() ?? "";
  return /^[0-9A-Za-z_-]+$/.test(layer) ? `${storage}/overlay2/${layer}/diff` : null;
}

function podmanContainers(
  place: Place,
  storage: string,
  records: readonly ContainerRecord[],
): Container[] {
  const known = podmanNames(place, storage);
  return records.flatMap(({ path, value }) => {
    const id = path.split("/").at(-3) ?? "";
    const told = known.get(id);
    const mounts = listAt(value, "mounts").map((mount) => ({
      source: textAt(mount, "source"),
      target: textAt(mount, "destination"),
      type: textAt(mount, "type"),
    }));
    const layer = textAt(told, "layer");
    return [{
      engine: "podman",
      id,
      name: String(listAt(told, "names")[0] ?? textAt(value, "hostname")),
      image: textAt(told, "image"),
      record: path,
      environment: hermesVariables(listAt(objectAt(value, "process"), "env")),
      mounts,
      layer: /^[0-9A-Za-z_-]+$/.test(layer) ? `${storage}/overlay/${layer}/diff` : null,
    }];
  });
}

function podmanNames(place: Place, storage: string): Map<string, unknown> {
  const list = jsonAt(place, `${storage}/overlay-containers/containers.json`);
  return new Map(
    (Array.isArray(list) ? list : []).map((entry) => [textAt(entry, "id"), entry as unknown]),
  );
}

interface ContainerRecord {
  readonly path: string;
  readonly value: unknown;
}

const RECORDS = {
  docker: "containers/<id>/config.v2.json",
  podman: "overlay-containers/<id>/userdata/config.json",
};

function recordsIn(
  place: Place,
  { engine, path: storage }: Storage,
  search: Search,
): ContainerRecord[] {
  const steps = stepsOf(RECORDS[engine]);
  return follow(place, storage, { steps, ignoresCase: false }).flatMap((path) => {
    const text = smallText(place.tree, path, search.refuse);
    const value = text === null ? undefined : parsed(text);
    if (text !== null && value === undefined) search.note(`${path}: ${NO_RECORD}`);
    return value === undefined ? [] : [{ path, value }];
  });
}

const NO_RECORD = "not valid JSON: where this container keeps its home is not known";

function jsonAt(place: Place, path: string): unknown {
  return parsed(smallText(place.tree, path) ?? "");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function hermesVariables(environment: readonly unknown[]): string[] {
  return environment.map(String).filter((entry) => entry.startsWith("HERMES_"));
}

function objectAt(value: unknown, key: string): Record<string, unknown> {
  const found = (value as Record<string, unknown> | null | undefined)?.[key];
  return typeof found === "object" && found !== null ? found as Record<string, unknown> : {};
}

function listAt(value: unknown, key: string): readonly unknown[] {
  const found = (value as Record<string, unknown> | null | undefined)?.[key];
  return Array.isArray(found) ? found : [];
}

function textAt(value: unknown, key: string): string {
  const found = (value as Record<string, unknown> | null | undefined)?.[key];
  return typeof found === "string" ? found : "";
}
