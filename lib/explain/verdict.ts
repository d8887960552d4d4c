/**
 * All that the catalog and the readers know about one path.
 *
 * @module
 */

import type { Entry, HomeForm, Match, Taken } from "../catalog/mod.ts";
import type { Operand } from "./operand.ts";

/** A kind of row that a path can give. */
export interface RowKind {
  /** Turn type of the timeline. */
  readonly turn: string;
  readonly means: string;
  readonly example: string;
}

/** Something that lies under a folder, or near an unknown path. */
export interface Pointer {
  /** Pattern or place, as in the catalog. */
  readonly path: string;
  /** Id of the entry, rule or form. */
  readonly id: string;
  readonly title: string;
  /** What becomes of it: a standing, `excluded`, `secret`, `home`. */
  readonly is: string;
}

/** The answer about one path. */
export interface Verdict {
  readonly operand: Operand;
  readonly match: Match;
  readonly known: boolean;
  /** The rule that decides about collecting: `exclusions/models`, `homes/default`. */
  readonly collectedRule: string | null;
  readonly collectedWhy: string;
  readonly secretRule: string | null;
  readonly readAs: string;
  readonly rows: readonly RowKind[];
  /** What qualifies the answer. */
  readonly notes: readonly string[];
  readonly below: readonly Pointer[];
  readonly near: readonly Pointer[];
}

/** The parts of a verdict that a line of a list shows. */
export interface Brief {
  /** As given, so that lists can be joined on it. */
  readonly path: string;
  /** As understood. */
  readonly understood: string;
  readonly form: string | null;
  /** Id of the entry, whether or not it is read. */
  readonly store: string | null;
  readonly collected: string;
  readonly rule: string | null;
  readonly secret: boolean | null;
  readonly secretRule: string | null;
  readonly readAs: string | null;
}

/** How each fate of a path is said. */
export const TAKEN_WORDS: Readonly<Record<Taken, string>> = {
  collected: "collected",
  folder: "collected as a folder",
  excluded: "excluded",
  listed: "listed, not collected",
  left: "not collected",
  unclaimed: "not collected",
};

/** The short answer; quick, because lists ask it a million times. */
export function briefOf(given: string, match: Match): Brief {
  const { understood, taken } = match;
  const flagged = taken === "collected" || taken === "folder" || taken === "listed";
  return {
    path: given,
    understood: understood.path,
    form: formIdOf(match),
    store: match.entry === null ? null : match.entry.id,
    collected: TAKEN_WORDS[taken],
    rule: collectedRuleOf(match),
    secret: flagged ? match.secret !== null : null,
    secretRule: flagged && match.secret !== null ? `secrets/${match.secret.rule.id}` : null,
    readAs: readAsOf(match),
  };
}

/** Id of the home form, `project` for a project's file. */
export function formIdOf(match: Match): string | null {
  return match.understood.form?.id ?? (match.entry?.root === "project" ? "project" : null);
}

/** The rule that decides whether a path is collected; null when none claims it. */
export function collectedRuleOf(match: Match): string | null {
  if (match.exclusion !== null) return `exclusions/${match.exclusion.rule.id}`;
  const { form } = match.understood;
  if (form !== null) return `homes/${form.id}`;
  return match.entry === null ? null : entryRule(match.entry);
}

/** How a path is read: a standing, `with <database>`, `not read`; null where nothing is to be read. */
export function readAsOf(match: Match): string | null {
  const { taken, understood, companion } = match;
  if (taken === "excluded" || taken === "unclaimed" || taken === "folder") return null;
  if (companion !== null) {
    const database = understood.path.slice(understood.path.lastIndexOf("/") + 1, -companion.length);
    return match.entry?.reader === null ? "not read" : `with ${database}`;
  }
  return match.store === null ? "not read" : match.standing;
}

/** The file of an entry, as a rule's name. */
export function entryRule(entry: Entry): string {
  return `${entry.standing === "kept" ? "kept" : "stores"}/${entry.id}`;
}

const IS_BY_ROOT = {
  home: "home",
  desktop: "desktop",
  updater: "excluded",
  project: "project",
} as const;

/** A form as something that may lie below a folder. */
export function formPointers(form: HomeForm): Pointer[] {
  return form.at.map((path) => ({
    path,
    id: form.id,
    title: form.title,
    is: IS_BY_ROOT[form.root],
  }));
}
