/**
 * Whether one place lies inside another: by their real paths, and by what the
 * file system says they are, since it may know one folder by names of other case
 * or mount it twice.
 *
 * @module
 */

import { realpathSync, statSync } from "node:fs";
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
  if (a === b || a.startsWith(b.endsWith(sep) ? b : b + sep)) return true;
  const wanted = identityOf(b);
  if (wanted === null) return false;
  for (let at = a;; at = dirname(at)) {
    if (identityOf(at) === wanted) return true;
    if (dirname(at) === at) return false;
  }
}

/** Device and inode (on Windows volume and file id); null where there is nothing, or no such numbers. */
function identityOf(path: string): string | null {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return ino === 0n ? null : `${dev}:${ino}`;
  } catch {
    return null;
  }
}
