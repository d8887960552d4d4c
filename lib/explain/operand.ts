/**
 * A path as a person names it: maybe inside a bundle or a triage tree, with a
 * timeline's line number, or with a variable for the home.
 *
 * @module
 */

import type { Catalog, Match } from "../catalog/mod.ts";

/** A path as given, and as the examined host knew it. */
export interface Operand {
  readonly given: string;
  readonly match: Match;
  /** The collection the path was inside; null when it is the host's own path. */
  readonly container: string | null;
  /** The line of a timeline's `source_file#line`, as written. */
  readonly line: string | null;
}

/** Reads one operand. Never touches a disk. */
export function readOperand(given: string, catalog: Catalog): Operand {
  const [, path = given, line = null] = given.includes("#") ? LINE.exec(given) ?? [] : [];
  const expanded = expand(path);
  if (mayBeContained(expanded) && CONTAINER.test(expanded)) {
    const found = inContainer(expanded, catalog);
    if (found !== null) return { given, ...found, line };
  }
  return { given, match: catalog.match(expanded), container: null, line };
}

const LINE = /^(.+)#(-?\d+)$/;

/** Folders below which a collection keeps the host's paths. */
const CONTAINER = /(?:^|[\\/])(?:files|\[root\]|uploads[\\/](?:auto|ntfs|file|lazy_ntfs))[\\/]/;

/** Quicker than the expression, and no for almost every path. */
function mayBeContained(path: string): boolean {
  return path.includes("files") || path.includes("uploads") || path.includes("[root]");
}

const VARIABLES: readonly (readonly [RegExp, string])[] = [
  [/^%LOCALAPPDATA%(?=[\\/]|$)/i, "~\\AppData\\Local"],
  [/^%APPDATA%(?=[\\/]|$)/i, "~\\AppData\\Roaming"],
  [/^%USERPROFILE%(?=[\\/]|$)/i, "~\\."],
  [/^\$env:LOCALAPPDATA(?=[\\/]|$)/i, "~\\AppData\\Local"],
  [/^\$env:APPDATA(?=[\\/]|$)/i, "~\\AppData\\Roaming"],
  [/^\$env:USERPROFILE(?=[\\/]|$)/i, "~\\."],
  [/^\$(?:HOME|\{HOME\})(?=\/|$)/, "~"],
];

function expand(path: string): string {
  if (path.charCodeAt(0) !== PERCENT && path.charCodeAt(0) !== DOLLAR) return path;
  for (const [variable, value] of VARIABLES) {
    if (variable.test(path)) return path.replace(variable, () => value);
  }
  return path;
}

const PERCENT = 37;
const DOLLAR = 36;

/** The last folder of a collection below which a home lies, unless a home lies around it. */
function inContainer(path: string, catalog: Catalog): Omit<Operand, "given" | "line"> | null {
  const whole = catalog.match(path);
  const { understood } = whole;
  if (understood.unclaimed !== null) return null;
  const ends = containerEnds(understood.segments).filter((end) => end <= understood.start);
  for (const end of ends.toReversed()) {
    const match = catalog.match(hostPath(understood.segments.slice(end), understood.folder));
    if (match.understood.form === null && match.entry === null) continue;
    const start = understood.path.length - understood.segments.slice(end).join("/").length;
    return { match, container: understood.path.slice(0, start - 1) };
  }
  return null;
}

function containerEnds(segments: readonly string[]): number[] {
  const ends: number[] = [];
  for (let index = 0; index < segments.length - 1; index++) {
    if (segments[index] === "uploads") ends.push(index + 2);
    else if (segments[index] === "files" || segments[index] === "[root]") ends.push(index + 1);
  }
  return ends;
}

/** The path on the host: names decoded, a drive in front where there was one. */
function hostPath(segments: readonly string[], folder: boolean): string {
  const [first = "", ...others] = segments.map(decoded);
  const drive = /^(?:\\\\[.?]\\)?([A-Za-z]):$/.exec(first)?.[1] ??
    (/^[A-Za-z]$/.test(first) ? first : null);
  const head = drive === null ? `/${first}` : `${drive}:`;
  return [head, ...others].join("/") + (folder ? "/" : "");
}

function decoded(segment: string): string {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    // Bytes that are not UTF-8: the name stays as the collection wrote it.
    return segment;
  }
}
