/**
 * What is being looked at, while homes are looked for.
 *
 * @module
 */

import type { Voice } from "./command.ts";

/** Milliseconds between two lines of progress. */
const PACE = 200;

/** Shows folders as they are looked at, a few times a second. */
export function lookingProgress(voice: Voice): (path: string) => void {
  let next = performance.now() + PACE;
  let looked = 0;
  return (path) => {
    looked++;
    if (performance.now() < next) return;
    next = performance.now() + PACE;
    voice.progress(`${looked} folders looked at: ${path}`.slice(0, 99));
  };
}
