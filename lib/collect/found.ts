/**
 * A path that collect comes by, and what is to become of it.
 *
 * @module
 */

import type { EvidenceTree, FileFacts } from "../evidence/file.ts";
import type { Claim, Status } from "./item.ts";

/** Why a path is not copied. */
export interface Left {
  readonly take: false;
  readonly status: Status;
  readonly rule: string | null;
  readonly reason: string | null;
}

/** What the rules say of a path, before anything is opened. */
export type Fate = { readonly take: true } | Left;

/** A path that was come by. */
export interface Found {
  readonly tree: EvidenceTree;
  /** Carries the path on the examined host, its folders' links resolved. */
  readonly facts: FileFacts;
  readonly claim: Claim;
  readonly fate: Fate;
  /** Suffixes of the files in the same folder that belong to this one. */
  readonly companions: readonly string[];
  /** True when a reader would have taken it: that it is not taken is a loss. */
  readonly wanted: boolean;
  /** What a companion's own claim is. */
  readonly claimOf: (path: string) => Claim;
}

/** What the examiner chose. */
export interface Choice {
  /** Take what the exclusions leave out. */
  readonly full: boolean;
  /** Take what is flagged as a credential. */
  readonly secrets: boolean;
  /** Bytes; null for the standing rule about holes alone. */
  readonly maxFileSize: number | null;
}

/** Takes it. */
export const TAKE: Fate = { take: true };

/** Leaves it, and says so. */
export function leave(status: Status, reason: string | null, rule: string | null = null): Left {
  return { take: false, status, rule, reason };
}
