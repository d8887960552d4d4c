/**
 * The evidence of the commands that ask for sessions, and how it is read.
 *
 * @module
 */

import { dirname } from "node:path";
import { loadCatalog } from "../lib/catalog/mod.ts";
import { bundleShelf } from "../lib/collect/mod.ts";
import { locate } from "../lib/discover/mod.ts";
import { planSources, type Source } from "../lib/parse/mod.ts";
import { WorkFolder } from "../lib/parse/work_folder.ts";
import type { DatabaseReading } from "../lib/sessions/mod.ts";
import {
  type Call,
  type ExitCode,
  flagOption,
  listOption,
  textOption,
  type Voice,
} from "./command.ts";
import { evidenceRequest, maxMemoryOption } from "./global_options.ts";
import { evidencePlaces, type Outputs, requireApart } from "./require_apart.ts";

/** What a command reads. */
export interface SessionEvidence {
  /** In the order of the timeline; only those of the accounts and profiles asked for. */
  readonly sources: readonly Source[];
  readonly reading: DatabaseReading;
  /** True once something could not be read. */
  hasFaults(): boolean;
}

/**
 * Finds the evidence, lets a command use it, and clears up.
 *
 * @param call Its operands are evidence alone
 * @param outputs What the command writes beside `--out` and `--work`
 * @returns 3 when there is no evidence, 1 when a command that gave 0 met damage
 */
export function withSessions(
  call: Call,
  told: { voice: Voice; outputs: Outputs },
  use: (evidence: SessionEvidence) => ExitCode,
): ExitCode {
  const { voice } = told;
  const [out, given] = [textOption(call, "out"), textOption(call, "work")];
  const work = new WorkFolder(given ?? (out === null ? null : dirname(out)));
  const shelf = bundleShelf(given);
  try {
    const sources = findSources(call, told, shelf.open);
    if (sources.length === 0) {
      voice.warn("hermeneut: no Hermes home or store found");
      return 3;
    }
    const evidence = evidenceOf(call, sources, { voice, work });
    const code = use(evidence);
    return code === 0 && evidence.hasFaults() ? 1 : code;
  } finally {
    shelf.close();
    work.remove();
  }
}

function findSources(
  call: Call,
  { voice, outputs }: { voice: Voice; outputs: Outputs },
  openBundle: ReturnType<typeof bundleShelf>["open"],
): Source[] {
  const folder = textOption(call, "catalog");
  const catalog = loadCatalog(folder === null ? {} : { folder });
  const request = evidenceRequest(call);
  const located = locate(request, { catalog, openBundle, maxMemory: maxMemoryOption(call) });
  for (const note of located.notes) voice.note(note);
  requireApart(
    { files: outputs.files, folders: [...outputs.folders, textOption(call, "work")] },
    evidencePlaces(request, located),
  );
  const users = listOption(call, "user");
  const profiles = listOption(call, "profile");
  return planSources(located, { catalog, host: textOption(call, "host") }).filter(({ owner }) =>
    (users.length === 0 || users.includes(owner.user ?? "")) &&
    (profiles.length === 0 || profiles.includes(owner.profile ?? ""))
  );
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
