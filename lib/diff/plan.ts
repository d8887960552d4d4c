/**
 * From what was located to what is compared: the snapshots of a home with its
 * live database, or two pieces of evidence with each other.
 *
 * @module
 */

import type { HomeDatabases } from "./home_databases.ts";
import type { DatabaseRef } from "./database_ref.ts";
import type { DiffJob } from "./job.ts";

/** What the examiner wants compared. */
export interface PlanOptions {
  /** Ids of the only snapshots or copies to compare; all when empty. */
  readonly snapshots: readonly string[];
  /** Compare unfinished snapshots too. */
  readonly partial: boolean;
}

/** What was asked for cannot be compared; the message says why. */
export class NothingToCompare extends Error {
  override name = "NothingToCompare";
}

/**
 * Every snapshot and copy with the live database of its home.
 *
 * @throws {NothingToCompare} When there is no snapshot of that id
 */
export function planSnapshots(homes: readonly HomeDatabases[], options: PlanOptions): DiffJob[] {
  const { snapshots, partial } = options;
  const jobs = homes.map((one): DiffJob => {
    const unfinished = partial ? one.judged.unfinished : [];
    const all = [...one.older, ...unfinished].sort(byTime);
    const isWanted = ({ label }: DatabaseRef): boolean =>
      snapshots.length === 0 || snapshots.includes(label);
    return {
      ...one,
      older: all.filter(isWanted),
      witnesses: all.filter((ref) => !isWanted(ref)),
      leftAside: leftAside(one, unfinished),
    };
  });
  for (const id of snapshots) {
    if (jobs.some(({ older }) => older.some(({ label }) => label === id))) continue;
    const aside = jobs.flatMap((job) => job.leftAside).find(({ label }) => label === id);
    const ids = homes.flatMap(({ older }) => older.map(({ label }) => label));
    throw new NothingToCompare(
      aside === undefined
        ? `No snapshot ${id}: found ${ids.join(", ") || "none"}`
        : `Cannot compare snapshot ${id}: ${aside.why}`,
    );
  }
  return jobs;
}

function leftAside(
  one: HomeDatabases,
  unfinished: readonly DatabaseRef[],
): DiffJob["leftAside"] {
  const compared = new Set(unfinished.map(({ label }) => label));
  return one.judged.leftAside.filter(({ label }) => !compared.has(label));
}

/** Oldest first; those whose time is not known keep their order, last. */
function byTime(a: DatabaseRef, b: DatabaseRef): number {
  return (a.time ?? Infinity) === (b.time ?? Infinity)
    ? 0
    : (a.time ?? Infinity) - (b.time ?? Infinity);
}

/** One side of a comparison of two pieces of evidence. */
export interface Side {
  /** As typed. */
  readonly given: string;
  /** What the paths of its homes begin with: nothing for a root or a bundle. */
  readonly base: string;
  readonly homes: readonly HomeDatabases[];
}

/**
 * The databases of one side with those of the other: the only one each has, or
 * those that lie at the same place.
 *
 * @throws {NothingToCompare} When nothing of the two sides belongs together
 */
export function planSides(older: Side, newer: Side): DiffJob[] {
  const before = withDatabase(older);
  const after = withDatabase(newer);
  const [onlyBefore, onlyAfter] = [before[0], after[0]];
  if (before.length === 1 && after.length === 1 && onlyBefore && onlyAfter) {
    return [pairOf(onlyBefore, onlyAfter)];
  }
  const byPlace = before.some((one) =>
    after.some((other) => placeIn(older, one) === placeIn(newer, other))
  );
  const nameIn = byPlace ? placeIn : profileIn;
  const places = new Map(before.map((one) => [nameIn(older, one), one]));
  const jobs = after.flatMap((one) => {
    const other = places.get(nameIn(newer, one));
    places.delete(nameIn(newer, one));
    return other === undefined ? [alone(one, older.given)] : [pairOf(other, one)];
  });
  if (jobs.every(({ older }) => older.length === 0)) {
    throw new NothingToCompare(
      `Cannot tell which databases of ${older.given} and ${newer.given} belong together: name the files`,
    );
  }
  return [
    ...jobs,
    ...[...places.values()].map((one) => alone({ ...one, live: null }, newer.given)),
  ];
}

function withDatabase({ given, homes }: Side): readonly HomeDatabases[] {
  const found = homes.filter(({ live }) => live !== null);
  if (found.length > 0) return found;
  throw new NothingToCompare(`No state database in ${given}`);
}

function placeIn({ base }: Side, { place }: HomeDatabases): string {
  return place.startsWith(base) ? place.slice(base.length) : place;
}

/** The profile, where no other home of the side has it; else a name that fits nothing. */
function profileIn(side: Side, one: HomeDatabases): string {
  const isAlone =
    side.homes.filter(({ live, profile }) => live !== null && profile === one.profile).length === 1;
  return isAlone && one.profile !== null ? one.profile : `${side.given}: ${one.place}`;
}

function pairOf(before: HomeDatabases, after: HomeDatabases): DiffJob {
  const older = before.live as DatabaseRef;
  const label = older.sourceFile;
  return {
    ...after,
    older: [{ ...older, label, kind: older.kind === "live" ? "copy" : older.kind }],
    witnesses: [...before.older, ...after.older],
    leftAside: after.judged.leftAside,
    traces: [...before.traces, ...after.traces],
  };
}

/** A home that only one side has: named, with all that can be told of it. */
function alone(one: HomeDatabases, missing: string): DiffJob {
  const told = {
    label: one.place,
    path: one.place,
    why: `no such home in ${missing}`,
    isDamage: false,
  };
  return {
    ...one,
    older: [],
    witnesses: one.older,
    leftAside: [told, ...one.judged.leftAside],
  };
}
