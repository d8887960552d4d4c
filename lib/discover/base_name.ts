/**
 * Which store a file is by its own name, in whatever folder it was put.
 *
 * @module
 */

import type { Entry } from "../catalog/mod.ts";
import { compilePattern } from "../catalog/pattern.ts";

/** Ends of names that say how a file is written, not what it is. */
const ENDING = /\.[a-z]+$/;

/**
 * The one store that is read and whose files bear this name, or null.
 *
 * @param ignoresCase Names of the file's system have no case
 */
export function storeByBaseName(
  entries: readonly Entry[],
  name: string,
  { ignoresCase }: { readonly ignoresCase: boolean },
): Entry | null {
  const asked = ignoresCase ? name.toLowerCase() : name;
  const named = entries.filter(({ reader, paths }) =>
    reader !== null && paths.some((path) => {
      const last = path.slice(path.lastIndexOf("/") + 1);
      return saysWhatItIs(last) && compilePattern(last, ignoresCase).matches(asked);
    })
  );
  return named.length === 1 ? named[0] as Entry : null;
}

/** False where all but the ending is free, as in `<id>.jsonl`: any file could be called so. */
function saysWhatItIs(pattern: string): boolean {
  return /[a-z]/i.test(pattern.replace(ENDING, "").replaceAll(/<[^>]*>|\[[^\]]*\]/g, ""));
}
