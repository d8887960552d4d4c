/**
 * The snapshots of a home: which there are, and which of them are whole.
 *
 * Rests on hermes_cli/backup.py of the vendor.
 *
 * @module
 */

import { EvidenceError } from "../evidence/errors.ts";
import type { EvidenceTree, FileFacts } from "../evidence/file.ts";
import type { Micros } from "../row/row.ts";
import { snapshotTime } from "../stores/state_snapshot.ts";
import { isSqlite } from "./content.ts";
import type { Home } from "./home.ts";
import { folderAt } from "./place.ts";
import type { Search } from "./search.ts";
import { unfinishedRule } from "./stable.ts";

/** One entry of the folder of snapshots. */
export interface SnapshotFinding {
  /** Name of its folder. */
  readonly id: string;
  readonly path: string;
  /** When it was made, by its name; null for a name without a real date. */
  readonly time: Micros | null;
  readonly state:
    | "whole"
    | "unfinished"
    | "no state.db"
    | "state.db is empty (0 bytes)"
    | "state.db is not a SQLite database"
    | "state.db is not a regular file"
    | "state.db cannot be read"
    | "not a folder";
  /** Bytes of its state.db; null when it has none. */
  readonly size: number | null;
}

/** The snapshots of a home, as its folder lists them. */
export function snapshotsOf(home: Home, search: Search): SnapshotFinding[] {
  const { tree, form } = home;
  if (form.snapshots === null) return [];
  const folder = `${home.path}/${form.snapshots}`;
  if (folderAt(tree, folder) === null) return [];
  const isUnfinished = unfinishedRule(search.catalog);
  try {
    return tree.list(folder).map((facts) => {
      const unfinished = isUnfinished(`${form.snapshots}/${facts.name}/state.db`);
      return snapshotOf(home, facts, { unfinished, search });
    });
  } catch (error) {
    if (!(error instanceof EvidenceError)) throw error;
    search.refuse(folder, error.message);
    return [];
  }
}

function snapshotOf(
  home: Home,
  facts: FileFacts,
  how: { readonly unfinished: boolean; readonly search: Search },
): SnapshotFinding {
  const { path, name } = facts;
  const base = { id: name, path, time: snapshotTime(name) };
  if (folderAt(home.tree, path) === null) return { ...base, state: "not a folder", size: null };
  const database = home.tree.facts(`${path}/state.db`);
  if (how.unfinished) return { ...base, state: "unfinished", size: database?.size ?? null };
  if (database === null) return { ...base, state: "no state.db", size: null };
  return { ...base, ...stateOfDatabase(home.tree, database, how.search) };
}

/** What cannot be read is not called empty, and no other thing either. */
function stateOfDatabase(
  tree: EvidenceTree,
  facts: FileFacts,
  search: Search,
): Pick<SnapshotFinding, "state" | "size"> {
  const { path, kind } = facts;
  const size = kind === "file" ? facts.size : null;
  try {
    const file = tree.open(path);
    try {
      if (file.size === 0) return { state: "state.db is empty (0 bytes)", size: 0 };
      const sqlite = isSqlite(file.read(0, SQLITE_MAGIC_BYTES));
      return { state: sqlite ? "whole" : "state.db is not a SQLite database", size: file.size };
    } finally {
      file.close();
    }
  } catch (error) {
    if (!(error instanceof EvidenceError)) throw error;
    if (error.fault === "not-a-regular-file") {
      return { state: "state.db is not a regular file", size };
    }
    search.refuse(path, error.message);
    return { state: "state.db cannot be read", size };
  }
}

/** Bytes that tell a SQLite file. */
const SQLITE_MAGIC_BYTES = 16;
