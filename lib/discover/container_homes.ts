/**
 * The homes that containers on record use: what is mounted where their home is
 * kept, else the place in their own layer.
 *
 * @module
 */

import { type Catalog, userOf } from "../catalog/mod.ts";
import type { AccountFolder } from "./accounts.ts";
import type { Candidate } from "./candidate.ts";
import type { Container } from "./containers.ts";
import { borneOut } from "./elsewhere.ts";
import { accepted } from "./forms.ts";
import { formOfFolder } from "./named_homes.ts";
import { folderAt, type Place } from "./place.ts";
import type { Search } from "./search.ts";

/** Where a container's home lies on the host; null when it cannot be told. */
export interface ContainerHome {
  readonly container: Container;
  /** Path in the container. */
  readonly inside: string;
  /** Path on the host. */
  readonly path: string | null;
  /** How the two are connected. */
  readonly how: string;
  /** True when the record itself speaks of Hermes. */
  readonly named: boolean;
}

/** Where a container keeps its home, by its record. */
export function homeOfContainer(container: Container, catalog: Catalog): ContainerHome {
  const variable = container.environment.find((entry) => entry.startsWith("HERMES_HOME="));
  const standard = catalog.form("container").at[0] ?? "";
  const inside = (variable?.slice("HERMES_HOME=".length) || standard).replace(/(.)\/+$/, "$1");
  const named = container.environment.length > 0 || /hermes/i.test(container.image);
  const known = { container, inside, named };
  const mount = container.mounts
    .filter(({ target, source }) => source !== "" && isAtOrAbove(target, inside))
    .sort((a, b) => b.target.length - a.target.length)[0];
  if (mount !== undefined) {
    const target = mount.target.replace(/\/+$/, "");
    const path = mount.source + inside.slice(target.length);
    return { ...known, path, how: `${mount.type || "mount"} of ${mount.source}` };
  }
  if (container.layer === null) return { ...known, path: null, how: "its layer is not on record" };
  return { ...known, path: container.layer + inside, how: "its own layer" };
}

/** The candidates that the records lead to; what may not be visited is told to the search. */
export function candidatesOfContainer(
  place: Place,
  home: ContainerHome,
  how: { readonly accounts: readonly AccountFolder[]; readonly search: Search },
): Candidate[] {
  const { search } = how;
  const { container, path, named } = home;
  if (path === null) return [];
  const via = `container ${container.name || container.id}`;
  const namedBy = `${via} (${container.record})`;
  const reason = place.mayNotVisit(path);
  if (reason !== null) {
    if (named) search.leave(path, { namedBy, reason });
    return [];
  }
  const told = formOfFolder(search.catalog, path);
  const byContent = search.catalog.form("container");
  if (folderAt(place.tree, path) === null) return [];
  // A record that speaks of Hermes tells as much as a name does.
  const form = told !== null && !told.form.byContent
    ? told.form
    : named
    ? { ...byContent, byContent: false }
    : byContent;
  const user = told?.user ?? volumeUser(home, search);
  return accepted({ place, path, form, user, via }, search)
    .flatMap((candidate) => borneOut(candidate, { ...how, namedBy }));
}

/** A home in a folder of a volume is the volume's as much as one that is its top. */
function volumeUser({ container, path }: ContainerHome, { catalog }: Search): string | null {
  const { volume } = catalog.understand(path ?? "", { folder: true });
  if (volume === null) return null;
  return userOf({ account: null, volume: { ...volume, engine: container.engine } });
}

function isAtOrAbove(target: string, path: string): boolean {
  const folder = target.replace(/\/+$/, "");
  return folder !== "" && (path === folder || path.startsWith(`${folder}/`));
}
