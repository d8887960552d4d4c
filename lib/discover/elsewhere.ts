/**
 * Homes in places that only evidence names: a start-up file, a container's
 * record, a compose file. One line of such a file must not make a whole disk, or
 * all that an account has, a home to be collected.
 *
 * @module
 */

import type { AccountFolder } from "./accounts.ts";
import type { Candidate } from "./candidate.ts";
import { hasStateDatabase } from "./content.ts";
import { holdsAnyStore } from "./folder_operand.ts";
import type { Search } from "./search.ts";

/** What is known where a home is named. */
export interface Naming {
  readonly accounts: readonly AccountFolder[];
  /** What names it, in a few words. */
  readonly namedBy: string;
  readonly search: Search;
}

/** The candidate, when what lies there bears it out; else it is told to the search. */
export function borneOut(candidate: Candidate, naming: Naming): Candidate[] {
  const { accounts, namedBy, search } = naming;
  const why = doubtOf(candidate, accounts, search);
  if (why === null) return [candidate];
  search.leave(candidate.path, { namedBy, reason: `${why}: ${NOT_TAKEN}` });
  return [];
}

/** The same for a home in its usual place that is a link to somewhere else. */
export function ledRightly(candidate: Candidate, naming: Omit<Naming, "namedBy">): Candidate[] {
  const { accounts, search } = naming;
  const { place, path } = candidate;
  const real = place.tree.resolve(path) ?? path;
  const why = real === path ? null : widthDoubt(candidate, accounts, search);
  if (why === null) return [candidate];
  search.leave(real, { namedBy: `the link ${path}`, reason: `${why}: ${NOT_TAKEN}` });
  return [];
}

const NOT_TAKEN = "not taken for a home (--home takes it)";

function doubtOf(
  candidate: Candidate,
  accounts: readonly AccountFolder[],
  search: Search,
): string | null {
  const { place, path } = candidate;
  const doubt = widthDoubt(candidate, accounts, search);
  if (doubt !== null) return doubt;
  const names = place.names(path);
  const isUndoubted = names === null || names.length === 0 || holdsAnyStore(candidate, search) ||
    (candidate.form.root === "desktop" && isKnown(candidate, names, search));
  return isUndoubted ? null : "holds no store of Hermes";
}

/** Why a place is too wide for a home; null when it is not. */
function widthDoubt(
  { place, path }: Candidate,
  accounts: readonly AccountFolder[],
  search: Search,
): string | null {
  const real = (place.tree.resolve(path) ?? path).replace(/\/+$/, "");
  if (real === place.top) return "the top of a file system";
  const isAround = accounts.some(({ path: folder }) =>
    folder !== place.top && (folder === real || folder.startsWith(`${real}/`))
  );
  const isHome = !isAround || hasStateDatabase(place.tree, path, search);
  return isHome ? null : "an account's own folder, or around one, with no state.db of Hermes";
}

/** The desktop app's files have names of their own; few of them are stores. */
function isKnown({ form }: Candidate, names: readonly string[], { catalog }: Search): boolean {
  const known = { form, inProfile: false, ignoresCase: form.ignoresCase };
  return names.some((name) => catalog.matchIn(known, name).entry !== null);
}
