/**
 * What stands among the snapshots and is not compared: named, with the reason.
 *
 * @module
 */

import type { Catalog } from "../catalog/mod.ts";
import type { Home } from "../discover/mod.ts";
import { folderAt } from "../discover/place.ts";
import { unfinishedRule } from "../discover/stable.ts";
import { EvidenceError } from "../evidence/errors.ts";
import type { FileFacts } from "../evidence/file.ts";
import { snapshotTime } from "../stores/state_snapshot.ts";
import type { DatabaseRef } from "./database_ref.ts";

/** Something that is not compared. */
export interface LeftAside {
  /** The snapshot's id, or the name of what stands there. */
  readonly label: string;
  /** As it is printed. */
  readonly path: string;
  readonly why: string;
  /** True when evidence is damaged or unreadable, not merely absent. */
  readonly isDamage: boolean;
}

/** The snapshots' folder, judged. */
export interface Judged {
  readonly leftAside: readonly LeftAside[];
  /** Unfinished snapshots that hold a database. */
  readonly unfinished: readonly DatabaseRef[];
}

const NONE: Judged = { leftAside: [], unfinished: [] };

/**
 * Looks at everything in the folder of snapshots that is no snapshot to compare.
 *
 * @param compared Ids of those that are
 */
export function judgeSnapshots(
  home: Home,
  catalog: Catalog,
  compared: ReadonlySet<string>,
): Judged {
  const folder = home.form.snapshots === null ? null : `${home.path}/${home.form.snapshots}`;
  if (folder === null || folderAt(home.tree, folder) === null) return NONE;
  const judged: { leftAside: LeftAside[]; unfinished: DatabaseRef[] } = {
    leftAside: [],
    unfinished: [],
  };
  const isUnfinishedPath = unfinishedRule(catalog);
  for (const facts of listed(home, folder, judged.leftAside)) {
    const { name, path } = facts;
    if (compared.has(name)) continue;
    const database = databaseIn(home, path, catalog);
    const isUnfinished = isUnfinishedPath(`${path.slice(home.path.length + 1)}/-`);
    if (isUnfinished && database !== null) judged.unfinished.push(refOf(home, name, database));
    const why = isUnfinished ? unfinishedWords(database) : whyNot(home, facts, database);
    judged.leftAside.push({ label: name, path, why, isDamage: false });
  }
  return judged;
}

function listed(home: Home, folder: string, leftAside: LeftAside[]): FileFacts[] {
  try {
    return home.tree.list(folder);
  } catch (error) {
    if (!(error instanceof EvidenceError)) throw error;
    leftAside.push({ label: folder, path: folder, why: error.message, isDamage: true });
    return [];
  }
}

/** The file that a snapshot of the catalog would be read from; null when it is not there. */
function databaseIn(home: Home, folder: string, catalog: Catalog): FileFacts | null {
  const entry = catalog.entries.find(({ id }) => id === "state_snapshot");
  const name = entry?.paths[0]?.split("/").at(-1);
  return name === undefined ? null : home.tree.facts(`${folder}/${name}`);
}

function unfinishedWords(database: FileFacts | null): string {
  return database === null
    ? "unfinished snapshot without a database"
    : "unfinished snapshot: compared only with --partial";
}

function whyNot(home: Home, facts: FileFacts, database: FileFacts | null): string {
  if (folderAt(home.tree, facts.path) === null) return `no snapshot: a ${facts.kind}`;
  return database === null ? "snapshot without a state database" : "not read";
}

function refOf(home: Home, label: string, database: FileFacts): DatabaseRef {
  return {
    kind: "unfinished snapshot",
    label,
    tree: home.tree,
    path: database.path,
    sourceFile: database.path,
    evidence: null,
    time: snapshotTime(label.replace(/^\./, "")),
    size: database.size,
    withoutWal: false,
  };
}
