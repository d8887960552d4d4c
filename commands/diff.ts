/**
 * `diff`: what is gone or altered between older copies and the live database,
 * or between any two pieces of evidence.
 *
 * @module
 */

import { resolve } from "node:path";
import type { Catalog } from "../lib/catalog/mod.ts";
import { type BundleShelf, bundleShelf } from "../lib/collect/mod.ts";
import {
  type DatabaseRef,
  type DiffJob,
  type DiffReport,
  diffRun,
  hasDamage,
  type HomeDatabases,
  homeDatabases,
  NothingToCompare,
  placeOf,
  planSides,
  planSnapshots,
  recordAsJson,
  recordsOf,
  reportLines,
  type Side,
  writeCsv,
} from "../lib/diff/mod.ts";
import {
  type EvidenceRequest,
  locate,
  type Located,
  ownerRule,
  type Refusal,
} from "../lib/discover/mod.ts";
import { slashed } from "../lib/discover/operands.ts";
import { WorkFolder } from "../lib/parse/work_folder.ts";
import { openOutput, type Output } from "../lib/row/output.ts";
import {
  type Call,
  type Command,
  type ExitCode,
  flagOption,
  listOption,
  textOption,
  UsageError,
  type Voice,
} from "./command.ts";
import { catalogOption, workBaseOption } from "./evidence_options.ts";
import { evidenceRequest, maxMemoryOption, wantsJson } from "./global_options.ts";
import { hasOwners, ownerWish } from "./owner_options.ts";
import { evidencePlaces, requireApart } from "./require_apart.ts";

/** The subcommand. */
export const diffCommand: Command = {
  name: "diff",
  summary: "Show what snapshots and copies still hold that the live database lost or altered",
  operands: "[evidence...]",
  options: [
    { flags: "--snapshot <id>", help: "Compare only this snapshot or copy", many: true },
    { flags: "--session <id>", help: "Only differences of this session", many: true },
    { flags: "--added", help: "List what was added too, not only count it" },
    { flags: "--partial", help: "Compare unfinished snapshots too" },
    { flags: "--raw-csv", help: "Leave cells that a spreadsheet would run as they are" },
    { flags: "--bom", help: "Begin CSV with a byte order mark, for Excel" },
  ],
  examples: [
    { line: "hermeneut diff /home/ana/.hermes", does: "Every snapshot against the live database" },
    { line: "hermeneut diff old/state.db new/state.db", does: "Two databases" },
    { line: "hermeneut diff --root /mnt/mon --root /mnt/fri", does: "The homes of two images" },
    { line: "hermeneut diff /home/ana/.hermes --out gone.csv", does: "The same as one table" },
  ],
  run(call, voice): ExitCode {
    const request = evidenceRequest(call);
    const catalog = catalogOption(call);
    const base = workBaseOption(call);
    const work = new WorkFolder(base);
    const shelf = bundleShelf(base);
    const means: Means = { voice, catalog, work, openBundle: shelf.open, refused: [] };
    try {
      const sides = sidesOf(request);
      const jobs = sides === null
        ? snapshotJobs(call, request, means)
        : sideJobs(call, sides, means);
      if (jobs.length === 0) {
        voice.warn("hermeneut: no Hermes home or state database found");
        return 3;
      }
      const report = diffRun(jobs, runOptions(call, means));
      write(report, call, voice);
      warnOfDamage(report, voice);
      return hasDamage(report) || means.refused.length > 0 ? 1 : 0;
    } catch (error) {
      if (!(error instanceof NothingToCompare)) throw error;
      voice.warn(`hermeneut: ${error.message}`);
      return 3;
    } finally {
      shelf.close();
      work.remove();
    }
  },
};

interface Means {
  readonly voice: Voice;
  readonly catalog: Catalog;
  readonly work: WorkFolder;
  readonly openBundle: BundleShelf["open"];
  /** What is there and could not be looked into. */
  readonly refused: Refusal[];
}

/** Two requests when two pieces of evidence are named; null for one, or this machine. */
function sidesOf(request: EvidenceRequest): [EvidenceRequest, EvidenceRequest] | null {
  const { paths, roots, homes } = request;
  const named = paths.length + roots.length;
  if (named < 2) return null;
  if (paths.length > 0 && roots.length > 0) {
    throw new UsageError("Cannot tell old from new: expected two operands, or --root twice");
  }
  if (named > 2) {
    throw new UsageError(`Cannot compare ${named} pieces of evidence: expected one or two`);
  }
  if (homes.length > 0) {
    throw new UsageError("Cannot add --home to two pieces of evidence: name the homes themselves");
  }
  const side = (at: number): EvidenceRequest => ({
    paths: paths.slice(at, at + 1),
    roots: roots.slice(at, at + 1),
    homes: [],
  });
  return [side(0), side(1)];
}

