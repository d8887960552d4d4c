/**
 * Finds Hermes homes and the files of their stores in any kind of evidence.
 *
 * @module
 */

import type { Catalog } from "../catalog/mod.ts";
import type { EvidenceRequest, Home, Located, LocateOptions } from "./home.ts";
import { locatedIn } from "./located.ts";
import { newSearch } from "./search.ts";
import { type SnapshotFinding, snapshotsOf } from "./snapshots.ts";
import { surveyEvidence } from "./survey.ts";

export {
  type AccountPlace,
  type BundleEvidence,
  type EvidenceRequest,
  type Home,
  type Located,
  type LocateOptions,
  type NotVisited,
  OperandError,
  type RecordedFile,
  type RecordedHome,
  type Refusal,
  type StoreFile,
} from "./home.ts";
export { discover, type DiscoverOptions, type Discovery, isForbidden } from "./discover.ts";
export { discoveryAsJson } from "./json_form.ts";
export { agreedOn, type HomeOwner, ownerRule, type OwnerWish } from "./owner_rule.ts";
export { storeFilesOf } from "./store_files.ts";
export { discoveryLines } from "./text_form.ts";

/** The snapshots of a home, whole ones and others, as its folder lists them. */
export function snapshotsIn(home: Home, catalog: Catalog): SnapshotFinding[] {
  return snapshotsOf(home, newSearch(catalog, {}));
}

/**
 * Finds the homes and files of the evidence named.
 *
 * @throws {OperandError} When an operand is missing or cannot be read
 */
export function locate(request: EvidenceRequest, options: LocateOptions): Located {
  const search = newSearch(options.catalog, options);
  return locatedIn(surveyEvidence(request, { ...options, search }), search);
}
