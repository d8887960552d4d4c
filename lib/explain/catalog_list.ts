/**
 * The rules themselves, for audit: every form, entry, exclusion and secret.
 *
 * @module
 */

import type { Catalog, Entry, HomeForm, Origin, Rule } from "../catalog/mod.ts";
import { oneLine } from "./json_form.ts";
import { wrapped } from "./text_form.ts";

/** The catalog as lines for people. */
export function catalogLines(catalog: Catalog): string[] {
  return [
    `Home forms (${catalog.forms.length})`,
    ...catalog.forms.flatMap(formLines),
    "",
    `Entries (${catalog.entries.length})`,
    ...catalog.entries.flatMap(entryLines),
    "",
    `Exclusions (${catalog.exclusions.length})`,
    ...catalog.exclusions.flatMap(ruleLines),
    "",
    `Secrets (${catalog.secrets.length})`,
    ...catalog.secrets.flatMap(ruleLines),
  ];
}

/** The catalog as lines of JSON, one object per rule, told apart by `kind`. */
export function catalogAsJson(catalog: Catalog): string[] {
  const lines = (kind: string, items: readonly (HomeForm | Entry | Rule)[]): string[] =>
    items.map((item) => oneLine({ kind, ...item }));
  return [
    ...lines("form", catalog.forms),
    ...lines("entry", catalog.entries),
    ...lines("exclusion", catalog.exclusions),
    ...lines("secret", catalog.secrets),
  ];
}

function formLines(form: HomeForm): string[] {
  const where = form.at.join("  ");
  return [
    ...wrapped(`${form.id}: ${form.title}`, 2),
    ...wrapped(where, 6),
    ...wrapped(originText(form.origin), 6),
  ];
}

function entryLines(entry: Entry): string[] {
  const read = entry.reader === null
    ? entry.standing
    : `${entry.standing}, read by ${entry.reader}`;
  const taken = entry.taking === "collected" ? "" : `, ${entry.taking}`;
  const companions = entry.companions.length === 0 ? "" : ` (with ${entry.companions.join(" ")})`;
  return [
    ...wrapped(`${entry.id}: ${entry.title} [${entry.root}, ${read}${taken}]`, 2),
    ...wrapped(entry.paths.join("  ") + companions, 6),
    ...wrapped(originText(entry.origin), 6),
  ];
}

function ruleLines(rule: Rule): string[] {
  const except = rule.except.length === 0 ? "" : `  except ${rule.except.join("  ")}`;
  return [
    ...wrapped(`${rule.id} [${rule.root}]: ${rule.what}`, 2),
    ...wrapped(rule.paths.join("  ") + except, 6),
    ...wrapped(originText(rule.origin), 6),
  ];
}

function originText(origin: Origin): string {
  const reviewed = origin.reviewed === "" ? "" : ` at ${origin.reviewed}`;
  const sources = origin.sources.length === 0 ? "" : `; ${origin.sources.join(", ")}${reviewed}`;
  return `"${origin.section}"${sources} (${origin.file})`;
}
