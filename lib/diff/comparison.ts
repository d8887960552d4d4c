/**
 * What came of comparing two databases.
 *
 * @module
 */

import type { ImageFacts } from "../evidence/sqlite_image.ts";
import { type ChangeKind, MESSAGE_CHANGES, SESSION_CHANGES } from "./change.ts";
import type { DatabaseRef } from "./database_ref.ts";

/** How often each kind of change was found, listed or not. */
export type Counts = Record<ChangeKind, number>;

/** How much a database holds. */
export interface Extent {
  readonly sessions: number;
  readonly messages: number;
}

/** Two databases, compared. */
export interface Comparison {
  readonly older: DatabaseRef;
  readonly newer: DatabaseRef;
  readonly olderHolds: Extent;
  readonly newerHolds: Extent;
  readonly olderImage: ImageFacts;
  readonly counts: Counts;
  /** Of the removed messages, those whose session is still there. */
  readonly lostFromKept: number;
  /** What of each could not be read, in SQLite's words. */
  readonly damage: { readonly older: readonly string[]; readonly newer: readonly string[] };
}

/** No change at all. */
export function noCounts(): Counts {
  const kinds: ChangeKind[] = [...SESSION_CHANGES, ...MESSAGE_CHANGES];
  return Object.fromEntries(kinds.map((kind) => [kind, 0])) as Counts;
}

/** True when anything was removed, altered or added. */
export function hasChanges({ counts }: Comparison): boolean {
  return Object.values(counts).some((count) => count > 0);
}
