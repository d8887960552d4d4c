/**
 * The built-in catalog, read ahead of time. Reading its YAML takes longer than
 * explain-path may take in all, so the checked data are kept as JSON beside the
 * files, under the hash of all of them: data that do not belong to these very
 * files are never used.
 *
 * @module
 */

import { createHash } from "node:crypto";
import type { CatalogData } from "./entry.ts";

/** Checked data and the files they were read from. */
export interface Prepared {
  /** SHA-256 of the files, in hex. */
  readonly hash: string;
  readonly data: CatalogData;
}

/** The hash of catalog files: names and texts, in order. */
export function hashOf(files: readonly { readonly name: string; readonly text: string }[]): string {
  const hash = createHash("sha256");
  for (const { name, text } of files) hash.update(`${name}\0${text}\0`);
  return hash.digest("hex");
}

/** The prepared data of these files, or null when there are none or they are of other files. */
export function preparedData(
  json: string,
  files: readonly { readonly name: string; readonly text: string }[],
): CatalogData | null {
  if (json.trim() === "") return null;
  const prepared = JSON.parse(json) as Prepared;
  return prepared.hash === hashOf(files) ? prepared.data : null;
}
