/**
 * The catalog: the single truth of where Hermes keeps what.
 *
 * @module
 */

import { CATALOG_FILES, PREPARED } from "../../catalog/mod.ts";
import { CatalogError } from "./catalog_error.ts";
import { checkCatalog } from "./check.ts";
import type { CatalogData, HomeForm } from "./entry.ts";
import { type CatalogFile, listCatalogFolder, readCatalogFiles } from "./files.ts";
import { readFullYaml } from "./full_yaml.ts";
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

/** Where an examiner's own catalog lies. */
export interface CatalogOptions {
  /** Folder with the same layout as the built-in catalog. */
  readonly folder?: string;
}

/**
 * Loads the catalog, with an examiner's own entries after the built-in ones.
 *
 * @throws {CatalogError} When a file breaks the format; names file, line and key
 */
export function loadCatalog(options: CatalogOptions = {}): Catalog {
  const prepared = preparedData(PREPARED, CATALOG_FILES);
  const data = prepared ?? readBuiltIn();
  if (options.folder === undefined) return catalogOf(data);
  const own = listCatalogFolder(options.folder);
  const added = readCatalogFiles(own, readFullYaml);
  checkReaders(data, { added, files: own });
  const both = joined(data, added);
  checkCatalog(
    both,
    rulebooks(both),
    (file, text) => lineOf([...shownFiles(), ...own], file, text),
  );
  return catalogOf(both);
}

/**
 * Reads the built-in files themselves and checks them.
 *
 * @throws {CatalogError} When a file breaks the format
 */
export function readBuiltIn(): CatalogData {
  const files = shownFiles();
  const data = readCatalogFiles(files, readFullYaml);
  checkCatalog(data, rulebooks(data), (file, text) => lineOf(files, file, text));
  return data;
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

function shownFiles(): CatalogFile[] {
  return CATALOG_FILES.map(({ name, text }) => ({ name, text, shown: `catalog/${name}` }));
}

/** An examiner's store can only be read by a reader there is: one of the built-in stores'. */
function checkReaders(
  data: CatalogData,
  own: { added: CatalogData; files: readonly CatalogFile[] },
): void {
  const readers = new Set(data.entries.map(({ reader }) => reader));
  for (const { reader, origin: { file } } of own.added.entries) {
    if (readers.has(reader)) continue;
    const known = [...readers].filter((id) => id !== null).join(", ");
    const line = lineOf(own.files, file, `reader: ${reader}`);
    throw new CatalogError(file, line, "reader", `expected one of ${known}, found "${reader}"`);
  }
}

function joined(first: CatalogData, second: CatalogData): CatalogData {
  return {
    forms: [...first.forms, ...second.forms],
    accounts: [...first.accounts, ...second.accounts],
    unclaimed: [...first.unclaimed, ...second.unclaimed],
    entries: [...first.entries, ...second.entries],
    exclusions: [...first.exclusions, ...second.exclusions],
    secrets: [...first.secrets, ...second.secrets],
  };
}

function lineOf(files: readonly CatalogFile[], file: string, text: string): number {
  const lines = files.find(({ shown }) => shown === file)?.text.split("\n") ?? [];
  return Math.max(0, lines.findLastIndex((line) => line.includes(text))) + 1;
}
