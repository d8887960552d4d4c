/**
 * The name of a bundle: the host and the start of the run, legal everywhere.
 *
 * @module
 */

import { lstatSync } from "node:fs";
import { join } from "node:path";

/** Longest host in a name. */
const LONGEST_HOST = 64;

/**
 * A path in a folder that nothing stands at yet: `<host>-<UTC start>`, with `-2`
 * and so on when it is taken, as a folder or as a zip.
 *
 * @param ending `.zip`, or nothing
 */
export function freeBundlePath(
  folder: string,
  named: { readonly host: string | null; readonly start: Date; readonly ending: string },
): string {
  const stamp = named.start.toISOString().replace(/[-:]|\.\d+/g, "");
  const name = `${safeHost(named.host ?? "")}-${stamp}`;
  for (let count = 1;; count++) {
    const numbered = count === 1 ? name : `${name}-${count}`;
    const taken = ["", ".zip"].some((ending) => exists(join(folder, numbered + ending)));
    if (!taken) return join(folder, numbered + named.ending);
  }
}

/** A host's name cut down to letters, digits and `-._`, never hidden, never empty. */
export function safeHost(host: string): string {
  const safe = host.replace(/[^A-Za-z0-9._-]+/g, "_").replace(/^[._-]+/, "").slice(0, LONGEST_HOST)
    .replace(/[._-]+$/, "");
  return safe === "" ? "host" : safe;
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
