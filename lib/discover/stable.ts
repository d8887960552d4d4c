/**
 * Which files of a live home nothing writes to any more: those of snapshots.
 *
 * @module
 */

import type { Catalog } from "../catalog/mod.ts";
import { compilePattern } from "../catalog/pattern.ts";

/** True for a path in a finished snapshot, as far as the path tells. */
export function isInSnapshot(catalog: Catalog): (path: string) => boolean {
  const isUnfinished = unfinishedRule(catalog);
  return (path) => {
    const { snapshot, rest } = catalog.understand(path);
    return snapshot !== null && !isUnfinished(rest);
  };
}

/** Tells a path in a snapshot that was never finished, relative to its home. */
export function unfinishedRule(catalog: Catalog): (rest: string) => boolean {
  const patterns = catalog.entries
    .filter(({ id }) => id === "snapshot_partial")
    .flatMap(({ paths }) => paths.map((path) => compilePattern(path)));
  return (rest) => patterns.some((pattern) => pattern.matches(rest));
}
