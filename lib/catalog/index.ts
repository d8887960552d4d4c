/**
 * Patterns, found by the first segment of the path they are asked about.
 *
 * @module
 */

import type { Pattern } from "./pattern.ts";

/** A pattern and what it stands for. */
export interface Indexed<Value> {
  readonly pattern: Pattern;
  /** What a match may not be. */
  readonly except: readonly Pattern[];
  readonly value: Value;
}

/** An index of patterns. */
export interface PatternIndex<Value> {
  /** The heaviest pattern that matches the whole path, the earlier of two equals. */
  best(path: string): Indexed<Value> | null;
  /** The same, for the path or what is left of it after any `/`; the leftmost match wins. */
  bestAnywhere(path: string): Indexed<Value> | null;
}

/**
 * Makes an index; patterns compiled without case must be asked in lower case.
 *
 * @param items Called when the index is first asked: one path asks few indexes
 */
export function indexPatterns<Value>(items: () => readonly Indexed<Value>[]): PatternIndex<Value> {
  let sorted: Sorted<Value> | null = null;
  const bestOf = (path: string): Indexed<Value> | null => {
    const { byFirst, loose } = sorted ??= sortedByFirst(items());
    const slash = path.indexOf("/");
    const near = matching(byFirst.get(slash < 0 ? path : path.slice(0, slash)), path);
    const far = matching(loose, path);
    if (near === null || far === null) return near ?? far;
    return far.pattern.weight > near.pattern.weight ? far : near;
  };
  return {
    best: bestOf,
    bestAnywhere: (path): Indexed<Value> | null => {
      for (let rest = path;;) {
        const found = bestOf(rest);
        const slash = rest.indexOf("/");
        if (found !== null || slash < 0) return found;
        rest = rest.slice(slash + 1);
      }
    },
  };
}

interface Sorted<Value> {
  readonly byFirst: ReadonlyMap<string, readonly Indexed<Value>[]>;
  /** Those with a wildcard in their first segment. */
  readonly loose: readonly Indexed<Value>[];
}

function sortedByFirst<Value>(items: readonly Indexed<Value>[]): Sorted<Value> {
  const byFirst = new Map<string, Indexed<Value>[]>();
  const loose: Indexed<Value>[] = [];
  // A stable sort: of two patterns of equal weight the earlier stays first.
  for (const item of items.toSorted((a, b) => b.pattern.weight - a.pattern.weight)) {
    const { first } = item.pattern;
    const list = first === null ? loose : byFirst.get(first) ?? [];
    list.push(item);
    if (first !== null) byFirst.set(first, list);
  }
  return { byFirst, loose };
}

function matching<Value>(
  items: readonly Indexed<Value>[] | undefined,
  path: string,
): Indexed<Value> | null {
  if (items === undefined) return null;
  for (const item of items) {
    const { pattern, except } = item;
    if (!path.startsWith(pattern.prefix) || !pattern.matches(path)) continue;
    if (except.length === 0 || !except.some((one) => one.matches(path))) return item;
  }
  return null;
}
