/**
 * A folder that the examiner named: a home, or a folder that stands for a machine.
 *
 * @module
 */

import type { Candidate } from "./candidate.ts";
import { hasStateDatabase } from "./content.ts";
import { formOfFolder, namedHome } from "./named_homes.ts";
import type { Place } from "./place.ts";
import type { Search } from "./search.ts";
import { storeFilesIn } from "./store_files.ts";
import { gatherHomes } from "./gather.ts";

/** The home that a folder is, by its name or by a store right in it; null for a root. */
export function homeOfFolder(place: Place, path: string, search: Search): Candidate | null {
  const told = formOfFolder(search.catalog, path);
  const byName = told !== null &&
    (!told.form.byContent || hasStateDatabase(place.tree, path, search));
  if (byName || holdsStore(place, path, search)) {
    return namedHome(place, path, { search, via: "" });
  }
  return null;
}

/** True when any store at all is found in the folder as in a home. */
export function holdsAnyStore(candidate: Candidate, search: Search): boolean {
  const homes = gatherHomes([candidate], search);
  return homes.some((home) => storeFilesIn(home, search.catalog).length > 0);
}

/** A conversation store right in the folder makes it a home; settings alone may be anybody's. */
function holdsStore(place: Place, path: string, search: Search): boolean {
  const { catalog } = search;
  const form = catalog.form("default");
  const names = place.names(path) ?? [];
  return names.some((name) => {
    const match = catalog.matchIn({ form, inProfile: false, ignoresCase: false }, name);
    return match.store !== null && match.standing !== "settings";
  });
}
