/**
 * What a search has to say beside what it finds.
 *
 * @module
 */

import type { Catalog } from "../catalog/mod.ts";
import type { Candidate } from "./candidate.ts";
import type { NotVisited, Refusal } from "./home.ts";

/** Gathers what is said while homes are looked for; each thing once. */
export interface Search {
  readonly catalog: Catalog;
  /** Bytes for an image. */
  readonly maxMemory: number;
  readonly notes: readonly string[];
  readonly refused: readonly Refusal[];
  readonly notVisited: readonly NotVisited[];
  /** Folders of forms that hold nothing to be read: not homes, and not to be passed over in silence. */
  readonly caches: readonly Candidate[];
  note(line: string): void;
  refuse(path: string, why: string): void;
  leave(path: string, why: { readonly namedBy: string; readonly reason: string }): void;
  addCache(cache: Candidate): void;
  progress(path: string): void;
}

const DEFAULT_MEMORY = 512 * 1024 ** 2;

/** An empty search. */
export function newSearch(
  catalog: Catalog,
  options: { maxMemory?: number | undefined; onProgress?: ((path: string) => void) | undefined },
): Search {
  const notes = new Set<string>();
  const refused = new Map<string, Refusal>();
  const notVisited = new Map<string, NotVisited>();
  const caches: Candidate[] = [];
  return {
    catalog,
    maxMemory: options.maxMemory ?? DEFAULT_MEMORY,
    get notes(): string[] {
      return [...notes];
    },
    get refused(): Refusal[] {
      return [...refused.values()].filter(({ path }) => !isBelowAny(path, refused));
    },
    get notVisited(): NotVisited[] {
      return [...notVisited.values()];
    },
    caches,
    addCache: (cache) => void caches.push(cache),
    note: (line) => notes.add(line),
    refuse: (path, why) => refused.set(path, { path, why }),
    leave: (path, why) => notVisited.set(`${path}\0${why.namedBy}`, { path, ...why }),
    progress: options.onProgress ?? ((): void => {}),
  };
}

/** A closed folder hides all that lies in it: the folder alone is told. */
function isBelowAny(path: string, folders: ReadonlyMap<string, unknown>): boolean {
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
    if (folders.has(path.slice(0, end))) return true;
  }
  return false;
}
