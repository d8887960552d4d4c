/**
 * Two databases of messages for tests, and what the comparison of them tells.
 *
 * @module
 */

import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { loadCatalog } from "../catalog/mod.ts";
import { inFolder } from "../evidence/database_fixture.ts";
import { localTree } from "../evidence/local_tree.ts";
import type { Change } from "./change.ts";
import type { Comparison } from "./comparison.ts";
import type { DatabaseRef } from "./database_ref.ts";
import type { HomeReport } from "./home_report.ts";
import { diffRun } from "./run.ts";

/** What two databases gave. */
export interface Compared {
  readonly comparison: Comparison;
  readonly changes: readonly Change[];
  readonly home: HomeReport;
}

/** The columns that an older build of few had, enough for tests. */
export const TABLES = `
  CREATE TABLE sessions (id TEXT PRIMARY KEY, source TEXT, title TEXT, started_at REAL);
  CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT, role TEXT,
    content TEXT, tool_call_id TEXT, tool_calls TEXT, tool_name TEXT, timestamp REAL,
    reasoning TEXT, active INTEGER NOT NULL DEFAULT 1, compacted INTEGER NOT NULL DEFAULT 0,
    message_uid TEXT);
  CREATE TABLE state_meta (key TEXT PRIMARY KEY, value TEXT);
`;

/** Compares two database files. */
export function comparePaths(older: string, newer: string): Compared {
  const report = diffRun([{
    ...{ home: null, family: null, place: newer, user: null, profile: null },
    live: refOf("live", newer),
    older: [refOf("copy", older)],
    ...{ witnesses: [], leftAside: [], traces: [], mayHoldMore: [] },
  }], {
    ...{ maxMemory: 64 * 1024 ** 2, workFolder: null, withoutWal: false },
    catalog: loadCatalog(),
    onlySessions: new Set(),
    listAdded: true,
    onProgress: () => {},
  });
  const [home] = report.homes;
  const [first] = home?.comparisons ?? [];
  if (home === undefined || first === undefined) {
    throw new Error(`Expected a comparison: ${JSON.stringify(home?.leftAside)}`);
  }
  return {
    comparison: first.comparison,
    changes: [...report.changes.take()].slice(0, first.told),
    home,
  };
}

/**
 * Compares a database with what further statements make of a copy of it.
 *
 * @param made SQL of the older one
 * @param then SQL run on the copy
 */
export function compareAfter(made: string, then: string): Compared {
  return inFolder((folder) => {
    const [older, newer] = [join(folder, "older.db"), join(folder, "newer.db")];
    runSql(older, made);
    copyFileSync(older, newer);
    runSql(newer, then);
    return comparePaths(older, newer);
  });
}

/** Compares two databases that were made apart. */
export function compareMade(older: string, newer: string): Compared {
  return inFolder((folder) => {
    const paths = [join(folder, "older.db"), join(folder, "newer.db")] as const;
    runSql(paths[0], older);
    runSql(paths[1], newer);
    return comparePaths(...paths);
  });
}

/** Runs statements on a database file. */
export function runSql(path: string, sql: string): void {
  const db = new DatabaseSync(path);
  try {
    db.exec(sql);
  } finally {
    db.close();
  }
}

/** Changes as lines: kind, session, row in each, words. */
export function changeLines({ changes }: Compared): string[] {
  return changes.map(({ kind, sessionId, olderLine, newerLine, text, title }) =>
    [kind, sessionId, olderLine ?? "-", newerLine ?? "-", text ?? title ?? "-"].join(" ")
  );
}

function refOf(kind: DatabaseRef["kind"], path: string): DatabaseRef {
  const tree = localTree({ stable: true });
  const size = tree.facts(path)?.size ?? 0;
  const label = path.split("/").at(-1) ?? "";
  const named = { kind, label, tree, path, sourceFile: path, evidence: null };
  return { ...named, time: null, size, withoutWal: false };
}
