/**
 * The snapshots of a home: which there are, and which of them are whole.
 *
 * Rests on hermes_cli/backup.py of the vendor.
 *
 * @module
 */

import { EvidenceError } from "../evidence/errors.ts";
import type { FileFacts } from "../evidence/file.ts";
import type { Micros } from "../row/row.ts";
import { snapshotTime } from "../stores/state_snapshot.ts";
import { isSqlite } from "./content.ts";
import type { Home } from "./home.ts";
import { folderAt } from "./place.ts";
import type { Search } from "./search.ts";
import { firstBytes } from "./small_text.ts";
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
      return snapshotOf(home, facts, unfinished);
    });
  } catch (error) {
    if (!(error instanceof EvidenceError)) throw error;
    search.refuse(folder, error.message);
    return [];
  }
}

function snapshotOf(home: Home, facts: FileFacts, unfinished: boolean): SnapshotFinding {
  const { path, name } = facts;
  const base = { id: name, path, time: snapshotTime(name) };
  if (folderAt(home.tree, path) === null) return { ...base, state: "not a folder", size: null };
  const database = home.tree.facts(`${path}/state.db`);
  const size = database?.size ?? null;
  if (unfinished) return { ...base, state: "unfinished", size };
  if (database === null) return { ...base, state: "no state.db", size };
  if (size === 0) return { ...base, state: "state.db is empty (0 bytes)", size };
  const sqlite = isSqlite(firstBytes(home.tree, database.path, 16));
  return { ...base, state: sqlite ? "whole" : "state.db is not a SQLite database", size };
}
