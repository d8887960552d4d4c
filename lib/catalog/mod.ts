/**
 * The catalog: the single truth of where Hermes keeps what.
 *
 * @module
 */

import { CatalogError } from "./catalog_error.ts";
import type { CatalogData, HomeForm } from "./entry.ts";
import {
  type KnownHome,
  type Match,
  type MatcherParts,
  matchPath,
  matchRelative,
  type RelativeMatch,
} from "./match.ts";
import { compilePlaces } from "./places.ts";
import { preparedData } from "./prepared.ts";
import { rulebooks } from "./rulebook.ts";
import { type StoreFiles, storeFiles } from "./store_files.ts";
import { understander, type UnderstandOptions } from "./understand.ts";
import type { Understood } from "./understood.ts";

export { CatalogError };
export type * from "./entry.ts";
export type { KnownHome, Match, RelativeMatch, Taken } from "./match.ts";
export { nearest } from "./nearest.ts";
export { compilePattern, type Pattern } from "./pattern.ts";
export type { StoreFiles } from "./store_files.ts";
export type { UnderstandOptions } from "./understand.ts";
export { type Understood, userOf, type Volume } from "./understood.ts";

/** The catalog, ready to be asked. Asking never touches a disk. */
export interface Catalog extends CatalogData {
  /** Home form, account, profile, volume and snapshot of a path. */
  understand(path: string, options?: UnderstandOptions): Understood;
  /** All the rules about a path. */
  match(path: string, options?: UnderstandOptions): Match;
  /** All the rules about a path relative to a home known from the disk, `/` separators. */
  matchIn(home: KnownHome, rest: string): RelativeMatch;
  /** Where the stores of a home of this form lie. */
  storeFiles(form: HomeForm): StoreFiles[];
  /** The forms whose places may lie below a path that is in none of them. */
  formsBelow(understood: Understood): readonly HomeForm[];
  /** The form of that id. Throws `RangeError` when there is none. */
  form(id: string): HomeForm;
}

/** The built-in catalog; `from_yaml.ts` gives one with an examiner's own entries. */
export function loadCatalog(): Catalog {
  return catalogOf(preparedData());
}

/** Makes a catalog from checked data. */
export function catalogOf(data: CatalogData): Catalog {
  const books = rulebooks(data);
  const places = compilePlaces(data.forms, data.accounts);
  const understand = understander(places, data.unclaimed);
  const parts: MatcherParts = { data, places, books, understand };
  return {
    ...data,
    understand,
    match: (path, options = {}) => matchPath(parts, path, options),
    matchIn: (home, rest) => matchRelative(parts, home, rest),
    storeFiles: (form) => storeFiles(data, form),
    formsBelow: (understood) => [...new Set(places.below(understood).map(({ form }) => form))],
    form: (id): HomeForm => {
      const form = data.forms.find((one) => one.id === id);
      if (form === undefined) throw new RangeError(`Cannot find home form ${id}`);
      return form;
    },
  };
}
