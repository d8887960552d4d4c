/**
 * Builds the sample homes: text in this folder becomes real files in another.
 *
 * A `.sql` file becomes a database of the same name without `.sql`. Lines that
 * begin with `-- @` say how:
 *
 * - `-- @page_size 512`: before the first statement
 * - `-- @schema 32`: the tables of `schemas/32.sql`; `-- @rows` ends the header
 * - `-- @wal`: what follows is committed, but stands only in the WAL
 * - `-- @uncommitted`: what follows is in the WAL without its commit
 * - `-- @hot_journal`: what follows was being written when the machine stopped
 * - `-- @overwrite_leaf TABLE`: a leaf page in the middle of the table is lost
 *
 * @module
 */

import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { buildDatabase } from "./database.ts";

/** When every sample file was last written: 2026-10-29T09:30:16Z. */
export const SAMPLE_TIME = new Date("2026-10-29T09:30:16Z");

/** Folder of the sample homes. */
export const HOMES = join(import.meta.dirname ?? ".", "homes");

/**
 * Builds one sample into a folder, which is made.
 *
 * @param name Folder below `testdata/homes`
 */
export function buildSample(name: string, into: string): void {
  const source = join(HOMES, name);
  for (const file of filesBelow(source)) {
    const target = join(into, file);
    mkdirSync(dirname(target), { recursive: true });
    if (file.endsWith(".sql")) {
      buildDatabase(readFileSync(join(source, file), "utf8"), target.slice(0, -".sql".length));
    } else copyFileSync(join(source, file), target);
  }
  for (const file of filesBelow(into)) utimesSync(join(into, file), SAMPLE_TIME, SAMPLE_TIME);
}

/** Names of all samples. */
export function sampleNames(): string[] {
  return readdirSync(HOMES).sort();
}

/** Every file below a folder, relative to it, in a fixed order. */
export function filesBelow(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return names.filter((name) => statSync(join(folder, name)).isFile());
}

/** A copy of a tree, times included. */
export function copyTree(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
}
