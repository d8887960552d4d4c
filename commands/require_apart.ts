/**
 * Keeps what we write away from what we read.
 *
 * @module
 */

import type { EvidenceRequest, Located } from "../lib/discover/mod.ts";
import { isInside } from "../lib/evidence/apart.ts";
import { UsageError } from "./command.ts";

/** Places that a run writes to; null for one that was not asked for. */
export interface Outputs {
  readonly files: readonly (string | null)[];
  readonly folders: readonly (string | null)[];
}

/** Folders and files on this machine that a run reads. */
export function evidencePlaces(request: EvidenceRequest, located: Located): string[] {
  const named = [...request.paths, ...request.roots, ...request.homes];
  // below a root a home's path is the examined host's, not this machine's
  const homes = request.roots.length === 0 ? located.homes.map(({ path }) => path) : [];
  return [...new Set([...named, ...homes])];
}

/**
 * Refuses an output inside the evidence, and an output folder around it.
 *
 * @throws {UsageError} Naming both
 */
export function requireApart(outputs: Outputs, evidence: readonly string[]): void {
  const wanted = (place: string | null): place is string => place !== null;
  const files = outputs.files.filter(wanted);
  const folders = outputs.folders.filter(wanted);
  for (const home of evidence) {
    for (const place of [...files, ...folders]) {
      if (isInside(place, home)) {
        throw new UsageError(`Cannot write ${place}: it lies inside the evidence ${home}`);
      }
    }
    for (const folder of folders) {
      if (isInside(home, folder)) {
        throw new UsageError(`Cannot use ${folder}: the evidence ${home} lies inside it`);
      }
    }
  }
}
