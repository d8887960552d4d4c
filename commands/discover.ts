/**
 * `discover`: the Hermes homes of a machine, and what is in them.
 *
 * @module
 */

import { bundleShelf } from "../lib/collect/mod.ts";
import {
  discover,
  type Discovery,
  discoveryAsJson,
  discoveryLines,
  isForbidden,
} from "../lib/discover/mod.ts";
import {
  type Call,
  type Command,
  type ExitCode,
  flagOption,
  textOption,
  type Voice,
} from "./command.ts";
import { catalogOption } from "./evidence_options.ts";
import { evidenceRequest, maxMemoryOption, requireZone, wantsJson } from "./global_options.ts";
import { withLines } from "./line_output.ts";
import { lookingProgress } from "./looking_progress.ts";
import { hasOwners, ownerWish } from "./owner_options.ts";
import { evidencePlaces, requireApart } from "./require_apart.ts";

/** The subcommand. */
export const discoverCommand: Command = {
  name: "discover",
  summary: "List the Hermes homes of a machine and what is in them",
  operands: "[evidence...]",
  options: [
    { flags: "--deep", help: "Also find renamed or moved databases by what they hold" },
  ],
  examples: [
    { line: "hermeneut discover", does: "This machine" },
    { line: "hermeneut discover --root /mnt/image", does: "A mounted image" },
    {
      line: "hermeneut discover --root /mnt/image --deep --json",
      does: "Moved databases too, as JSON",
    },
  ],
  run(call, voice): ExitCode {
    // With no work folder named, nothing of a bundle is ever written out.
    const shelf = bundleShelf(textOption(call, "work"));
    try {
      requireZone(call);
      const request = evidenceRequest(call);
      const options = { ...discoverOptions(call, voice), openBundle: shelf.open };
      const found = discover(request, options);
      const outputs = { files: [textOption(call, "out")], folders: [textOption(call, "work")] };
      requireApart(outputs, evidencePlaces(request, found));
      return told(found, call, voice);
    } finally {
      shelf.close();
    }
  },
};

function told(found: Discovery, call: Call, voice: Voice): ExitCode {
  for (const note of found.notes) voice.note(note);
  const complaints = complaintsOf(found);
  for (const line of complaints) voice.warn(line);
  if (!hasOwners(call, found.owners, voice)) return 3;
  withLines(textOption(call, "out"), voice, (line) => {
    if (wantsJson(call)) line(discoveryAsJson(found));
    else for (const text of discoveryLines(found)) line(text);
  });
  if (found.findings.length === 0 && found.databases.length === 0) {
    voice.warn("hermeneut: no Hermes home or store found");
    return 3;
  }
  return complaints.length > 0 ? 1 : 0;
}

function discoverOptions(call: Call, voice: Voice): Parameters<typeof discover>[1] {
  return {
    catalog: catalogOption(call),
    maxMemory: maxMemoryOption(call),
    withoutWal: flagOption(call, "withoutWal"),
    deep: flagOption(call, "deep"),
    ...ownerWish(call),
    onProgress: lookingProgress(voice),
  };
}

/** Evidence that could not be read or is damaged, each named. */
function complaintsOf(found: Discovery): string[] {
  const help = (why: string): string => isForbidden(why) ? ` (what helps: ${found.help})` : "";
  const refused = new Set(found.refused.map(({ path }) => path));
  const stores = found.findings.flatMap(({ stores }) => stores)
    .filter(({ path, unreadable }) => unreadable && !refused.has(path));
  const databases = [...found.findings, ...found.databases].flatMap(({ database }) =>
    database ?? []
  );
  return [
    ...found.refused.map(({ path, why }) => `${path}: ${why}${help(why)}`),
    ...stores.map(({ path, fault }) => `${path}: ${fault}`),
    ...databases.flatMap(({ path, state, reason, overview }) => [
      ...(state === "read" ? [] : [`${path}: ${state}: ${reason}`]),
      ...(overview?.faults ?? []).map((fault) => `${path}: damaged: ${fault}`),
    ]),
  ];
}
