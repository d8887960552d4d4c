/**
 * The catalog and the work folder, as every command that reads evidence takes them.
 *
 * @module
 */

import { dirname } from "node:path";
import { loadCatalogWith } from "../lib/catalog/from_yaml.ts";
import { type Catalog, loadCatalog } from "../lib/catalog/mod.ts";
import { type Call, textOption } from "./command.ts";

/**
 * The catalog, with the examiner's own entries of `--catalog`.
 *
 * @throws {CatalogError} When the examiner's catalog breaks the format
 */
export function catalogOption(call: Call): Catalog {
  const folder = textOption(call, "catalog");
  return folder === null ? loadCatalog() : loadCatalogWith(folder);
}

/** Where a work folder may be made: the one named, else beside the output, else nowhere. */
export function workBaseOption(call: Call): string | null {
  const out = textOption(call, "out");
  return textOption(call, "work") ?? (out === null ? null : dirname(out));
}
