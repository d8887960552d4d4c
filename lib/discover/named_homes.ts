/**
 * Homes that the examiner names, in any place.
 *
 * @module
 */

import { type Catalog, type HomeForm, userOf } from "../catalog/mod.ts";
import type { Candidate } from "./candidate.ts";
import type { Place } from "./place.ts";
import type { Search } from "./search.ts";

/** What a folder's path says of the home it is. */
export interface FolderForm {
  readonly form: HomeForm;
  readonly user: string | null;
  readonly profile: Candidate["profile"];
}

/** The form that a folder's path tells; null when it does not look like a home. */
export function formOfFolder(catalog: Catalog, path: string): FolderForm | null {
  const whole = catalog.understand(path, { folder: true });
  for (let from = 0; from < whole.segments.length; from++) {
    const understood = from === 0
      ? whole
      : catalog.understand(whole.segments.slice(from).join("/"), { folder: true });
    const { form, rest, profile, nestedProfile } = understood;
    if (form === null || rest !== "" || nestedProfile || form.root === "updater") continue;
    const inProfile = profile !== null && profile !== "default";
    const named = inProfile ? { name: profile, parent: parentOf(path) } : undefined;
    return { form, user: userOf(understood) || null, profile: named };
  }
  return null;
}

/** A folder that is a home because the examiner, or a record, says so. */
export function namedHome(
  place: Place,
  path: string,
  how: { search: Search; via: string; user?: string | null },
): Candidate {
  const { catalog } = how.search;
  const told = formOfFolder(catalog, path);
  const form = told?.form ?? catalog.form("default");
  const user = told?.user ?? how.user ?? null;
  const base = { place, path, form, user, via: how.via };
  return told?.profile === undefined ? base : { ...base, profile: told.profile };
}

/** `<home>/profiles/<name>` lies two levels down. */
function parentOf(path: string): string {
  return path.split("/").slice(0, -2).join("/");
}
