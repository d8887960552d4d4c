/**
 * Files of a home that no reader takes and that may still hold words of a
 * session that is gone.
 *
 * @module
 */

import { type Catalog, compilePattern, type Pattern } from "../catalog/mod.ts";
import type { Home } from "../discover/mod.ts";
import { folderAt } from "../discover/place.ts";
import { EvidenceError } from "../evidence/errors.ts";
import type { FileFacts } from "../evidence/file.ts";
import { compareCodePoints } from "../row/order.ts";
import { inEvidence } from "./database_ref.ts";
import type { HomeOf } from "./job.ts";

/** Files of one kind. */
export interface NotRead {
  /** Id of the catalog's entry, or of the exclusion. */
  readonly id: string;
  readonly title: string;
  /** As they are printed, sorted. */
  readonly paths: readonly string[];
  /** All together. */
  readonly bytes: number;
}

/** Entries whose files can repeat, summarise or name a conversation. */
export const MAY_HOLD_MORE: readonly string[] = [
  "request_dump",
  "saved_conversations",
  "session_exports",
  "session_json",
  "spawn_trees",
  "delegation_transcripts",
  "moa_traces",
  "terminal_output",
  "logs",
  "memory_database",
  "retaindb_queue",
  "gateway_recovery",
  "snapshot_contents",
  "retired_wal_folder",
  "retired_wal_partial",
];

/** Excluded folders of which the same is true. */
export const EXCLUDED_MAY_HOLD_MORE: readonly string[] = ["backups"];

/** What is there of them, in the order of the lists. */
export function notRead({ home, evidence }: HomeOf, catalog: Catalog): NotRead[] {
  const found = new Map<string, FileFacts[]>();
  for (const facts of filesIn(home, topPatterns(home, catalog))) {
    const id = idOf(home, catalog, facts.path);
    if (id === null) continue;
    const files = found.get(id) ?? [];
    files.push(facts);
    found.set(id, files);
  }
  return [...MAY_HOLD_MORE, ...EXCLUDED_MAY_HOLD_MORE].flatMap((id): NotRead[] => {
    const files = found.get(id);
    if (files === undefined) return [];
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    const sorted = files.map(({ path }) => path).sort(compareCodePoints);
    const paths = sorted.map((path) => inEvidence(path, evidence));
    return [{ id, title: titleOf(catalog, id), paths, bytes }];
  });
}

function titleOf(catalog: Catalog, id: string): string {
  const entry = catalog.entries.find((one) => one.id === id);
  return entry?.title ?? "Backups of the whole home";
}

/** Folders and files right in a home that a pattern of the lists begins with. */
function topPatterns(home: Home, catalog: Catalog): Pattern[] {
  const paths = [
    ...catalog.entries.filter(({ id }) => MAY_HOLD_MORE.includes(id)),
    ...catalog.exclusions.filter(({ id }) => EXCLUDED_MAY_HOLD_MORE.includes(id)),
  ].flatMap((rule) => rule.paths);
  const tops = new Set(paths.map((path) => path.split("/", 1)[0] ?? ""));
  return [...tops].map((top) => compilePattern(top, home.ignoresCase));
}

/** Regular files below those; links are not followed further than the home's own folders. */
function filesIn(home: Home, tops: readonly Pattern[]): FileFacts[] {
  const found: FileFacts[] = [];
  const waiting = namesIn(home, home.path).filter(({ name }) => {
    const asked = home.ignoresCase ? name.toLowerCase() : name;
    return tops.some((top) => top.matches(asked));
  });
  const top = new Set(waiting);
  for (let facts = waiting.pop(); facts !== undefined; facts = waiting.pop()) {
    if (facts.kind === "file") found.push(facts);
    const isFolder = facts.kind === "folder" ||
      (top.has(facts) && folderAt(home.tree, facts.path) !== null);
    if (isFolder) waiting.push(...namesIn(home, facts.path));
  }
  return found;
}

function namesIn(home: Home, path: string): FileFacts[] {
  try {
    return home.tree.list(path);
  } catch (error) {
    if (error instanceof EvidenceError) return [];
    throw error;
  }
}

/** The list's entry that knows the file best, or null. */
function idOf(home: Home, catalog: Catalog, path: string): string | null {
  const { form, ignoresCase, profile } = home;
  const known = { form, ignoresCase, inProfile: profile !== null && profile !== "default" };
  const rest = path.slice(home.path.length + 1);
  const { entry, exclusion } = catalog.matchIn(known, rest);
  const rule = exclusion?.rule.id ?? "";
  if (EXCLUDED_MAY_HOLD_MORE.includes(rule)) return rule;
  if (entry === null || !MAY_HOLD_MORE.includes(entry.id)) return null;
  if (entry.id !== SNAPSHOT_CONTENTS) return entry.id;
  // Most of what a snapshot keeps are settings: only what holds words in a home does here.
  const copied = catalog.matchIn(known, rest.split("/").slice(2).join("/")).entry;
  const holdsWords = copied !== null &&
    (copied.standing === "secondary" || MAY_HOLD_MORE.includes(copied.id));
  return holdsWords ? entry.id : null;
}

const SNAPSHOT_CONTENTS = "snapshot_contents";
