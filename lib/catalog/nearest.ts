/**
 * Which known words are nearest to an unknown one.
 *
 * @module
 */

/** How many guesses, and how far they may lie. */
export interface NearestOptions {
  readonly most: number;
  /** Greatest number of single-character edits. */
  readonly farthest: number;
}

/** The nearest of the known words, nearest first, ties in the order given. */
export function nearest(
  word: string,
  known: readonly string[],
  options: NearestOptions,
): readonly string[] {
  return known
    .map((candidate) => ({ candidate, distance: editDistance(word, candidate) }))
    .filter(({ distance }) => distance <= options.farthest)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, options.most)
    .map(({ candidate }) => candidate);
}

/** Longest words compared, in UTF-16 units: beyond it no typing error is meant. */
const LONGEST = 300;

/** Number of single-character insertions, removals and replacements between two words. */
export function editDistance(from: string, to: string): number {
  if (from.length > LONGEST || to.length > LONGEST) return Infinity;
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? Infinity;
}
