/**
 * A row as it stands in the timeline: what the store said, and whose it is.
 *
 * @module
 */

import type { Row } from "./row.ts";

/** What a source is worth beside the others. */
export type SourceKind = "primary" | "secondary" | "settings";

/** A row with the stamp that `lib/parse/` puts on it. */
export interface StampedRow extends Row {
  /** `--host NAME`, or the host name a bundle records. */
  readonly host: string | null;
  readonly agent: string;
  /** Account that owns the home; `docker:<volume>` for a container volume. */
  readonly user: string | null;
  /** `default`, or the profile's name; null where none applies. */
  readonly profile: string | null;
  /** Path of the file on the examined host, `/` separators. */
  readonly sourceFile: string;
  readonly sourceKind: SourceKind;
}
