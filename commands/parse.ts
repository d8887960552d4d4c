/**
 * `parse`: one timeline of everything that was found.
 *
 * @module
 */

import { writeFileSync } from "node:fs";
import { isatty } from "node:tty";
import { type BundleShelf, bundleShelf } from "../lib/collect/mod.ts";
import { discover, discoveryAsJson } from "../lib/discover/mod.ts";
import {
  faultLines,
  filterOf,
  type FilterOptions,
  hasDamage,
  imageLines,
  run,
  type RunReport,
  type Source,
  sourceRule,
  summaryLines,
  summaryRecord,
} from "../lib/parse/mod.ts";
import { type Format, FORMATS, openWriter } from "../lib/row/writer.ts";
import { STORE_ORDER } from "../lib/stores/mod.ts";
import {
  type Call,
  type Command,
  type ExitCode,
  flagOption,
  listOption,
  textOption,
  type Voice,
} from "./command.ts";
import { catalogOption, workBaseOption } from "./evidence_options.ts";
import { evidenceRequest, hostZoneOption, maxMemoryOption, wantsJson } from "./global_options.ts";
import { aboutRun } from "./about.ts";
import { momentOption } from "./moment.ts";
import { hasOwners, ownerWish } from "./owner_options.ts";
import { parseSources } from "./parse_sources.ts";
import { evidencePlaces, type Outputs, requireApart } from "./require_apart.ts";
import { listenForStop } from "./stop.ts";

/** The subcommand. */
export const parseCommand: Command = {
  name: "parse",
  summary: "Turn evidence into one timeline, sorted by time",
  operands: "[evidence...]",
  options: [
    { flags: "--format <format>", help: "Output format (default: csv)", choices: FORMATS },
    { flags: "--raw-csv", help: "Leave cells that a spreadsheet would run as they are" },
    { flags: "--bom", help: "Begin CSV with a byte order mark, for Excel" },
    { flags: "--keep-duplicates", help: "Write rows that repeat another source's row too" },
    { flags: "--store <id>", help: "Only rows of this store", many: true, choices: STORE_ORDER },
    { flags: "--session <id>", help: "Only rows of this session", many: true },
    { flags: "--since <time>", help: "Only rows at or after this time (UTC)" },
    { flags: "--until <time>", help: "Only rows at or before this time (UTC)" },
    { flags: "--timed-only", help: "Drop rows without a time" },
    { flags: "--summary <file>", help: "Write what was read and found as JSON, with hashes" },
  ],
  examples: [
    { line: "hermeneut parse /home/ana/.hermes --out timeline.csv", does: "One home as CSV" },
    { line: "hermeneut parse --root /mnt/image --out all.csv", does: "A whole mounted image" },
    { line: "hermeneut parse state.db --json --session S1", does: "One session as JSON Lines" },
  ],
  async run(call, voice): Promise<ExitCode> {
    const shelf = bundleShelf(workBaseOption(call));
    try {
      return await parseEvidence(call, voice, shelf);
    } finally {
      shelf.close();
    }
  },
};

async function parseEvidence(call: Call, voice: Voice, shelf: BundleShelf): Promise<ExitCode> {
  const catalog = catalogOption(call);
  const filter = filterOf(filterOptions(call));
  const request = evidenceRequest(call);
  const workBase = workBaseOption(call);
  const found = parseSources(call, voice, { catalog, shelf, request, workBase });
  const { located, sources, refused } = found;
  if (!hasOwners(call, [...located.homes, ...located.loose], voice)) return 3;
  if (!sources.some(sourceRule(ownerWish(call)))) {
    voice.warn("hermeneut: no Hermes home or store found");
    return 3;
  }
  requireApart(outputsOf(call), evidencePlaces(request, located));
  const report = await runSources(call, { sources, filter, zone: located.zone });
  tell(report, voice);
  const summary = textOption(call, "summary");
  if (summary !== null) {
    const all = discover(request, { catalog, openBundle: shelf.open });
    writeSummary(summary, call, { report, found: discoveryAsJson(all) });
  }
  return hasDamage(report) || refused.length > 0 ? 1 : 0;
}

const STDOUT = 1;

async function runSources(
  call: Call,
  given: {
    sources: readonly Source[];
    filter: ReturnType<typeof filterOf>;
    zone: string | null;
  },
): Promise<RunReport> {
  const out = textOption(call, "out");
  const withoutWal = flagOption(call, "withoutWal");
  const format = formatOf(call);
  const options = {
    rawCsv: flagOption(call, "rawCsv"),
    bom: flagOption(call, "bom"),
    terminal: isatty(STDOUT),
  };
  const stop = listenForStop();
  try {
    return await run(given.sources, {
      openWriter: () => openWriter(format, out, options),
      canRestart: out !== null,
      maxMemory: maxMemoryOption(call),
      workBase: workBaseOption(call),
      withoutWal,
      mainFileOnly: withoutWal,
      keepDuplicates: flagOption(call, "keepDuplicates"),
      filter: given.filter,
      hostZone: hostZoneOption(call, given.zone),
      stopped: stop.asked,
    });
  } finally {
    stop.end();
  }
}

function outputsOf(call: Call): Outputs {
  return {
    files: [textOption(call, "out"), textOption(call, "summary")],
    folders: [textOption(call, "work")],
  };
}

function formatOf(call: Call): Format {
  return (textOption(call, "format") ?? (wantsJson(call) ? "jsonl" : "csv")) as Format;
}

function filterOptions(call: Call): FilterOptions {
  return {
    ...ownerWish(call),
    stores: listOption(call, "store"),
    sessions: listOption(call, "session"),
    since: momentOption(call, "since"),
    until: momentOption(call, "until"),
    timedOnly: flagOption(call, "timedOnly"),
  };
}

function tell(report: RunReport, voice: Voice): void {
  for (const line of faultLines(report)) voice.warn(line);
  for (const line of [...imageLines(report), ...summaryLines(report)]) voice.note(line);
}

/** @param told.found What lies in the evidence: homes, stores, files that are not read */
function writeSummary(path: string, call: Call, told: { report: RunReport; found: string }): void {
  const record = {
    ...aboutRun(call),
    ...summaryRecord(told.report),
    evidence: JSON.parse(told.found),
  };
  writeFileSync(path, `${JSON.stringify(record, stored, 2)}\n`);
}

function stored(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? value.toString() : value;
}
