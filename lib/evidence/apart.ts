/**
 * Whether one place lies inside another, by their real paths.
 *
 * @module
 */

import { realpathSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";

/**
 * The real path of a place that need not exist yet: as far as it exists, links
 * are resolved.
 */
export function realPlace(path: string): string {
  let rest = "";
  for (let known = resolve(path);;) {
    try {
      return join(realpathSync(known), rest);
    } catch {
      const parent = dirname(known);
      if (parent === known) return join(known, rest);
      rest = join(basename(known), rest);
      known = parent;
    }
  }
}

/** True when `inner` is `outer` or lies below it. */
export function isInside(inner: string, outer: string): boolean {
  const [a, b] = [realPlace(inner), realPlace(outer)];
  return a === b || a.startsWith(b.endsWith(sep) ? b : b + sep);
}
