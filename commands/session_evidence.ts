/**
 * The evidence of the commands that ask for sessions, and how it is read.
 *
 * @module
 */

import { type BundleShelf, bundleShelf } from "../lib/collect/mod.ts";
import { type HomeOwner, locate } from "../lib/discover/mod.ts";
import { planSources, type Source, sourceRule, WorkFolder } from "../lib/parse/mod.ts";
import type { DatabaseReading } from "../lib/sessions/mod.ts";
import { type Call, type ExitCode, flagOption, textOption, type Voice } from "./command.ts";
import { catalogOption, workBaseOption } from "./evidence_options.ts";
import { evidenceRequest, maxMemoryOption } from "./global_options.ts";
import { hasOwners, ownerWish } from "./owner_options.ts";
import {
  type ParseSources,
  parseSources,
  rowlessSnapshots,
  saidOnce,
  type SourceOptions,
} from "./parse_sources.ts";
import { evidencePlaces, type Outputs, requireApart } from "./require_apart.ts";

/** What a command reads. */
export interface SessionEvidence {
  /** In the order of the timeline; only those of the accounts and profiles asked for. */
  readonly sources: readonly Source[];
  readonly reading: DatabaseReading;
  /** True once something could not be read. */
  hasFaults(): boolean;
}

/** How a command asks for its evidence. */
export interface Asking {
  readonly voice: Voice;
  /** What it writes, beside the work folder. */
  readonly outputs: Outputs;
  /** It also reads what Hermes left in the folders of projects. */
  readonly withProjects: boolean;
}

/**
 * Finds the evidence, lets a command use it, and clears up.
 *
 * @param call Its operands are evidence alone
 * @returns 3 when there is no evidence, 1 when a command that gave 0 met damage
 */
export function withSessions(
  call: Call,
  asking: Asking,
  use: (evidence: SessionEvidence) => ExitCode,
): ExitCode {
  const workBase = workBaseOption(call);
  const work = new WorkFolder(workBase);
  const shelf = bundleShelf(workBase);
  try {
    const { sources, refused, owners } = findSources(call, asking, { shelf, workBase });
    if (!hasOwners(call, owners, asking.voice)) return 3;
    if (sources.length === 0) {
      asking.voice.warn("hermeneut: no Hermes home or store found");
      return 3;
    }
    const evidence = evidenceOf(call, sources, { voice: asking.voice, work });
    const code = use(evidence);
    return code === 0 && (evidence.hasFaults() || refused > 0) ? 1 : code;
  } finally {
    shelf.close();
    work.remove();
  }
}

function findSources(
  call: Call,
  asking: Asking,
  { shelf, workBase }: { shelf: BundleShelf; workBase: string | null },
): { sources: Source[]; refused: number; owners: readonly HomeOwner[] } {
  const request = evidenceRequest(call);
  const place = { catalog: catalogOption(call), shelf, request, workBase };
  const { located, sources, refused } = asking.withProjects
    ? parseSources(call, asking.voice, place)
    : homeSources(call, asking.voice, place);
  const { files, folders } = asking.outputs;
  requireApart(
    { files, folders: [...folders, textOption(call, "work")] },
    evidencePlaces(request, located),
  );
  return {
    sources: sources.filter(sourceRule(ownerWish(call))),
    refused: refused.length,
    owners: [...located.homes, ...located.loose],
  };
}

/** What the homes hold; projects have no sessions. */
function homeSources(
  call: Call,
  voice: Voice,
  { catalog, shelf, request }: SourceOptions,
): ParseSources {
  const located = locate(request, { catalog, openBundle: shelf.open });
  const refusals = [...located.refused];
  const sources = planSources(located, {
    catalog,
    host: textOption(call, "host"),
    onRefused: (path, why) => refusals.push({ path, why }),
  });
  for (const note of located.notes) voice.note(note);
  const refused = saidOnce(refusals, voice);
  for (const line of rowlessSnapshots(located.homes, catalog)) voice.note(line);
  return { located, sources, refused };
}

function evidenceOf(
  call: Call,
  sources: readonly Source[],
  { voice, work }: { voice: Voice; work: WorkFolder },
): SessionEvidence {
  const said = new Set<string>();
  return {
    sources,
    hasFaults: () => said.size > 0,
    reading: {
      images: {
        maxMemory: maxMemoryOption(call),
        workFolder: work.make,
        withoutWal: flagOption(call, "withoutWal"),
      },
      onFault({ sourceFile }, message): void {
        const line = `${sourceFile}: ${message}`;
        if (!said.has(line)) voice.warn(line);
        said.add(line);
      },
    },
  };
}