function snapshotJobs(call: Call, request: EvidenceRequest, means: Means): DiffJob[] {
  const { homes, located } = found(call, request, means);
  apart(call, request, located);
  if (homes.length === 0) return [];
  const jobs = planSnapshots(homes, {
    snapshots: listOption(call, "snapshot"),
    partial: flagOption(call, "partial"),
  });
  if (jobs.every(({ home }) => home === null)) means.voice.note(BY_ITSELF);
  return jobs;
}

const BY_ITSELF = "hermeneut: one database by itself has nothing to be compared with: " +
  "name its home for its snapshots, or a second database";

function sideJobs(
  call: Call,
  requests: readonly [EvidenceRequest, EvidenceRequest],
  means: Means,
): DiffJob[] {
  for (const option of ["snapshot", "partial"]) {
    if (call.options[option] === undefined) continue;
    throw new UsageError(`Cannot use --${option} with two pieces of evidence: name its state.db`);
  }
  const [older, newer] = requests.map((request): Side => {
    const { homes, located } = found(call, request, means);
    apart(call, request, located);
    const given = request.paths[0] ?? request.roots[0] ?? "";
    const own = slashed(resolve(given));
    const isHome = located.homes.some(({ path }) => path === own);
    return { given, evidence: null, base: isHome ? own : "", homes };
  });
  return planSides(older as Side, newer as Side);
}

function found(
  call: Call,
  request: EvidenceRequest,
  { voice, catalog, work, openBundle, refused }: Means,
): { homes: HomeDatabases[]; located: Located } {
  const maxMemory = maxMemoryOption(call);
  const located = locate(request, { catalog, openBundle, maxMemory });
  for (const note of located.notes) voice.note(note);
  for (const { path, why } of located.refused) voice.warn(`hermeneut: ${path}: ${why}`);
  refused.push(...located.refused);
  const images = {
    maxMemory,
    workFolder: work.make,
    withoutWal: flagOption(call, "withoutWal"),
    imageOnly: false,
  };
  const all = homeDatabases(located, { catalog, images });
  if (!hasOwners(call, all, voice)) {
    throw new NothingToCompare("Nothing to compare of the accounts and profiles asked for");
  }
  const homes = all.filter(ownerRule(ownerWish(call)));
  return { homes, located };
}

function apart(call: Call, request: EvidenceRequest, located: Located): void {
  const outputs = { files: [textOption(call, "out")], folders: [textOption(call, "work")] };
  requireApart(outputs, evidencePlaces(request, located));
}

function runOptions(call: Call, { voice, catalog, work }: Means): Parameters<typeof diffRun>[1] {
  return {
    catalog,
    maxMemory: maxMemoryOption(call),
    workFolder: work.make,
    withoutWal: flagOption(call, "withoutWal"),
    onlySessions: new Set(listOption(call, "session")),
    listAdded: flagOption(call, "added"),
    onProgress: (words) => voice.progress(words),
  };
}

/** The file's ending decides the form; `--json` where it says nothing. */
function write(report: DiffReport, call: Call, voice: Voice): void {
  const path = textOption(call, "out");
  if (path === null) {
    for (const line of lines(report, wantsJson(call))) voice.out(line);
    return;
  }
  const output = openOutput(path);
  try {
    writeForm(report, output, { path, call });
    output.seal();
    output.publish();
  } catch (error) {
    output.abort();
    throw error;
  }
}

function writeForm(
  report: DiffReport,
  output: Output,
  { path, call }: { readonly path: string; readonly call: Call },
): void {
  if (/\.csv$/i.test(path)) {
    const csv = { rawCsv: flagOption(call, "rawCsv"), bom: flagOption(call, "bom") };
    writeCsv(recordsOf(report), output, csv);
    return;
  }
  const isJson = /\.jsonl?$/i.test(path) || (wantsJson(call) && !/\.txt$/i.test(path));
  for (const line of lines(report, isJson)) output.write(`${line}\n`);
}

function* lines(report: DiffReport, isJson: boolean): Generator<string> {
  if (!isJson) yield* reportLines(recordsOf(report));
  else for (const record of recordsOf(report)) yield recordAsJson(record);
}

function warnOfDamage({ homes }: DiffReport, voice: Voice): void {
  for (const { leftAside, comparisons, liveDamage, job } of homes) {
    for (const { path, why, isDamage } of leftAside) {
      if (isDamage) voice.warn(`hermeneut: ${path}: ${why}`);
    }
    for (const words of liveDamage) {
      voice.warn(`hermeneut: ${placeOf(job.live as DatabaseRef)}: ${words}`);
    }
    for (const { comparison: { older, damage } } of comparisons) {
      for (const words of damage.older) voice.warn(`hermeneut: ${placeOf(older)}: ${words}`);
    }
  }
}
