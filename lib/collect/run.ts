/**
 * One run of `collect`: from what was located to a bundle.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { setImmediate } from "node:timers/promises";
import type { Catalog } from "../catalog/mod.ts";
import type { Home, Located, NotVisited } from "../discover/mod.ts";
import type { FileFacts } from "../evidence/file.ts";
import { forTerminal } from "../row/escape.ts";
import { OutputError } from "../row/output_error.ts";
import { freeBundlePath } from "./bundle_name.ts";
import { type CaseNotes, caseRecord, type CaseStart } from "./case_record.ts";
import { openFolderTarget } from "./folder_target.ts";
import type { Choice } from "./found.ts";
import type { HostFacts } from "./host_facts.ts";
import { type Item, manifestLine, type Status } from "./item.ts";
import { type Planned, planned } from "./plan.ts";
import { type StoredNames, storedNames } from "./stored_names.ts";
import { taking } from "./taking.ts";
import type { Target } from "./target.ts";
import { openZipTarget } from "./zip_target.ts";

/** How a run goes. */
export interface CollectOptions {
  readonly catalog: Catalog;
  readonly choice: Choice;
  readonly projects: boolean;
  /** Homes that were found beside those to be collected, and are to be left alone. */
  readonly unasked: readonly Home[];
  readonly shellHistory: boolean;
  /** The evidence is this machine as it runs. */
  readonly live: boolean;
  /** Folder in which the bundle is made; it exists. */
  readonly out: string;
  readonly zip: boolean;
  readonly host: HostFacts;
  readonly collector: HostFacts;
  readonly about: Readonly<Record<string, unknown>>;
  readonly notes: CaseNotes;
  /** Bytes for images of databases that are asked for projects. */
  readonly maxMemory: number;
  /** Said before the run began; the bundle's log begins with it. */
  readonly said: readonly string[];
  readonly warn: (line: string) => void;
  readonly progress: (line: string) => void;
  /** Turns true when the examiner asks to stop. */
  readonly stopped: () => boolean;
  readonly now: () => Date;
}

/** What a run made. */
export interface CollectReport {
  /** The bundle; null when none could be kept. */
  readonly path: string | null;
  readonly complete: boolean;
  /** Why it ended early; null when it did not. */
  readonly stopped: string | null;
  readonly counts: Readonly<Partial<Record<Status, number>>>;
  /** Bytes of all copies. */
  readonly bytes: number;
  /** Paths that could not be taken as they should. */
  readonly losses: number;
}

/**
 * Collects everything into a new bundle. When the target fails or the examiner
 * stops, what was collected until then stays, and says that it is incomplete.
 *
 * @throws {OutputError} When the bundle cannot be begun
 */
export async function collect(located: Located, options: CollectOptions): Promise<CollectReport> {
  const { now, host, out, zip } = options;
  const start: CaseStart = { ...options, located, start: now() };
  const named = { host: host.name, start: start.start, ending: zip ? ".zip" : "" };
  const path = freeBundlePath(out, named);
  const target = zip ? openZipTarget(path) : openFolderTarget(path, caseRecord(start, null));
  const state = newState(located.notVisited);
  const work = join(target.workBase, `.hermeneut-work-${process.pid}`);
  try {
    for (const line of options.said) target.addToLog(forTerminal(line));
    const stopped = await collectAll({ located, options, target, state, work });
    return await finished(target, { start, state, stopped, now });
  } finally {
    await state.added.catch(() => {}); // said already
    target.close();
    rmSync(work, { recursive: true, force: true });
  }
}

/** What a run has done so far. */
interface State {
  readonly counts: Partial<Record<Status, number>>;
  readonly sums: string[];
  readonly folders: FileFacts[];
  readonly notVisited: NotVisited[];
  /** Lines whose copies are not yet safe on disk. */
  waiting: string[];
  waitingBytes: number;
  /** Ends when the lines handed over last are in the manifest. */
  added: Promise<void>;
  bytes: number;
  losses: number;
}

function newState(notVisited: readonly NotVisited[]): State {
  const lists = { sums: [], folders: [], notVisited: [...notVisited], waiting: [] };
  return { counts: {}, ...lists, waitingBytes: 0, added: Promise.resolve(), bytes: 0, losses: 0 };
}

interface Run {
  readonly located: Located;
  readonly options: CollectOptions;
  readonly target: Target;
  readonly state: State;
  /** Folder for passing files, made on first need. */
  readonly work: string;
}

/** Copies and bytes that may wait to be synchronised together. */
const MOST_WAITING = 64;
const MOST_WAITING_BYTES = 256 * 1024 ** 2;

