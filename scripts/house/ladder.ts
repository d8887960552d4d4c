/**
 * The ladder of imports: a module may import from its own rung or from one
 * further down, never upwards and never sideways.
 *
 * @module
 */

import type { Fault } from "./fault.ts";
import type { Source } from "./sources.ts";
import { type Token, tokens } from "./tokens.ts";

/** One import, both ends as paths from the repository's root. */
export interface Edge {
  readonly from: string;
  readonly to: string;
}

/** From the top down. Names on one rung may not import each other. */
export const RUNGS: readonly (readonly string[])[] = [
  ["main.ts"],
  ["commands"],
  ["explain", "sessions", "diff"],
  ["parse"],
  ["collect"],
  ["discover"],
  ["stores"],
  ["catalog"],
  ["row"],
  ["evidence"],
];

/**
 * The imports that climb, go sideways or leave the ladder. Tests, scripts and
 * testdata may import anything; nothing on the ladder may import them.
 *
 * @param edges Imports between files of the repository
 */
export function climbs(edges: readonly Edge[]): Fault[] {
  const faults: Fault[] = [];
  for (const { from, to } of edges) {
    const fromPlace = placeOf(from);
    const toPlace = placeOf(to);
    if (fromPlace === null) continue;
    const message = toPlace === null ? `imports ${to}, which is not on the ladder` : stepUp(
      fromPlace,
      toPlace,
      to,
    );
    if (message !== null) faults.push({ path: from, line: 0, message });
  }
  return faults;
}

/**
 * Modules that stand on no rung although they lie where the ladder is, and
 * modules that use what only tests and scripts may use.
 *
 * @param sources The project's own files
 */
export function strays(sources: readonly Source[]): Fault[] {
  const faults: Fault[] = [];
  for (const source of sources) {
    if (source.isTest || !/^(?:main\.ts$|commands\/|lib\/|catalog\/)/.test(source.path)) continue;
    if (placeOf(source.path) === null) {
      faults.push({ path: source.path, line: 0, message: "stands on no rung of the ladder" });
    }
    faults.push(...forbidden(source));
  }
  return faults;
}

/** The rung's number and name for a module, or null when it is on none. */
function placeOf(path: string): { rung: number; name: string } | null {
  if (path.endsWith("_test.ts")) return null;
  const name = path === "main.ts" ? path : /^(?:lib\/)?([a-z_]+)\//.exec(path)?.[1];
  const inLib = path.startsWith("lib/");
  for (const [rung, names] of RUNGS.entries()) {
    if (name === undefined || !names.includes(name)) continue;
    const outsideLib = name === "main.ts" || name === "commands" || name === "catalog";
    if (inLib ? name !== "commands" : outsideLib) return { rung, name };
  }
  return null;
}

type Place = NonNullable<ReturnType<typeof placeOf>>;

function stepUp(from: Place, to: Place, path: string): string | null {
  if (to.rung < from.rung) return `${from.name} imports ${path}: ${to.name} is above it`;
  if (to.rung === from.rung && to.name !== from.name) {
    return `${from.name} imports ${path}: ${to.name} is beside it`;
  }
  return null;
}

function forbidden(source: Source): Fault[] {
  const faults: Fault[] = [];
  for (const token of tokens(source.text)) {
    const message = wrongToken(source.path, token);
    if (message !== null) faults.push({ path: source.path, line: token.line, message });
  }
  return faults;
}

function wrongToken(path: string, token: Token): string | null {
  if (token.kind === "word" && token.text === "Deno") {
    return "uses Deno.*, which the compiled binary has not";
  }
  const isText = token.kind === "string" || token.kind === "template";
  if (isText && path.startsWith("lib/") && token.text.includes(".hermes")) {
    return `holds the path ${token.text}: paths live in the catalog`;
  }
  return null;
}
