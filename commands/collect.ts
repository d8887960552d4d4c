/**
 * `collect`: copies what the catalog says into a bundle.
 *
 * @module
 */

import { mkdirSync, statSync } from "node:fs";
import { resolve } from "node:path";
import {
  bundleShelf,
  collect,
  type CollectOptions,
  type CollectReport,
  type HostFacts,
  machineIn,
  thisMachine,
} from "../lib/collect/mod.ts";
import { actingLines } from "../lib/collect/steering.ts";
import {
  type EvidenceRequest,
  type Home,
  locate,
  type Located,
  ownerRule,
} from "../lib/discover/mod.ts";
import { slashed } from "../lib/discover/operands.ts";
import { aboutRun } from "./about.ts";
import { printedJson } from "../lib/row/escape.ts";
import {
  type Call,
  type Command,
  type ExitCode,
  flagOption,
  textOption,
  UsageError,
  type Voice,
} from "./command.ts";
import { catalogOption } from "./evidence_options.ts";
import {
  evidenceRequest,
  maxMemoryOption,
  requireZone,
  sizeOption,
  wantsJson,
} from "./global_options.ts";
import { lookingProgress } from "./looking_progress.ts";
import { hasOwners, ownerWish } from "./owner_options.ts";
import { evidencePlaces, requireApart } from "./require_apart.ts";
import { listenForStop } from "./stop.ts";

/** The subcommand. */
export const collectCommand: Command = {
  name: "collect",
  summary: "Copy what Hermes left into a bundle that proves itself",
  operands: "[evidence...]",
  options: [
    { flags: "--zip", help: "Make the bundle one zip file" },
    { flags: "--no-secrets", help: "Leave out every file flagged as a credential" },
    { flags: "--full", help: "Take excluded subtrees too" },
    { flags: "--no-projects", help: "Do not look into the projects that stores name" },
    { flags: "--shell-history", help: "Take shell histories that name the program" },
    { flags: "--max-file-size <size>", help: "Leave out larger files, such as 10G" },
    { flags: "--case <name>", help: "Name of the case, for the record" },
    { flags: "--examiner <name>", help: "Name of the examiner, for the record" },
    { flags: "--notes <text>", help: "Notes, for the record" },
  ],
  examples: [
    { line: "hermeneut collect --out /media/usb", does: "This machine onto a stick" },
    {
      line: "hermeneut collect --root /mnt/image --out /cases/7 --zip",
      does: "An image, as a zip",
    },
    { line: "hermeneut collect --out /media/usb --no-secrets", does: "Without credential files" },
  ],
  run: runCollect,
};

async function runCollect(call: Call, voice: Voice): Promise<ExitCode> {
  const out = textOption(call, "out");
  if (out === null) throw new UsageError("Missing --out: expected a folder for the bundle");
  requireZone(call);
  const catalog = catalogOption(call);
  const request = evidenceRequest(call);
  const shelf = bundleShelf(textOption(call, "work"));
  const stop = listenForStop();
  try {
    const found = locate(request, {
      catalog,
      openBundle: shelf.open,
      maxMemory: maxMemoryOption(call),
      onProgress: lookingProgress(voice),
    });
    const isAsked = ownerRule(ownerWish(call));
    const located = askedOf(found, call);
    const said = [...found.notes];
    for (const note of said) voice.note(note);
    if (!hasOwners(call, [...found.homes, ...found.loose], voice)) return 3;
    if (located.homes.length === 0 && located.loose.length === 0) {
      for (const { path, why } of found.refused) voice.warn(`${path}: ${why}`);
      voice.warn("hermeneut: no Hermes home or store found");
      return 3;
    }
    requireOneOfEach(located);
    requireApart({ files: [], folders: [out] }, evidencePlaces(request, found));
    makeFolder(out);
    const options = collectOptions(call, { request, located, voice });
    const before = [...said, ...warnings(call, { out, located, live: options.live })];
    for (const line of before.slice(said.length)) voice.warn(line);
    const report = await collect(located, {
      ...options,
      unasked: found.homes.filter((home) => !isAsked(home)),
      catalog,
      out,
      said: [...actingLines(), ...before],
      stopped: stop.asked,
    });
    return told(report, call, voice);
  } finally {
    stop.end();
    shelf.close();
  }
}

/**
 * A bundle is of one machine, and has one file of each path.
 *
 * @throws {UsageError} Naming a path that two machines have, or the machines
 */
function requireOneOfEach({ homes, loose, hostOf }: Located): void {
  const trees = new Map<string, unknown>();
  const hosts = new Set<string>();
  for (const { path, tree } of [...homes, ...loose]) {
    if ((trees.get(path) ?? tree) !== tree) {
      throw new UsageError(
        `Cannot make one bundle of two machines, each with ${path}: collect each by itself`,
      );
    }
    trees.set(path, tree);
    hosts.add(hostOf(tree) ?? "a machine of no recorded name");
  }
  if (hosts.size > 1) {
    throw new UsageError(
      `Cannot make one bundle of ${[...hosts].sort().join(" and ")}: collect each by itself`,
    );
  }
}

