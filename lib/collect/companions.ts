/**
 * Which files of a folder belong to a database beside them.
 *
 * @module
 */

import type { FileFacts } from "../evidence/file.ts";

/** The companions in one folder. */
export interface Companions {
  /** Names of those that belong to another file, which brings them. */
  readonly owned: ReadonlySet<string>;
  /** Suffixes of the companions of a file, sorted. */
  of(name: string): readonly string[];
}

/** Endings that SQLite adds to a database's name; the last one is a super-journal's. */
const ENDING = /-(?:wal|shm|journal|mj[0-9A-Fa-f]{8,9})$/;

/** Sorts the regular files of a folder into databases and what belongs to them. */
export function companionsAmong(listed: readonly FileFacts[]): Companions {
  const files = new Set(listed.filter(({ kind }) => kind === "file").map(({ name }) => name));
  const owned = new Set<string>();
  const byOwner = new Map<string, string[]>();
  for (const name of files) {
    const suffix = ENDING.exec(name)?.[0];
    if (suffix === undefined) continue;
    const owner = name.slice(0, -suffix.length);
    if (!files.has(owner) || ENDING.test(owner)) continue;
    owned.add(name);
    byOwner.set(owner, [...byOwner.get(owner) ?? [], suffix]);
  }
  return { owned, of: (name) => byOwner.get(name) ?? [] };
}
