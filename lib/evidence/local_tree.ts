/**
 * This machine's own disk.
 *
 * @module
 */

import { lstatSync, realpathSync } from "node:fs";
import process from "node:process";
import { type DiskOptions, diskTree } from "./disk_tree.ts";
import type { EvidenceTree } from "./file.ts";

/**
 * A tree whose paths are this machine's own: absolute, `/` separators also on
 * Windows (`C:/Users/x`).
 */
export function localTree(options: DiskOptions = {}): EvidenceTree {
  return diskTree({ local: withSlashes, resolve: (path) => resolved(withSlashes(path)) }, options);
}

/** On Windows both separators are one; elsewhere a backslash is part of a name. */
function withSlashes(path: string): string {
  return process.platform === "win32" ? path.replaceAll("\\", "/") : path;
}

function resolved(path: string): string | null {
  try {
    return withSlashes(realpathSync(path));
  } catch {
    return path.includes("\ufffd") && !isLink(path) ? path : null;
  }
}

/** A name with U+FFFD that is not there as such stands for bytes, which no link check reaches. */
function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}
