/**
 * What is to be compared with what.
 *
 * @module
 */

import type { Home } from "../discover/mod.ts";
import type { Source } from "../parse/source.ts";
import type { DatabaseRef } from "./database_ref.ts";
import type { LeftAside } from "./judged.ts";

/** A home, and the piece of evidence it is of where two print the same paths. */
export interface HomeOf {
  readonly home: Home;
  readonly evidence: string | null;
}

/** One live database, the older ones it is compared with, and what else is known of it. */
export interface DiffJob {
  /** Null for databases that were named by themselves. */
  readonly home: Home | null;
  /** Path of the home that this one is a profile of, or is itself: sessions move within it. */
  readonly family: string | null;
  /** Path of the home, or of the newer database, as it is printed. */
  readonly place: string;
  readonly user: string | null;
  readonly profile: string | null;
  /** Null for a home whose database is missing. */
  readonly live: DatabaseRef | null;
  /** Compared with the live one, oldest first as far as their times are known. */
  readonly older: readonly DatabaseRef[];
  /** Only looked into for what they hold of sessions that are gone. */
  readonly witnesses: readonly DatabaseRef[];
  readonly leftAside: readonly LeftAside[];
  /** Other stores of the home. */
  readonly traces: readonly Source[];
  /** Homes with files that no reader takes. */
  readonly mayHoldMore: readonly HomeOf[];
}
