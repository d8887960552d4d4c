/**
 * What a path says of itself: whose home, which profile, which snapshot.
 *
 * @module
 */

import type { HomeForm } from "./entry.ts";
import type { Dialect } from "./path.ts";

/** A container volume. */
export interface Volume {
  readonly engine: "docker" | "podman";
  readonly name: string;
}

/** A path, understood by the home forms alone. */
export interface Understood {
  readonly given: string;
  readonly dialect: Dialect;
  /** `/` separators, no `.` or `..`, drive letter in upper case. */
  readonly path: string;
  /** Whether case counts for nothing here. */
  readonly ignoresCase: boolean;
  /** True when the path was written as a folder's. */
  readonly folder: boolean;
  /** Null outside every form. */
  readonly form: HomeForm | null;
  /** Path of the form's place, without a profile; null outside every form. */
  readonly home: string | null;
  /** The account whose folder the place lies in, when the path tells it. */
  readonly account: string | null;
  readonly volume: Volume | null;
  /** `default` or a name; null where the form has no profiles. */
  readonly profile: string | null;
  /** Name of the snapshot folder the path is in. */
  readonly snapshot: string | null;
  /** The path relative to its profile's home; empty for the home itself. */
  readonly rest: string;
  /** True for a profile inside a profile, which Hermes never makes. */
  readonly nestedProfile: boolean;
  readonly segments: readonly string[];
  /** Index of the first segment of the form's place; the number of segments outside every form. */
  readonly start: number;
  /** Number of segments before `rest`. */
  readonly depth: number;
  /** Why the catalog claims nothing here; null almost everywhere. */
  readonly unclaimed: string | null;
}

/** The `user` of a timeline row: the volume before the account; empty when unknown. */
export function userOf(understood: Pick<Understood, "account" | "volume">): string {
  const { account, volume } = understood;
  return volume === null ? account ?? "" : `${volume.engine}:${volume.name}`;
}
