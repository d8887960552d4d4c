/**
 * What lies under a folder, and what lies near an unknown path.
 *
 * @module
 */

import {
  type Catalog,
  compilePattern,
  type Entry,
  type HomeForm,
  nearest,
  type Rule,
  type Understood,
} from "../catalog/mod.ts";
import { formPointers, type Pointer } from "./verdict.ts";

/** What the catalog names under a folder of a home, in the catalog's order. */
export function pointersBelow(
  folder: { form: HomeForm; rest: string; ignoresCase: boolean },
  catalog: Catalog,
): Pointer[] {
  return pointersOf(folder.form, catalog).filter(({ path }) => liesBelow(path, folder));
}

/** Known paths nearest to one that no rule names, nearest first. */
export function pointersNear(understood: Understood, catalog: Catalog): Pointer[] {
  if (understood.form === null) return nearHomes(understood, catalog);
  const known = pointersOf(understood.form, catalog);
  return byDistance(understood.rest, known, understood.rest.length);
}

const MOST = 3;

function pointersOf(form: HomeForm, catalog: Catalog): Pointer[] {
  const entries = catalog.entries
    .filter((entry) => entry.root === form.root)
    .filter((entry) => form.only.length === 0 || form.only.includes(entry.id));
  const rules = (list: readonly Rule[], is: string): Pointer[] =>
    list.filter((rule) => rule.root === form.root).flatMap((rule) => rulePointers(rule, is));
  return [
    ...entries.flatMap(entryPointers),
    ...rules(catalog.exclusions, "excluded"),
    ...rules(catalog.secrets, "secret"),
  ];
}

function entryPointers(entry: Entry): Pointer[] {
  const is = entry.standing === "kept" ? "not read" : entry.standing;
  return entry.paths.map((path) => ({ path, id: entry.id, title: entry.title, is }));
}

function rulePointers(rule: Rule, is: string): Pointer[] {
  const title = rule.what.split(/[.;]\s|\n/)[0]?.replace(/\.$/, "") ?? "";
  return rule.paths.map((path) => ({ path, id: rule.id, title, is }));
}

/** True when the pattern reaches below the folder, whose own names stand for its `<names>`. */
function liesBelow(path: string, folder: { rest: string; ignoresCase: boolean }): boolean {
  if (folder.rest === "") return true;
  const depth = folder.rest.split("/").length;
  const segments = path.split("/");
  if (segments.length <= depth) return false;
  const head = compilePattern(segments.slice(0, depth).join("/"), folder.ignoresCase);
  return head.matches(folder.ignoresCase ? folder.rest.toLowerCase() : folder.rest);
}

/** Outside every home: places whose first name nearly stands in the path, then files by their names. */
function nearHomes(understood: Understood, catalog: Catalog): Pointer[] {
  const places = catalog.forms.flatMap(formPointers);
  const misspelt = understood.segments.flatMap((segment) =>
    byDistance(segment, places.filter(({ path }) => !path.includes("<")), 3)
  );
  const name = understood.segments.at(-1) ?? "";
  const home = catalog.forms.find((form) => form.root === "home");
  const known = home === undefined ? [] : pointersOf(home, catalog);
  const named = known.filter(({ path, is }) => {
    const last = path.split("/").at(-1) ?? "";
    const rule = is === "secret" || is === "excluded";
    return !rule && !/^[*<]/.test(last) && compilePattern(last).matches(name);
  });
  return unique([...misspelt, ...named]).slice(0, MOST);
}

/** Edits between names whose case differs only count for less than any other. */
function byDistance(word: string, known: readonly Pointer[], farthest: number): Pointer[] {
  const paths = known.map(({ path }) => path);
  const lower = new Map(paths.map((path) => [path.toLowerCase(), path]));
  const found = nearest(word.toLowerCase(), [...lower.keys()], { most: MOST, farthest });
  return unique(found.flatMap((path) => known.find((one) => one.path === lower.get(path)) ?? []));
}

function unique(pointers: readonly Pointer[]): Pointer[] {
  const byPath = new Map<string, Pointer>();
  for (const pointer of pointers) if (!byPath.has(pointer.path)) byPath.set(pointer.path, pointer);
  return [...byPath.values()];
}
