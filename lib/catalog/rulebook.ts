/**
 * The entries and rules of one root, indexed for both kinds of case rules.
 *
 * @module
 */

import type { CatalogData, Entry, Root, Rule } from "./entry.ts";
import { type Indexed, indexPatterns, type PatternIndex } from "./index.ts";
import { compilePattern } from "./pattern.ts";

/** What can be asked about a path relative to one root. */
export interface Rulebook {
  readonly entries: PatternIndex<Entry>;
  /** Those that are read, in a project: always told by the file's name alone. */
  readonly projectStores: PatternIndex<Entry>;
  /** Folders on the way to what a pattern names. */
  readonly folders: PatternIndex<true>;
  readonly exclusions: PatternIndex<Rule>;
  readonly secrets: PatternIndex<Rule>;
  /** The secrets of volumes. */
  readonly volumeSecrets: PatternIndex<Rule>;
  /** The same with their copies in snapshots, for the top of a volume. */
  readonly topSecrets: PatternIndex<Rule>;
}

/** The rulebooks of all roots, by root and then by whether case counts. */
export type Rulebooks = (root: Root, ignoresCase: boolean) => Rulebook;

/** Prepares the rulebooks; each is built when it is first asked for. */
export function rulebooks(data: CatalogData): Rulebooks {
  const strict = new Map<Root, Rulebook>();
  const loose = new Map<Root, Rulebook>();
  return (root, ignoresCase) => {
    const built = ignoresCase ? loose : strict;
    let book = built.get(root);
    if (book === undefined) {
      book = buildRulebook(data, { root, ignoresCase });
      built.set(root, book);
    }
    return book;
  };
}

function buildRulebook(
  data: CatalogData,
  options: { root: Root; ignoresCase: boolean },
): Rulebook {
  const { root, ignoresCase } = options;
  const compiler = { ignoresCase };
  const entries = data.entries.filter((entry) => entry.root === root);
  const exclusions = data.exclusions.filter((rule) => rule.root === root);
  const secrets = data.secrets.filter((rule) => rule.root === root);
  const inVolumes = secrets.filter((rule) => rule.inVolumes);
  return {
    entries: indexPatterns(() => indexed(entries, compiler)),
    projectStores: indexPatterns(() => indexed(data.entries.filter(isProjectStore), compiler)),
    folders: indexPatterns(() => foldersOf([...entries, ...secrets, ...exclusions], compiler)),
    exclusions: indexPatterns(() =>
      indexed(exclusions, compiler).flatMap((item) => withWhatLiesBelow(item, ignoresCase))
    ),
    secrets: indexPatterns(() => indexed(secrets, compiler)),
    volumeSecrets: indexPatterns(() => indexed(inVolumes, compiler)),
    topSecrets: indexPatterns(() => [
      ...indexed(inVolumes, compiler),
      ...snapshotCopies(data, { rules: inVolumes, ignoresCase }),
    ]),
  };
}

function isProjectStore(entry: Entry): boolean {
  return entry.root === "project" && entry.reader !== null;
}

type Named = { readonly paths: readonly string[]; readonly except: readonly string[] };

function indexed<Value extends Named>(
  values: readonly Value[],
  options: { ignoresCase: boolean },
): Indexed<Value>[] {
  const compile = (text: string): Indexed<Value>["pattern"] =>
    compilePattern(text, options.ignoresCase);
  return values.flatMap((value) => {
    const except = value.except.map(compile);
    return value.paths.map((text) => ({ pattern: compile(text), except, value }));
  });
}

/** An exclusion names a folder and means all of it; it is told by what it names. */
function withWhatLiesBelow(item: Indexed<Rule>, ignoresCase: boolean): Indexed<Rule>[] {
  const { text } = item.pattern;
  if (text.endsWith("*")) return [item];
  return [item, { ...item, pattern: { ...compilePattern(`${text}/*`, ignoresCase), text } }];
}

function snapshotCopies(
  data: CatalogData,
  options: { rules: readonly Rule[]; ignoresCase: boolean },
): Indexed<Rule>[] {
  const folders = new Set(data.forms.flatMap((form) => form.snapshots ?? []));
  const copied = options.rules.filter((rule) => rule.inSnapshots);
  return [...folders].flatMap((folder) =>
    indexed(copied, options).map((item) => ({
      ...item,
      pattern: compilePattern(`${folder}/*/${item.pattern.text}`, options.ignoresCase),
    }))
  );
}

function foldersOf(values: readonly Named[], options: { ignoresCase: boolean }): Indexed<true>[] {
  const texts = new Set<string>();
  for (const path of values.flatMap(({ paths }) => paths)) {
    const segments = path.split("/").slice(0, -1);
    for (let length = 1; length <= segments.length; length++) {
      texts.add(segments.slice(0, length).join("/"));
    }
  }
  return [...texts].filter((text) => !text.includes("*")).map((text) => ({
    pattern: compilePattern(text, options.ignoresCase),
    except: [],
    value: true,
  }));
}
