/**
 * Everything a tree of evidence is, so that two moments can be compared.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";

/**
 * One line per path below a folder: kind, mode, links, size, times and content.
 * Access times are left out: reading a folder may move them.
 */
export function evidencePrint(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return ["", ...names.sort()].map((name) => {
    const path = join(folder, name);
    const { mode, nlink, size, mtimeNs, ctimeNs } = lstatSync(path, { bigint: true });
    return [name, mode.toString(8), nlink, size, mtimeNs, ctimeNs, contentOf(path)].join(" ");
  });
}

/** Makes every file below a folder look as if it was read last in 2001, so that any reading shows. */
export function ageAccessTimes(folder: string): void {
  for (const path of filesBelow(folder)) utimesSync(path, 1_000_000_000, lstatSync(path).mtime);
}

/** The files below a folder that were read since {@linkcode ageAccessTimes}. */
export function filesRead(folder: string): string[] {
  return filesBelow(folder).filter((path) => lstatSync(path).atimeMs !== 1_000_000_000_000);
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()
    .map((name) => join(folder, name)).filter((path) => lstatSync(path).isFile());
}

function contentOf(path: string): string {
  const facts = lstatSync(path);
  if (facts.isSymbolicLink()) return `-> ${readlinkSync(path)}`;
  if (!facts.isFile()) return "";
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}
