/**
 * From what was located to what is compared: the snapshots of a home with its
 * live database, or two pieces of evidence with each other.
 *
 * @module
 */

import type { HomeDatabases } from "./home_databases.ts";
import { type DatabaseRef, inEvidence, placeOf } from "./database_ref.ts";
import type { DiffJob, HomeOf } from "./job.ts";

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
      family: familyOf(one),
      mayHoldMore: homeOf(one, null),
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
  /** As typed, where the other side prints the same paths; else null. */
  readonly evidence: string | null;
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
export function planSides(...sides: [older: Side, newer: Side]): DiffJob[] {
  const [older, newer] = looksAlike(...sides) ? [told(sides[0]), told(sides[1])] : sides;
  const before = withDatabase(older);
  const after = withDatabase(newer);
  const [onlyBefore, onlyAfter] = [before[0], after[0]];
  if (before.length === 1 && after.length === 1 && onlyBefore && onlyAfter) {
    return [pairOf({ side: older, one: onlyBefore }, { side: newer, one: onlyAfter })];
  }
  const byPlace = before.some((one) =>
    after.some((other) => placeIn(older, one) === placeIn(newer, other))
  );
  const nameIn = byPlace ? placeIn : profileIn;
  const places = new Map(before.map((one) => [nameIn(older, one), one]));
  const jobs = after.flatMap((one) => {
    const other = places.get(nameIn(newer, one));
    places.delete(nameIn(newer, one));
    return other === undefined
      ? [alone({ side: newer, one }, older.given)]
      : [pairOf({ side: older, one: other }, { side: newer, one })];
  });
  if (jobs.every(({ older }) => older.length === 0)) {
    throw new NothingToCompare(
      `Cannot tell which databases of ${older.given} and ${newer.given} belong together: name the files`,
    );
  }
  return [
    ...jobs,
    ...[...places.values()].map((one) => goneWhole({ side: older, one }, newer)),
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

/** One home or database of a side. */
interface SideHome {
  readonly side: Side;
  readonly one: HomeDatabases;
}

function pairOf(before: SideHome, after: SideHome): DiffJob {
  const older = asCopy(before.one.live as DatabaseRef);
  return {
    ...after.one,
    family: familyOf(after.one),
    older: [older],
    witnesses: [...before.one.older, ...after.one.older],
    leftAside: [...before.one.judged.leftAside, ...after.one.judged.leftAside],
    traces: [...before.one.traces, ...after.one.traces],
    mayHoldMore: [
      ...homeOf(before.one, before.side.evidence),
      ...homeOf(after.one, after.side.evidence),
    ],
  };
}

/** The database of the older side, which is named by its path. */
function asCopy(ref: DatabaseRef): DatabaseRef {
  return { ...ref, label: placeOf(ref), kind: ref.kind === "live" ? "copy" : ref.kind };
}

/** A home that only one side has: named, with all that can be told of it. */
function alone({ side, one }: SideHome, missing: string): DiffJob {
  const place = inEvidence(one.place, side.evidence);
  const why = `no state database there in ${missing}`;
  return {
    ...one,
    family: familyOf(one),
    older: [],
    witnesses: one.older,
    leftAside: [{ label: place, path: place, why, isDamage: false }, ...one.judged.leftAside],
    mayHoldMore: homeOf(one, side.evidence),
  };
}

/** A database that only the older side has tells what went with it; so does what is left there. */
function goneWhole(before: SideHome, newer: Side): DiffJob {
  const { side, one } = before;
  const family = familyOf(one);
  const job = alone(before, newer.given);
  const rest = newer.homes.find((other) => placeIn(newer, other) === placeIn(side, one));
  return {
    ...job,
    family: family === null ? null : `${newer.base}${family.slice(side.base.length)}`,
    live: null,
    witnesses: [...one.older, asCopy(one.live as DatabaseRef), ...rest?.older ?? []],
    leftAside: [...job.leftAside, ...rest?.judged.leftAside ?? []],
    traces: [...job.traces, ...rest?.traces ?? []],
    mayHoldMore: [
      ...job.mayHoldMore,
      ...(rest === undefined ? [] : homeOf(rest, newer.evidence)),
    ],
  };
}

function familyOf({ home }: HomeDatabases): string | null {
  return home?.parent ?? home?.path ?? null;
}

function homeOf({ home }: HomeDatabases, evidence: string | null): HomeOf[] {
  return home === null ? [] : [{ home, evidence }];
}

/** True when two sides print a path alike: then every path must say whose it is. */
function looksAlike(...sides: [Side, Side]): boolean {
  const [before, after] = sides.map(({ homes }) => homes.map(({ place }) => place));
  return before?.some((place) => after?.includes(place)) ?? false;
}

/** A side whose databases and other stores say what they are of. */
function told(side: Side): Side {
  const evidence = side.given;
  const named = (ref: DatabaseRef): DatabaseRef => ({
    ...ref,
    evidence,
    label: inEvidence(ref.label, evidence),
  });
  const homes = side.homes.map((one): HomeDatabases => ({
    ...one,
    live: one.live === null ? null : { ...one.live, evidence },
    older: one.older.map(named),
    judged: {
      unfinished: one.judged.unfinished.map(named),
      leftAside: one.judged.leftAside.map((aside) => ({
        ...aside,
        label: inEvidence(aside.label, evidence),
        path: inEvidence(aside.path, evidence),
      })),
    },
    traces: one.traces.map((source) => ({
      ...source,
      sourceFile: inEvidence(source.sourceFile, evidence),
    })),
  }));
  return { ...side, evidence, homes };
}
