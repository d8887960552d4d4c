/**
 * What no single file can tell: duplicate ids, patterns that can never match.
 *
 * @module
 */

import { CatalogError } from "./catalog_error.ts";
import type { CatalogData, Entry, Rule } from "./entry.ts";
import type { Rulebooks } from "./rulebook.ts";
import { compilePattern, samplePath } from "./pattern.ts";

/** Names the line of a text in one of the catalog's files. */
export type LineFinder = (file: string, text: string) => number;

/**
 * Checks the catalog as a whole.
 *
 * @throws {CatalogError} For the first duplicate id or dead pattern
 */
export function checkCatalog(data: CatalogData, books: Rulebooks, lineOf: LineFinder): void {
  checkIds(data.forms, lineOf);
  checkIds([...data.entries], lineOf);
  checkIds(data.exclusions, lineOf);
  checkIds(data.secrets, lineOf);
  checkPlaces(data, lineOf);
  for (const entry of data.entries) checkEntry(entry, { books, lineOf });
  checkTwice(data.exclusions, lineOf);
  checkTwice(data.secrets, lineOf);
}

function checkIds(
  items: readonly { id: string; origin: { file: string } }[],
  lineOf: LineFinder,
): void {
  const seen = new Map<string, string>();
  for (const { id, origin } of items) {
    const first = seen.get(id);
    if (first !== undefined) {
      const line = lineOf(origin.file, `id: ${id}`);
      throw new CatalogError(
        origin.file,
        line,
        "id",
        `expected an id of its own, ${id} is taken by ${first}`,
      );
    }
    seen.set(id, origin.file);
  }
}

function checkPlaces(data: CatalogData, lineOf: LineFinder): void {
  const seen = new Map<string, string>();
  const ids = new Set(data.entries.map((entry) => entry.id));
  for (const form of data.forms) {
    const { file } = form.origin;
    for (const at of form.at) {
      const key = `${at} ${form.names.join(" ")}`;
      const first = seen.get(key);
      if (first !== undefined) {
        throw new CatalogError(
          file,
          lineOf(file, at),
          "at",
          `dead place "${at}": ${first} has it already`,
        );
      }
      seen.set(key, form.id);
    }
    const stranger = form.only.find((id) => !ids.has(id));
    if (stranger !== undefined) {
      throw new CatalogError(
        file,
        lineOf(file, stranger),
        "only",
        `expected ids of entries, found "${stranger}"`,
      );
    }
  }
}

/** Every pattern must win for a path made from it; else it says nothing. */
function checkEntry(entry: Entry, means: { books: Rulebooks; lineOf: LineFinder }): void {
  const { file } = entry.origin;
  const book = means.books(entry.root, false);
  for (const path of entry.paths) {
    const sample = samplePath(path);
    const excluded = book.exclusions.best(sample);
    if (excluded !== null && entry.taking === "collected") {
      throw dead(file, path, { means, why: `exclusion ${excluded.value.id} takes all of it` });
    }
    const winner = book.entries.best(sample)?.value;
    if (winner !== entry) {
      throw dead(file, path, { means, why: `${winner?.id ?? "its own except"} takes all of it` });
    }
  }
  checkExcept(entry, means.lineOf);
}

/** A rule's pattern is dead when an earlier one takes everything it could match. */
function checkTwice(rules: readonly Rule[], lineOf: LineFinder): void {
  const means = { lineOf };
  const seen: { rule: Rule; path: string }[] = [];
  for (const rule of rules) {
    for (const path of rule.paths) {
      const earlier = seen.find((one) => one.rule.root === rule.root && covers(one.path, path));
      if (earlier !== undefined) {
        throw dead(rule.origin.file, path, { means, why: `${earlier.rule.id} takes all of it` });
      }
      seen.push({ rule, path });
    }
    checkExcept(rule, lineOf);
  }
}

function covers(wide: string, narrow: string): boolean {
  const pattern = compilePattern(wide);
  return wide === narrow || (pattern.matches(samplePath(narrow)) && pattern.matches(narrow));
}

function checkExcept(item: Entry | Rule, lineOf: LineFinder): void {
  for (const except of item.except) {
    const sample = samplePath(except);
    if (!item.paths.some((path) => compilePattern(path).matches(sample))) {
      const why = "none of the paths beside it reaches it";
      throw dead(item.origin.file, except, { means: { lineOf }, key: "except", why });
    }
  }
}

function dead(
  file: string,
  path: string,
  options: { means: { lineOf: LineFinder }; why: string; key?: string },
): CatalogError {
  const line = options.means.lineOf(file, path);
  return new CatalogError(
    file,
    line,
    options.key ?? "paths",
    `dead pattern "${path}": ${options.why}`,
  );
}
