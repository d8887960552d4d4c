/**
 * Bundles as evidence: every command reads one as it reads the examined host.
 *
 * @module
 */

import { rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import {
  type BundleEvidence,
  OperandError,
  type RecordedFile,
  type RecordedHome,
} from "../discover/mod.ts";
import { bundleTree, type RecordedName } from "../evidence/bundle_tree.ts";
import { EvidenceError } from "../evidence/errors.ts";
import { expander } from "../evidence/zip_expand.ts";
import { recordedFacts, type RecordedItem } from "./item.ts";
import { isObject, readCase, readManifest } from "./records.ts";
import { NO_EXPANDING, type OpenStorage, openStorage } from "./storage.ts";
import { MANIFEST } from "./target.ts";

/** Opens bundles and keeps them open until it is closed. */
export interface BundleShelf {
  /** For `locate`: null when the path is no bundle. */
  readonly open: (path: string) => BundleEvidence | null;
  /** Closes all, and removes what was expanded. */
  close(): void;
}

/**
 * @param workBase Folder in which files of a foreign zip may be expanded; null when there is none
 */
export function bundleShelf(workBase: string | null): BundleShelf {
  const work = workBase === null ? null : join(workBase, `.hermeneut-zip-${process.pid}`);
  const expand = work === null ? NO_EXPANDING : expander(work);
  const opened: OpenStorage[] = [];
  return {
    open(path): BundleEvidence | null {
      try {
        const storage = openStorage(path, expand);
        if (storage === null) return null;
        opened.push(storage);
        return evidenceOf(storage);
      } catch (error) {
        if (!(error instanceof EvidenceError)) throw error;
        throw new OperandError(`Cannot read ${path}: ${error.message}`);
      }
    },
    close(): void {
      for (const storage of opened.splice(0)) storage.close();
      if (work !== null) rmSync(work, { recursive: true, force: true });
    },
  };
}

/** Null for a folder that has a file of the manifest's name, and is no bundle. */
function evidenceOf(storage: OpenStorage): BundleEvidence | null {
  if (storage.tree.facts(storage.top + MANIFEST) === null) return null;
  const { items, broken } = readManifest(storage);
  const record = readCase(storage);
  if (items.length === 0 && record?.["bundle_version"] === undefined) return null;
  const names = items.filter(({ status }) => status !== "secret-skipped")
    .map((item) => recordedName(item, storage.top));
  const host = isObject(record?.["host"]) ? record["host"] : {};
  return {
    tree: bundleTree([...foldersOf(record), ...names], storage.tree),
    tops: topsOf(items),
    host: textOf(host["name"]),
    zone: textOf(host["time_zone"]),
    homes: listOf(record?.["homes"]).flatMap(homeOf),
    files: listOf(record?.["files"]).flatMap(fileOf),
    notes: [
      `read as a bundle, begun ${textOf(record?.["start"]) ?? "at an unknown time"}`,
      ...notesOf(items, record),
    ],
    faults: broken.length === 0
      ? []
      : [`${broken.length === 1 ? "1 line" : `${broken.length} lines`} cannot be read`],
  };
}

/** Folders as they were, also those in which nothing lay. */
function foldersOf(record: Record<string, unknown> | null): RecordedName[] {
  return listOf(record?.["folders"]).flatMap((value) => {
    if (!isObject(value) || typeof value["path"] !== "string") return [];
    const facts = recordedFacts({ ...value, "kind": "folder" }, value["path"]);
    return [{ facts, stored: null, reason: "" }];
  });
}

function recordedName(item: RecordedItem, top: string): RecordedName {
  const { facts, stored, status, reason } = item;
  const where = stored === null ? null : `${top.slice(1)}${stored}`;
  const why = facts.kind === "folder" && status === "unreadable" ? reason : "";
  return {
    facts: facts.kind === "unknown" ? { ...facts, refused: reason } : facts,
    stored: where,
    reason: stored === null && facts.kind !== "folder" ? reason : why,
  };
}

function topsOf(items: readonly RecordedItem[]): string[] {
  const tops = new Set(
    items.map(({ facts: { path } }) => /^[A-Za-z]:(?=\/)/.exec(path)?.[0] ?? ""),
  );
  return tops.size === 0 ? [""] : [...tops].sort();
}

function homeOf(value: unknown): RecordedHome[] {
  if (!isObject(value) || value["nested"] === true) return [];
  const [path, form] = [textOf(value["path"]), textOf(value["form"])];
  const [profile, parent] = [textOf(value["profile"]), textOf(value["parent"])];
  if (path === null || form === null) return [];
  const home = { path, form, user: textOf(value["user"]), via: textOf(value["via"]) ?? "" };
  return [
    profile === null || parent === null ? home : { ...home, profile: { name: profile, parent } },
  ];
}

function fileOf(value: unknown): RecordedFile[] {
  if (!isObject(value)) return [];
  const [path, store] = [textOf(value["path"]), textOf(value["store"])];
  if (path === null || store === null) return [];
  return [{ path, store, user: textOf(value["user"]), profile: textOf(value["profile"]) }];
}

function notesOf(
  items: readonly RecordedItem[],
  record: Record<string, unknown> | null,
): string[] {
  const count = (status: string): number => items.filter((item) => item.status === status).length;
  const [skipped, changed] = [count("secret-skipped"), count("changed")];
  return [
    ...(record?.["state"] === "complete" ? [] : ["the bundle is incomplete"]),
    ...(skipped === 0 ? [] : [`${skipped} files were left out of the bundle as secret`]),
    ...(changed === 0 ? [] : [`${changed} files of the bundle changed while they were copied`]),
  ];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
