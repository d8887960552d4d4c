/**
 * The catalog, for commands that read no evidence and should answer at once.
 *
 * @module
 */

import { type Catalog, loadCatalog } from "../lib/catalog/mod.ts";
import { type Call, textOption } from "./command.ts";

/**
 * The catalog, with the examiner's own entries of `--catalog`; what reads YAML is
 * loaded only for those.
 *
 * @throws {CatalogError} When the examiner's catalog breaks the format
 */
export async function quickCatalogOption(call: Call): Promise<Catalog> {
  const folder = textOption(call, "catalog");
  if (folder === null) return loadCatalog();
  return (await import("../lib/catalog/from_yaml.ts")).loadCatalogWith(folder);
}
