/**
 * The built-in catalog, read ahead of time: reading its YAML takes longer than
 * explain-path may take in all. `scripts/check_catalog.ts --write` makes it;
 * the gate, the tests and the compiler of the binary refuse one that is not
 * what the YAML says, so that no run has to ask.
 *
 * @module
 */

import prepared from "../../catalog/prepared.json" with { type: "text" };
import type { CatalogData } from "./entry.ts";

/** The checked data of the built-in files. */
export function preparedData(): CatalogData {
  return JSON.parse(prepared) as CatalogData;
}

/** The data as `catalog/prepared.json` keeps them, and as the formatter writes JSON. */
export function preparedText(data: CatalogData): string {
  return `${JSON.stringify(data, null, 2)}\n`;
}
