/**
 * A folder that may be a home, before it is known which of its names count.
 *
 * @module
 */

import type { HomeForm } from "../catalog/mod.ts";
import type { Place } from "./place.ts";

/** A folder that a form, a record or the examiner names. */
export interface Candidate {
  readonly place: Place;
  readonly path: string;
  readonly form: HomeForm;
  readonly user: string | null;
  /** How it was found, in a few words; empty when its place alone tells. */
  readonly via: string;
  /** Set for a folder that is the home of one profile, its base home left aside. */
  readonly profile?: { readonly name: string; readonly parent: string };
}
