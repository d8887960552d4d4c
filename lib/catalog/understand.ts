/**
 * Finds the home in a path: form, account, volume, profile and snapshot.
 *
 * @module
 */

import type { HomeForm, Unclaimed } from "./entry.ts";
import { type PathParts, readPath } from "./path.ts";
import type { PlaceHit, Places } from "./places.ts";
import type { Understood, Volume } from "./understood.ts";

/** What is known of a path beside its letters. */
export interface UnderstandOptions {
  /** The path is a folder's, whether or not it ends in a separator. */
  readonly folder?: boolean;
}

/** Longest path any system allows, in UTF-16 units. Longer strings name no file. */
const LONGEST_PATH = 32_767;

/** Makes the function that understands paths by these places. */
export function understander(
  places: Places,
  unclaimed: readonly Unclaimed[],
): (path: string, options?: UnderstandOptions) => Understood {
  return (given, options = {}) => {
    const read = readPath(given);
    const parts = options.folder === true && !read.folder ? { ...read, folder: true } : read;
    const outside = outsideOf(given, parts);
    if (given.length > LONGEST_PATH) {
      return { ...outside, unclaimed: "longer than any system's path" };
    }
    for (const { segment, why } of unclaimed) {
      if (given.includes(segment) && parts.segments.includes(segment)) {
        return { ...outside, unclaimed: why };
      }
    }
    const hit = places.find(parts, 0);
    return hit === null ? outside : insideOf(outside, { hit, places });
  };
}

/** The same path, seen from another place that was found in it. */
export function insideOf(
  outside: Understood,
  found: { hit: PlaceHit; places: Places },
): Understood {
  const { hit, places } = found;
  const { form } = hit.place;
  const { segments } = outside;
  const ignoresCase = outside.ignoresCase || form.ignoresCase;
  const scanned = { segments, ignoresCase, folder: outside.folder };
  const inProfile = form.profiles !== null && hit.end + 1 < segments.length &&
    same(segments[hit.end], form.profiles, ignoresCase);
  const depth = inProfile ? hit.end + 2 : hit.end;
  // Written out: this runs for every path of a list, and a spread costs as much as the look-ups.
  return {
    given: outside.given,
    dialect: outside.dialect,
    path: outside.path,
    folder: outside.folder,
    segments,
    unclaimed: null,
    ignoresCase,
    form,
    home: homePath(outside, hit.end),
    account: accountOf(places, scanned, hit),
    volume: volumeOf(segments, hit) ?? outside.volume,
    profile: form.profiles === null ? null : inProfile ? segments[hit.end + 1] ?? null : "default",
    snapshot: snapshotOf(form, { segments, depth, ignoresCase }),
    rest: tailOf(outside, depth),
    nestedProfile: inProfile && segments.length > depth + 1 &&
      same(segments[depth], form.profiles ?? "", ignoresCase),
    start: hit.start,
    depth,
  };
}

function outsideOf(given: string, parts: PathParts): Understood {
  const { dialect, ignoresCase, head, segments, folder } = parts;
  return {
    given,
    dialect,
    path: head + segments.join("/"),
    ignoresCase,
    folder,
    form: null,
    home: null,
    account: null,
    volume: null,
    profile: null,
    snapshot: null,
    rest: "",
    nestedProfile: false,
    segments,
    start: segments.length,
    depth: segments.length,
    unclaimed: null,
  };
}

function homePath(outside: Understood, end: number): string {
  const below = tailLength(outside.segments, end);
  return below === 0 ? outside.path : outside.path.slice(0, outside.path.length - below - 1);
}

function tailOf({ segments, path }: Understood, depth: number): string {
  return path.slice(path.length - tailLength(segments, depth));
}

/** Characters of the segments from `depth` on, with the separators between them. */
function tailLength(segments: readonly string[], depth: number): number {
  let length = Math.max(0, segments.length - depth - 1);
  for (let at = depth; at < segments.length; at++) length += segments[at]?.length ?? 0;
  return length;
}

/** For a volume the storage's owner: it lies deep inside the account's folder. */
function accountOf(
  places: Places,
  scanned: { segments: readonly string[]; ignoresCase: boolean; folder: boolean },
  hit: PlaceHit,
): string | null {
  if (hit.volume === null) return places.accountBefore(scanned, hit.start);
  for (let end = hit.start; end > 0; end--) {
    const account = places.accountBefore(scanned, end);
    if (account !== null) return account;
  }
  return null;
}

function volumeOf(segments: readonly string[], hit: PlaceHit): Volume | null {
  if (hit.volume === null) return null;
  const podman = segments.slice(0, hit.start).includes("containers");
  return { engine: podman ? "podman" : "docker", name: hit.volume };
}

function snapshotOf(
  form: HomeForm,
  at: { segments: readonly string[]; depth: number; ignoresCase: boolean },
): string | null {
  if (form.snapshots === null || at.depth + 1 >= at.segments.length) return null;
  if (!same(at.segments[at.depth], form.snapshots, at.ignoresCase)) return null;
  return at.segments[at.depth + 1] ?? null;
}

function same(found: string | undefined, word: string, ignoresCase: boolean): boolean {
  return found === word || (ignoresCase && found?.toLowerCase() === word.toLowerCase());
}
