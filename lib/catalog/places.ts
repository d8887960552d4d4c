/**
 * The home forms and account places, compiled for a scan over path segments.
 *
 * @module
 */

import type { AccountPlace, HomeForm } from "./entry.ts";

/** One segment of a place: fixed, or a name after a fixed prefix. */
interface Step {
  readonly prefix: string;
  /** What `<name>` in it is called; null for a fixed segment. */
  readonly name: string | null;
}

/** One compiled place of a form. */
export interface Place {
  readonly form: HomeForm;
  /** Only at the top of a file system. */
  readonly rooted: boolean;
  readonly steps: readonly Step[];
  /** True when the last step ends in `<suffix>`: it names a home only when it is a folder. */
  readonly suffixed: boolean;
}

/** A form found in a path. */
export interface PlaceHit {
  readonly place: Place;
  /** Index of its first segment, and of the one after its last. */
  readonly start: number;
  readonly end: number;
  /** The volume's name, where the form has one. */
  readonly volume: string | null;
}

/** What the scan needs to know of a path. */
export interface Scanned {
  readonly segments: readonly string[];
  readonly ignoresCase: boolean;
  readonly folder: boolean;
}

/** All places, ready to be looked up by the first segment. */
export interface Places {
  /** The first place found in the segments, from `from` on. */
  find(path: Scanned, from: number): PlaceHit | null;
  /** The account whose folder ends right before segment `end`; null when the path does not tell. */
  accountBefore(path: Scanned, end: number): string | null;
  /** Whether any account's folder lies before segment `end`. */
  inAccount(path: Scanned, end: number): boolean;
  /** The places that may lie below the whole path: it is an account's folder, or on the way to one. */
  below(path: Scanned): readonly Place[];
}

/** Compiles the places. */
export function compilePlaces(
  forms: readonly HomeForm[],
  accounts: readonly AccountPlace[],
): Places {
  const places = forms.flatMap((form) => form.at.map((at) => placeOf(form, at)));
  const byFirst = new Map<string, Place[]>();
  const byPrefix: Place[] = [];
  for (const place of places) {
    const first = place.steps[0];
    if (first === undefined) continue;
    if (first.name !== null) byPrefix.push(place);
    // Also by lower case: Windows rules may hold although the path is a posix one.
    for (const key of new Set([first.prefix, first.prefix.toLowerCase()])) {
      if (first.name === null) byFirst.set(key, [...byFirst.get(key) ?? [], place]);
    }
  }
  const owners = accounts.map(ownerOf);
  const inAccount = (path: Scanned, end: number): boolean => {
    for (let at = 1; at <= end; at++) if (ownerBefore(owners, path, at) !== null) return true;
    return false;
  };
  return {
    find: (path, from): PlaceHit | null => {
      for (let start = from; start < path.segments.length; start++) {
        const segment = path.segments[start] ?? "";
        const near = byFirst.get(segment) ?? byFirst.get(segment.toLowerCase()) ?? NONE;
        for (const place of near) {
          const hit = hitAt(path, start, place);
          if (hit !== null && (place.form.place === "anywhere" || !inAccount(path, start))) {
            return hit;
          }
        }
        for (const place of byPrefix) {
          const hit = hitAt(path, start, place);
          if (hit !== null) return hit;
        }
      }
      return null;
    },
    accountBefore: (path, end): string | null => ownerBefore(owners, path, end),
    inAccount,
    below: (path): Place[] => {
      const account = ownerBefore(owners, path, path.segments.length) !== null;
      return places.filter((place) => account && isAccounts(place) || leadsTo(path, place));
    },
  };
}

const NONE: readonly Place[] = [];

function placeOf(form: HomeForm, at: string): Place {
  const steps = at.split("/").filter((segment) => segment !== "").map(stepOf);
  return {
    form,
    rooted: at.startsWith("/"),
    steps,
    suffixed: steps.at(-1)?.name === "suffix",
  };
}

function stepOf(segment: string): Step {
  const [, prefix = segment, name = null] = /^([^<]*)<([a-z]+)>$/.exec(segment) ?? [];
  return { prefix, name };
}

function hitAt(path: Scanned, start: number, place: Place): PlaceHit | null {
  if (place.rooted && start > 0) return null;
  const { segments } = path;
  const end = start + place.steps.length;
  if (end > segments.length) return null;
  const ignoresCase = path.ignoresCase || place.form.ignoresCase;
  let volume: string | null = null;
  for (let index = 0; index < place.steps.length; index++) {
    const step = place.steps[index];
    const segment = segments[start + index] ?? "";
    if (step === undefined || !stepMatches(step, segment, ignoresCase)) return null;
    if (step.name === "volume") volume = segment;
  }
  // A bare name with a suffix is a file until something says it is a folder.
  if (place.suffixed && end === segments.length && !path.folder) return null;
  if (volume !== null && !namedRight(place.form.names, volume)) return null;
  return { place, start, end, volume };
}

function isAccounts({ form, steps }: Place): boolean {
  return form.place === "anywhere" && !steps.some(({ name }) => name !== null && name !== "suffix");
}

/** True when the path ends in the first steps of a place, but not in all of them. */
function leadsTo(path: Scanned, place: Place): boolean {
  const { segments } = path;
  const ignoresCase = path.ignoresCase || place.form.ignoresCase;
  for (let length = 1; length < place.steps.length && length <= segments.length; length++) {
    const start = segments.length - length;
    if (start > 0 && (place.rooted || place.form.place === "system")) continue;
    const steps = place.steps.slice(0, length);
    if (steps.every((step, at) => stepMatches(step, segments[start + at] ?? "", ignoresCase))) {
      return true;
    }
  }
  return false;
}

function stepMatches(step: Step, segment: string, ignoresCase: boolean): boolean {
  const prefix = ignoresCase ? step.prefix.toLowerCase() : step.prefix;
  const found = ignoresCase ? segment.toLowerCase() : segment;
  return step.name === null
    ? found === prefix
    : found.length > prefix.length && found.startsWith(prefix);
}

/** Names are words between `*`: `*hermes*` is any name that holds the word. */
function namedRight(names: readonly string[], volume: string): boolean {
  if (names.length === 0) return true;
  return names.some((name) =>
    name.startsWith("*") ? volume.includes(name.slice(1, -1)) : volume === name
  );
}

interface Owner {
  readonly before: readonly string[];
  readonly name: string | null;
  readonly rooted: boolean;
}

function ownerOf(place: AccountPlace): Owner {
  const segments = place.at.split("/").filter((segment) => segment !== "");
  const before = place.name === null ? segments.slice(0, -1) : segments;
  return { before, name: place.name, rooted: place.at.startsWith("/") };
}

function ownerBefore(owners: readonly Owner[], path: Scanned, end: number): string | null {
  for (const owner of owners) {
    const start = end - owner.before.length - (owner.name === null ? 1 : 0);
    if (start < 0 || (owner.rooted && start !== 0)) continue;
    const fits = owner.before.every((word, index) => {
      const segment = path.segments[start + index] ?? "";
      return segment === word || (path.ignoresCase && segment.toLowerCase() === word.toLowerCase());
    });
    if (fits) return owner.name ?? path.segments[end - 1] ?? null;
  }
  return null;
}
