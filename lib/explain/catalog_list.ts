/**
 * The rules themselves, for audit: every form, entry, exclusion and secret.
 *
 * @module
 */

import type { Catalog, Entry, HomeForm, Origin, Rule } from "../catalog/mod.ts";
import { printedJson } from "../row/escape.ts";
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
    items.map((item) => printedJson({ kind, ...item }));
  return [
    ...lines("form", catalog.forms),
    ...lines("entry", catalog.entries),
    ...lines("exclusion", catalog.exclusions),
    ...lines("secret", catalog.secrets),
  ];
}

function formLines(form: HomeForm): string[] {
  return [
    ...wrapped(`${form.id}: ${form.title} [${formMarks(form).join("; ")}]`, 2),
    ...wrapped(form.at.join(", "), 6),
    ...wrapped(originText(form.origin), 6),
  ];
}

/** What decides beside the place. */
function formMarks(form: HomeForm): string[] {
  const marks: (string | false)[] = [
    form.root,
    form.place === "system" && "not in an account's folder",
    form.ignoresCase && "case does not count",
    form.names.length > 0 && `names ${form.names.join(", ")}`,
    form.byContent && "only by its content",
    form.only.length > 0 && `only ${form.only.join(", ")} are read`,
    form.profiles !== null && `profiles in ${form.profiles}`,
    form.snapshots !== null && `snapshots in ${form.snapshots}`,
    form.secrets === "top" && "secrets from its top only",
  ];
  return marks.filter((mark) => mark !== false);
}

function entryLines(entry: Entry): string[] {
  const read = entry.reader === null
    ? entry.standing
    : `${entry.standing}, read by ${entry.reader}`;
  const taken = entry.taking === "collected" ? "" : `, ${entry.taking}`;
  const companions = entry.companions.length === 0 ? "" : ` (with ${entry.companions.join(" ")})`;
  return [
    ...wrapped(`${entry.id}: ${entry.title} [${entry.root}, ${read}${taken}]`, 2),
    ...wrapped(entry.paths.join(", ") + companions + exceptText(entry.except), 6),
    ...wrapped(originText(entry.origin), 6),
  ];
}

function ruleLines(rule: Rule): string[] {
  const marks = [
    ...(rule.inSnapshots ? ["a volume's snapshots too"] : []),
    ...(rule.inVolumes ? [] : ["not in volumes"]),
  ];
  return [
    ...wrapped(`${rule.id} [${[rule.root, ...marks].join("; ")}]: ${rule.what}`, 2),
    ...wrapped(rule.paths.join(", ") + exceptText(rule.except), 6),
    ...wrapped(originText(rule.origin), 6),
  ];
}

function exceptText(except: readonly string[]): string {
  return except.length === 0 ? "" : `; except ${except.join(", ")}`;
}

function originText(origin: Origin): string {
  const reviewed = origin.reviewed === "" ? "" : ` at ${origin.reviewed}`;
  const sources = origin.sources.length === 0 ? "" : `; ${origin.sources.join(", ")}${reviewed}`;
  return `"${origin.section}"${sources} (${origin.file})`;
}