/** Collects until the end, or gives the reason why it ended before. */
async function collectAll(run: Run): Promise<string | null> {
  const { located, options, target, state } = run;
  const warn = (line: string): void => {
    options.warn(line);
    target.addToLog(forTerminal(line));
  };
  const names = storedNames(roomFor(target.path));
  const { maxFileSize } = options.choice;
  const take = taking({ target, names, maxFileSize, now: options.now });
  try {
    for (const { path, why } of placeless(located)) {
      state.losses++;
      warn(`${path}: ${why}`);
    }
    for (const found of planned(located, { ...options, ...planOptions(run, names), warn })) {
      for (const item of take(found)) keep(run, found, { item, warn });
      if (state.waiting.length >= MOST_WAITING || state.waitingBytes >= MOST_WAITING_BYTES) {
        await settle(run);
        await setImmediate();
      }
      if (options.stopped()) return "Stopped by the examiner";
    }
    await settle(run);
    return null;
  } catch (error) {
    if (!(error instanceof OutputError)) throw error;
    return error.message;
  }
}

/** What was refused and is no path of the examined machine: the plan has no line for it. */
function placeless({ homes, loose, refused }: Located): Located["refused"] {
  const tree = homes[0]?.tree ?? loose[0]?.tree;
  return refused.filter(({ path }) => (tree?.facts(path) ?? null) === null);
}

function planOptions({ state, work }: Run, names: StoredNames): {
  readonly workFolder: () => string;
  readonly onFolder: (facts: FileFacts) => void;
  readonly onNotVisited: (left: NotVisited) => void;
} {
  return {
    workFolder: () => {
      mkdirSync(work, { recursive: true, mode: 0o700 });
      return work;
    },
    onFolder: (facts) => {
      // Only here the bytes of a folder's name are at hand.
      names.of(facts.path, facts.nameBytes);
      state.folders.push(facts);
    },
    onNotVisited: (left) => state.notVisited.push(left),
  };
}

/** One batch goes to the disk while the next one is copied. */
async function settle({ options, target, state }: Run): Promise<void> {
  const before = state.added;
  state.added = target.addLines(state.waiting);
  state.added.catch(() => {}); // asked for at the next batch
  state.waiting = [];
  state.waitingBytes = 0;
  const files = state.counts.collected ?? 0;
  options.progress(`${files} files, ${Math.round(state.bytes / 1024 ** 2)} MiB`);
  await before;
}

function keep(
  { state }: Run,
  found: Planned,
  told: { readonly item: Item; readonly warn: (line: string) => void },
): void {
  const { item, warn } = told;
  const { pid } = found;
  const { facts, status, copy, reason } = item;
  state.counts[status] = (state.counts[status] ?? 0) + 1;
  state.waiting.push(manifestLine(pid === undefined ? item : { ...item, pid }));
  const isOwn = copy !== null && !(reason ?? "").startsWith("A hard link");
  if (isOwn) {
    state.sums.push(`${copy.sha256}  ${copy.stored}\n`);
    state.bytes += copy.size;
    state.waitingBytes += copy.size;
  }
  if (isLoss(found, item)) {
    state.losses++;
    warn(`${facts.path}: ${status}: ${reason ?? ""}`);
  }
}

/** What a rule leaves out is no loss; what cannot be had is one. */
function isLoss(found: Planned, item: Item): boolean {
  const { status, rule, reason, facts } = item;
  if (status === "unreadable") return true;
  if (status === "changed") return facts.path === found.facts.path || item.copy !== null;
  if (status === "too-large") return rule === "holes" || rule === "target";
  if (status === "link") return found.wanted && reason !== null;
  return status === "special" && found.wanted;
}

/** Bytes that a path in the bundle may take, by what systems allow for a whole path. */
function roomFor(bundle: string): number {
  const most = process.platform === "win32" ? 250 : 4000;
  return most - Buffer.byteLength(bundle);
}

async function finished(
  target: Target,
  run: { start: CaseStart; state: State; stopped: string | null; now: () => Date },
): Promise<CollectReport> {
  const { start, state, now } = run;
  const { counts, bytes, losses } = state;
  let { stopped } = run;
  try {
    await target.addLines(state.waiting);
    const record = caseRecord(start, { ...state, end: now(), stopped });
    target.finish({ record, sums: state.sums });
  } catch (error) {
    if (!(error instanceof OutputError)) throw error;
    stopped ??= error.message;
    const path = target.staysUnfinished ? target.path : null;
    return { path, complete: false, stopped, counts, bytes, losses };
  }
  return { path: target.path, complete: stopped === null, stopped, counts, bytes, losses };
}
