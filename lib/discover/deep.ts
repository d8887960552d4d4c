/**
 * Finds databases of Hermes that were renamed or moved, by what they hold. Of
 * all files only those are opened whose size a SQLite database can have.
 *
 * @module
 */

import { closeSync, constants, lstatSync, openSync, readdirSync, readSync } from "node:fs";
import { EvidenceError } from "../evidence/errors.ts";
import { compareCodePoints } from "../row/order.ts";
import { databaseStore, isSqlite } from "./content.ts";
import type { Place } from "./place.ts";
import type { Search } from "./search.ts";
import { firstBytes } from "./small_text.ts";

/** A database of Hermes' in a place that no form names. */
export interface FoundDatabase {
  readonly place: Place;
  readonly path: string;
  readonly store: "state_db" | "response_store";
}

/**
 * Walks everything below a place.
 *
 * @param known Paths that are known already
 */
export function findByContent(
  place: Place,
  known: ReadonlySet<string>,
  search: Search,
): FoundDatabase[] {
  if (place.disk === null) return [];
  const found: string[] = [];
  const todo = [place.top];
  for (let folder = todo.pop(); folder !== undefined; folder = todo.pop()) {
    if (folder !== place.top && place.live && place.mayNotVisit(folder) !== null) continue;
    search.progress(folder);
    const local = place.disk + folder.slice(place.top.length);
    lookThrough({ place, folder, local, todo, found }, search);
  }
  return found.filter((path) => !known.has(path)).sort(compareCodePoints).flatMap((path) => {
    const store = databaseStore(place.tree, path, search);
    return store === null ? [] : [{ place, path, store }];
  });
}

interface Stop {
  readonly place: Place;
  readonly folder: string;
  /** The folder on this machine. */
  readonly local: string;
  readonly todo: string[];
  readonly found: string[];
}

function lookThrough(stop: Stop, search: Search): void {
  const { folder, local, todo, found } = stop;
  if (folder.includes(REPLACEMENT)) {
    lookThroughBytes(stop, search);
    return;
  }
  let entries;
  try {
    entries = readdirSync(`${local}/`, { withFileTypes: true });
  } catch (error) {
    search.refuse(folder, `Cannot be listed (${(error as { code?: string }).code})`);
    return;
  }
  if (entries.some(({ name }) => name.includes(REPLACEMENT))) {
    lookThroughBytes(stop, search);
    return;
  }
  for (const entry of entries) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) todo.push(path);
    else if (entry.isFile() && mayBeDatabase(`${local}/${entry.name}`)) found.push(path);
  }
}

/** Stands in a name for bytes that are not UTF-8, which only the tree can find again. */
const REPLACEMENT = "\ufffd";

function lookThroughBytes({ place, folder, todo, found }: Stop, search: Search): void {
  try {
    for (const { path, kind } of place.tree.list(folder === "" ? "/" : folder)) {
      if (kind === "folder") todo.push(path);
      else if (kind === "file" && mayBeDatabaseOf(place, path)) found.push(path);
    }
  } catch (error) {
    if (!(error instanceof EvidenceError)) throw error;
    search.refuse(folder, error.message);
  }
}

function mayBeDatabaseOf(place: Place, path: string): boolean {
  try {
    const facts = place.tree.facts(path);
    return facts?.kind === "file" && isDatabaseSize(facts.size) &&
      isSqlite(firstBytes(place.tree, path, { length: HEAD.length }));
  } catch (error) {
    if (!(error instanceof EvidenceError)) throw error;
    return false;
  }
}

function isDatabaseSize(size: number): boolean {
  return size >= SMALLEST && size % SMALLEST_PAGE === 0;
}

const SMALLEST = 1024;
const SMALLEST_PAGE = 512;
const HEAD = new Uint8Array(16);
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const QUIET = FLAGS | (constants.O_NOATIME ?? 0);

function mayBeDatabase(local: string): boolean {
  const stat = lstatSync(local, { throwIfNoEntry: false });
  if (stat === undefined || !stat.isFile() || !isDatabaseSize(stat.size)) return false;
  const fd = openQuietly(local);
  if (fd === null) return false;
  try {
    return readSync(fd, HEAD, 0, HEAD.length, 0) === HEAD.length && isSqlite(HEAD);
  } catch {
    return false;
  } finally {
    closeSync(fd);
  }
}

/** Only a file's owner may ask that its access time stays. */
function openQuietly(local: string): number | null {
  for (const flags of [QUIET, FLAGS]) {
    try {
      return openSync(local, flags);
    } catch {
      // the second try, or none
    }
  }
  return null;
}
