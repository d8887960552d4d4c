/**
 * Catalogs read from YAML itself: an examiner's own beside the built-in one, and
 * the built-in one when it is checked. Apart from `mod.ts`, because most runs
 * need no YAML.
 *
 * @module
 */

import { CATALOG_FILES } from "../../catalog/mod.ts";
import { CatalogError } from "./catalog_error.ts";
import { checkCatalog } from "./check.ts";
import type { CatalogData } from "./entry.ts";
import { type CatalogFile, listCatalogFolder, readCatalogFiles } from "./files.ts";
import { readFullYaml } from "./full_yaml.ts";
import { type Catalog, catalogOf } from "./mod.ts";
import { preparedData } from "./prepared.ts";
import { rulebooks } from "./rulebook.ts";

/**
 * The built-in catalog with an examiner's own entries after it.
 *
 * @param folder Folder with the same layout as the built-in catalog
 * @throws {CatalogError} When a file breaks the format; names file, line and key
 */
export function loadCatalogWith(folder: string): Catalog {
  const data = preparedData();
  const own = listCatalogFolder(folder);
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
