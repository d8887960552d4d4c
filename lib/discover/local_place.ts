/**
 * This machine, and the paths on it that the examiner names.
 *
 * @module
 */

import process from "node:process";
import { localTree } from "../evidence/local_tree.ts";
import { guardedTree } from "./guarded_tree.ts";
import { type Place, placeOf } from "./place.ts";
import type { Search } from "./search.ts";
import { isInSnapshot } from "./stable.ts";
import { networkMounts, visitRule } from "./visit.ts";

/** This machine's disk, seen from the places it has. */
export interface LocalPlaces {
  /** One per drive; one alone where there are no drives. */
  readonly all: readonly Place[];
  /** The one for paths that are named. */
  readonly named: Place;
}

/**
 * This machine's disk. Links are guarded; a network mount that the examiner's
 * own operand lies on is one he has chosen.
 *
 * @param operands Absolute paths that were named
 */
export function localPlaces(operands: readonly string[], search: Search): LocalPlaces {
  const mounts = networkMounts().filter((mount) =>
    !operands.some((path) => path === mount || path.startsWith(`${mount}/`))
  );
  const windows = process.platform === "win32";
  const mayNotVisit = visitRule(windows ? "windows" : "posix", mounts);
  const tree = guardedTree(localTree({ stable: isInSnapshot(search.catalog) }), mayNotVisit);
  const make = (top: string): Place =>
    placeOf({ tree, top, live: true, mayNotVisit, disk: top }, search);
  const all = (windows ? drives() : [""]).map(make);
  return { all, named: all[0] ?? make("") };
}

/** Drives that surely are this machine's own; others must be named. */
function drives(): string[] {
  const { SystemDrive, USERPROFILE } = process.env;
  const letters = [SystemDrive, USERPROFILE, "C:"].map((path) => path?.slice(0, 2).toUpperCase());
  return [
    ...new Set(letters.filter((letter) => letter !== undefined && letter !== "")),
  ] as string[];
}
