/**
 * explain-path: what the catalog and the readers know about a path, without
 * touching any disk.
 *
 * @module
 */

import type { Catalog, Match } from "../catalog/mod.ts";
import { pointersBelow, pointersNear } from "./around.ts";
import { notesOn } from "./notes.ts";
import { readOperand } from "./operand.ts";
import { rowKinds } from "./row_kinds.ts";
import {
  type Brief,
  briefOf,
  collectedRuleOf,
  formPointers,
  type Pointer,
  readAsOf,
  type Verdict,
} from "./verdict.ts";

export { catalogAsJson, catalogLines } from "./catalog_list.ts";
export { briefAsJson, verdictAsJson } from "./json_form.ts";
export { briefLine, verdictLines } from "./text_form.ts";
export type { Brief, Verdict } from "./verdict.ts";

/** All there is to say about a path. */
export function explain(given: string, catalog: Catalog): Verdict {
  const operand = readOperand(given, catalog);
  const { match } = operand;
  const below = belowOf(match, catalog);
  const known = isKnown(match) || below.length > 0;
  return {
    operand,
    match,
    known,
    collectedRule: collectedRuleOf(match),
    collectedWhy: whyOf(match),
    secretRule: match.secret === null ? null : `secrets/${match.secret.rule.id}`,
    readAs: readAsOf(match) ?? "-",
    rows: match.entry === null || match.store === null ? [] : rowKinds(match.entry),
    notes: notesOn(operand, catalog),
    below,
    near: below.length > 0 || isNamed(match) ? [] : pointersNear(match.understood, catalog),
  };
}

/** The short answer for a list, and whether the catalog claims the path. */
export function explainBriefly(given: string, catalog: Catalog): { brief: Brief; known: boolean } {
  const { match } = readOperand(given, catalog);
  const known = isKnown(match) || catalog.formsBelow(match.understood).length > 0;
  return { brief: briefOf(given, match), known };
}

function isKnown(match: Match): boolean {
  return match.entry !== null || match.taken !== "unclaimed";
}

/** Whether any rule names the path, beyond the home it lies in. */
function isNamed(match: Match): boolean {
  return match.entry !== null || match.exclusion !== null || match.secret !== null ||
    match.taken === "folder";
}

function belowOf(match: Match, catalog: Catalog): Pointer[] {
  const { understood, taken } = match;
  if (understood.form === null) {
    return match.entry === null ? catalog.formsBelow(understood).flatMap(formPointers) : [];
  }
  if (taken !== "folder") return [];
  const { form, rest, ignoresCase } = understood;
  return pointersBelow({ form, rest, ignoresCase }, catalog);
}

function whyOf(match: Match): string {
  const { exclusion, understood, taken, entry } = match;
  if (exclusion !== null) return `pattern ${exclusion.pattern}; --full takes it`;
  if (understood.unclaimed !== null) return understood.unclaimed;
  if (understood.form !== null) return WHY_BY_ROOT[understood.form.root];
  if (entry === null) return "no home form and no project file of the catalog";
  if (taken === "collected") return "a project's file: taken when a store names its directory";
  return taken === "listed"
    ? "a project's file: named in the manifest when a store names its directory, never copied"
    : "known by its name, and none of Hermes' own";
}

const WHY_BY_ROOT = {
  home: "all of a Hermes home is, unless an exclusion names it",
  desktop: "all of the desktop app's data is, unless an exclusion names it",
  updater: "the updater cache holds no evidence of use",
  project: "a project's file: taken when a store names its directory",
} as const;