/** What belongs to the accounts and profiles asked for. */
function askedOf(found: Located, call: Call): Located {
  const wish = ownerWish(call);
  const isAsked = ownerRule(wish);
  const homes = found.homes.filter(isAsked);
  const caches = found.caches.filter(isAsked);
  const loose = found.loose.filter(isAsked);
  const { users = [], profiles = [] } = wish;
  const owners = new Set(homes.map(({ user }) => user));
  const accounts = users.length === 0 && profiles.length === 0
    ? found.accounts
    : found.accounts.filter(({ account }) =>
      owners.has(account) || (profiles.length === 0 && users.includes(account ?? ""))
    );
  return { ...found, homes, caches, loose, accounts };
}

function collectOptions(
  call: Call,
  given: { request: EvidenceRequest; located: Located; voice: Voice },
): Omit<CollectOptions, "catalog" | "out" | "said" | "stopped" | "unasked"> {
  const { request, located, voice } = given;
  const now = (): Date => new Date();
  const collector = thisMachine(now());
  return {
    choice: {
      full: flagOption(call, "full"),
      secrets: call.options["secrets"] !== false,
      maxFileSize: sizeOption(call, "--max-file-size"),
    },
    projects: call.options["projects"] !== false,
    shellHistory: flagOption(call, "shellHistory"),
    live: isLive(request, located),
    zip: flagOption(call, "zip"),
    host: hostOf(call, { request, located, collector }),
    collector,
    about: aboutRun(call),
    notes: {
      caseName: textOption(call, "case"),
      examiner: textOption(call, "examiner"),
      notes: textOption(call, "notes"),
    },
    maxMemory: maxMemoryOption(call),
    now,
    warn: voice.warn,
    progress: voice.progress,
  };
}

/** True when what is read may be written to meanwhile by this machine's own processes. */
function isLive(request: EvidenceRequest, located: Located): boolean {
  if (request.roots.length > 0 || located.host !== null) return false;
  const named = [...request.paths, ...request.homes].map((path) => slashed(resolve(path)));
  const own = [...located.homes, ...located.loose];
  // A folder that stands for a machine gives paths of that machine.
  return request.paths.length === 0 ||
    own.every(({ path, parent }: Partial<Home>) =>
      parent != null || named.some((at) => path === at || path?.startsWith(`${at}/`))
    );
}

/**
 * A root says itself which machine it is; anything else is on this one. What the
 * examiner says of the host goes before both.
 */
function hostOf(
  call: Call,
  given: { request: EvidenceRequest; located: Located; collector: HostFacts },
): HostFacts {
  const { request, located, collector } = given;
  const tree = located.homes[0]?.tree ?? located.loose[0]?.tree;
  const isOther = tree !== undefined && !isLive(request, located);
  const facts = isOther ? machineIn(tree) : collector;
  const name = textOption(call, "host") ?? located.host ?? facts.name;
  return { ...facts, name, timeZone: requireZone(call) ?? located.zone ?? facts.timeZone };
}

/** The folder may be new, but not the one it lies in: a mistyped mount point is an error. */
function makeFolder(out: string): void {
  if (statSync(out, { throwIfNoEntry: false })?.isDirectory()) return;
  try {
    mkdirSync(out, { mode: 0o700 });
  } catch (error) {
    const { code = "unknown fault" } = error as { code?: string };
    throw new UsageError(`Cannot make the folder ${resolve(out)} (${code}): expected a folder`);
  }
}

function warnings(
  call: Call,
  given: { out: string; located: Located; live: boolean },
): string[] {
  const { out, located, live } = given;
  const lines: string[] = [];
  if (call.options["secrets"] === false) {
    lines.push(
      "--no-secrets leaves out credential files; state.db, its copies, cron output and logs " +
        "still hold credentials that were typed into commands",
    );
  }
  const device = statSync(out, { bigint: true }).dev;
  const sameDisk = live &&
    located.homes.some(({ tree, path }) => tree.facts(path)?.device === device);
  if (sameDisk) {
    lines.push(`${out} is on the evidence's own file system: free space there is overwritten`);
  }
  return lines;
}

function told(report: CollectReport, call: Call, voice: Voice): ExitCode {
  const { path, complete, stopped, counts, bytes, losses } = report;
  if (wantsJson(call)) {
    voice.out(printedJson({ path, complete, stopped, counts, bytes, losses }));
  } else if (path !== null) voice.out(path);
  const parts = Object.entries(counts).map(([status, count]) => `${count} ${status}`);
  voice.note(`${parts.join(", ")}; ${bytes} bytes`);
  if (stopped !== null) {
    voice.warn(
      `hermeneut: ${stopped}: ${path === null ? "no bundle" : "the bundle is incomplete"}`,
    );
    return 4;
  }
  return losses > 0 ? 1 : 0;
}
