/**
 * The homes that hints lead to.
 *
 * @module
 */

import type { AccountFolder } from "./accounts.ts";
import type { Candidate } from "./candidate.ts";
import { borneOut } from "./elsewhere.ts";
import { type Hint, hintedPath } from "./hints.ts";
import { formOfFolder, namedHome } from "./named_homes.ts";
import { folderAt, type Place } from "./place.ts";
import type { Search } from "./search.ts";

/** What a hint leads to; what may not be visited is told to the search. */
export function candidatesOfHint(
  place: Place,
  hint: Hint,
  how: { readonly accounts: readonly AccountFolder[]; readonly search: Search },
): Candidate[] {
  const { search } = how;
  const isHome = hint.name === "HERMES_HOME";
  if ((!isHome && hint.name !== "HERMES_DESKTOP_USER_DATA_DIR") || hint.value === "") return [];
  const namedBy = `${hint.name} in ${hint.place}`;
  const path = hintedPath(hint);
  const reason = hint.foreign ??
    (path === null ? "holds a variable that is not known" : place.mayNotVisit(path));
  if (path === null || reason !== null) {
    search.leave(hint.value, { namedBy, reason: reason ?? "" });
    return [];
  }
  if (folderAt(place.tree, path) === null) {
    search.note(`${path} (named by ${namedBy}): no such folder`);
    return [];
  }
  const naming = { ...how, namedBy };
  if (isHome) {
    return borneOut(namedHome(place, path, { search, via: namedBy, user: hint.account }), naming);
  }
  const told = formOfFolder(search.catalog, path);
  const form = told?.form.root === "desktop" ? told.form : search.catalog.form("desktop");
  return borneOut({ place, path, form, user: hint.account, via: namedBy }, naming);
}
