/**
 * Finds Hermes homes and the files of their stores in any kind of evidence.
 *
 * @module
 */

import { gatherHomes } from "./gather.ts";
import type { EvidenceRequest, Located, LocateOptions } from "./home.ts";
import { newSearch, type Search } from "./search.ts";
import { type Survey, surveyEvidence } from "./survey.ts";
import { compareCodePoints } from "../row/order.ts";

export {
  type BundleEvidence,
  type EvidenceRequest,
  type Home,
  type Located,
  type LocateOptions,
  type NotVisited,
  OperandError,
  type RecordedHome,
  type Refusal,
  type StoreFile,
} from "./home.ts";
export { storeFilesOf } from "./store_files.ts";

/**
 * Finds the homes and files of the evidence named.
 *
 * @throws {OperandError} When an operand is missing or cannot be read
 */
export function locate(request: EvidenceRequest, options: LocateOptions): Located {
  const search = newSearch(options.catalog, options);
  return locatedIn(surveyEvidence(request, { ...options, search }), search);
}

function locatedIn(survey: Survey, search: Search): Located {
  const candidates = [
    ...survey.candidates,
    ...survey.machines.flatMap((machine) => machine.candidates),
  ];
  const homes = gatherHomes(candidates, search);
  const { refused, notVisited } = search;
  const loose = new Map(survey.loose.map((file) => [file.path, file]));
  return {
    homes,
    loose: [...loose.values()].sort((a, b) => compareCodePoints(a.path, b.path)),
    host: survey.host,
    zone: survey.zone,
    notes: [
      ...search.notes,
      ...refused.map(({ path, why }) => `${path}: ${why}`),
      ...notVisited.map(({ path, namedBy, reason }) =>
        `${path} (named by ${namedBy}): not visited: ${reason}`
      ),
    ],
    refused,
    notVisited,
  };
}
