/**
 * Keeps the memory that long walks take from the examined machine small.
 *
 * The binary's engine collects what is young and lets the rest double before it
 * looks at it, and rows on their way through are old by then. So a walk asks for
 * a whole collection now and then. Under other runtimes nothing is asked for.
 *
 * @module
 */

import process from "node:process";

/** Collections take at most one part in this many of the time. */
const SHARE = 16;
/** Between two collections, in milliseconds: less would gain nothing. */
const PAUSE = 50;
/** A run that is over by then, in milliseconds, leaves nothing worth a collection. */
const SHORT_RUN = 500;

/** Collects all garbage, unless that was done a short while ago; cheap to call often. */
export const sweep: () => void = sweeper(collector(), () => performance.now());

/**
 * A function that collects when it is called and a collection is due.
 *
 * @param collect Collects all garbage; null when the runtime offers no way to
 * @param now Milliseconds since any fixed moment
 */
export function sweeper(collect: (() => void) | null, now: () => number): () => void {
  if (collect === null) return () => {};
  let due = now() + SHORT_RUN;
  return () => {
    const start = now();
    if (start < due) return;
    collect();
    const end = now();
    due = end + Math.max(PAUSE, SHARE * (end - start));
  };
}

/** The engine's own full collection, where the runtime offers it. */
function collector(): (() => void) | null {
  if (process.versions["bun"] === undefined) return null;
  const engine = process.getBuiltinModule("bun:jsc") as { fullGC?: () => void } | undefined;
  return engine?.fullGC ?? null;
}
