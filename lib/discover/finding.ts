/**
 * What `discover` tells of one home.
 *
 * @module
 */

import type { Entry } from "../catalog/mod.ts";
import { EvidenceError } from "../evidence/errors.ts";
import type { EvidenceTree, FileFacts } from "../evidence/file.ts";
import { type Coverage, coverageOf } from "./coverage.ts";
import { type DatabaseFinding, lookAtDatabase } from "./database_finding.ts";
import { isSqlite } from "./content.ts";
import { listedOnce } from "./folder_list.ts";
import type { Home, StoreFile } from "./home.ts";
import { settingsIn, VARIABLES } from "./hint_values.ts";
import type { Holder } from "./proc.ts";
import type { Search } from "./search.ts";
import { mayBeClosed } from "./readable.ts";
import { firstBytes, smallText } from "./small_text.ts";
import { type SnapshotFinding, snapshotsOf } from "./snapshots.ts";
import { storeFilesIn } from "./store_files.ts";

/** A file of a store, as found. */
export interface StoreFinding {
  readonly entry: Entry;
  readonly path: string;
  readonly facts: FileFacts;
  /** Why it will not be read, or cannot be; null when it can. */
  readonly fault: string | null;
  /** True when it should be read and cannot be. */
  readonly unreadable: boolean;
}

/** A home, looked through. */
export interface Finding {
  readonly home: Home;
  /** Null where the form has none, or it is not there. */
  readonly database: DatabaseFinding | null;
  /** The other stores. */
  readonly stores: readonly StoreFinding[];
  readonly snapshots: readonly SnapshotFinding[];
  readonly coverage: Coverage;
  /** Processes that hold a database of it; null where that cannot be seen. */
  readonly holders: readonly Pick<Holder, "pid" | "command">[] | null;
  /** Names of the steering variables in its environment file. */
  readonly variables: readonly string[];
  /** True when it cannot be listed: nobody knows what is in it. */
  readonly closed: boolean;
  /** True when it holds no known store at all. */
  readonly empty: boolean;
}

/** How homes are looked through. */
export interface FindOptions {
  readonly search: Search;
  readonly withoutWal: boolean;
  /** Paths of all homes, and their other names. */
  readonly homes: ReadonlySet<string>;
  /** Null where processes cannot be seen. */
  readonly holders: readonly Holder[] | null;
}

/** Looks through one home. */
export function findingOf(home: Home, options: FindOptions): Finding {
  const { search } = options;
  const list = listedOnce(home.tree, search.refuse);
  const files = storeFilesIn(home, search.catalog, list);
  const closed = search.refused.some(({ path }) => path === home.path);
  const main = files.find(({ entry }) => entry.id === "state_db");
  const { maxMemory } = search;
  const look = { maxMemory, withoutWal: options.withoutWal };
  return {
    home,
    database: main === undefined ? null : lookAtDatabase(home.tree, main.facts, look),
    stores: files.filter((file) => file !== main).map((file) => storeFinding(file, search)),
    snapshots: snapshotsOf(home, search),
    coverage: coverageOf(home, options.homes, { search, list }),
    holders: options.holders === null ? null : holdersOf(home, main ?? null, options.holders),
    variables: variablesOf(home, search),
    closed,
    empty: !closed && files.length === 0 && home.shared.size === 0,
  };
}

function storeFinding({ entry, path, facts, tree }: StoreFile, search: Search): StoreFinding {
  const base = { entry, path, facts };
  if (facts.kind !== "file" && facts.kind !== "link") {
    return { ...base, fault: `not a regular file: a ${facts.kind}`, unreadable: true };
  }
  if (!mayBeClosed(facts)) return { ...base, fault: copyFault(tree, base), unreadable: false };
  try {
    const file = tree.open(path);
    try {
      file.read(0, 1);
    } finally {
      file.close();
    }
  } catch (error) {
    if (!(error instanceof EvidenceError)) throw error;
    if (error.fault === "unreadable") search.refuse(path, error.message);
    return { ...base, fault: error.message, unreadable: true };
  }
  return { ...base, fault: copyFault(tree, base), unreadable: false };
}

/** A copy of state.db is read only when it begins like a database. */
function copyFault(
  tree: EvidenceTree,
  store: Pick<StoreFinding, "entry" | "path">,
): string | null {
  if (store.entry.id !== "state_db_copy") return null;
  const sqlite = isSqlite(firstBytes(tree, store.path, { length: 16 }));
  return sqlite ? null : "not parsed: its first bytes are not SQLite's";
}

function holdersOf(
  home: Home,
  main: StoreFile | null,
  holders: readonly Holder[],
): Pick<Holder, "pid" | "command">[] {
  const below = [home.path, ...home.names].map((path) => `${path}/`);
  const number = main === null ? "" : `${main.facts.device}:${main.facts.inode}`;
  return holders
    .filter(({ files }) =>
      files.some((file) => file === number || below.some((path) => file.startsWith(path)))
    )
    .map(({ pid, command }) => ({ pid, command }));
}

/** The environment file holds keys: of it only names are told. */
function variablesOf(home: Home, search: Search): string[] {
  const entry = search.catalog.entries.find(({ id }) => id === "environment_file");
  const names = new Set(
    (entry?.paths ?? []).filter((path) => !path.includes("*")).flatMap((path) => {
      const text = smallText(home.tree, `${home.path}/${path}`, search.refuse);
      return text === null ? [] : settingsIn(text).map(({ name }) => name);
    }),
  );
  return VARIABLES.filter((name) => names.has(name));
}
