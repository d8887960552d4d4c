/**
 * The project's own source files, for the gates that read them.
 *
 * @module
 */

import { readdirSync, readFileSync } from "node:fs";

/** One of our own modules. */
export interface Source {
  /** Path from the repository's root, `/` separators. */
  readonly path: string;
  readonly text: string;
  /** True for `x_test.ts`: tests may do what modules may not. */
  readonly isTest: boolean;
}

/** Folders that are not ours, and data that only looks like source. */
const NOT_SOURCE = new Set(["node_modules", "dist", ".git"]);

/**
 * Every TypeScript file below a folder, sorted by path.
 *
 * @param root The repository's root on this machine
 */
export function sourcesBelow(root: string): Source[] {
  const found: Source[] = [];
  const folders = [""];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of readdirSync(`${root}/${folder}`, { withFileTypes: true })) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && !NOT_SOURCE.has(entry.name)) folders.push(path);
      if (entry.isFile() && path.endsWith(".ts")) found.push(sourceAt(root, path));
    }
  }
  return found.sort((one, other) => one.path < other.path ? -1 : 1);
}

function sourceAt(root: string, path: string): Source {
  return {
    path,
    text: readFileSync(`${root}/${path}`, "utf8"),
    isTest: path.endsWith("_test.ts"),
  };
}
