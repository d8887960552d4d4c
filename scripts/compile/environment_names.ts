/**
 * The environment variables by which a host could steer the runtime, and how
 * they are taken from it.
 *
 * @module
 */

import { Buffer } from "node:buffer";

/** A variable, or the first letters of several, and what it would do. */
export interface EnvironmentName {
  readonly name: string;
  readonly would: string;
}

/** Found by setting every name that the runtime holds, one by one, and watching what changed. */
export const ENVIRONMENT_NAMES: readonly EnvironmentName[] = [
  { name: "BUN_OPTIONS", would: "add options, among them a module to run first" },
  { name: "BUN_BE_BUN", would: "turn the binary into the Bun command" },
  { name: "BUN_INSPECT", would: "open a debugger's socket, connect to one, or run a module first" },
  { name: "BUN_BYTECODE_", would: "write files wherever they say" },
  { name: "BUN_ENABLE_CRASH_REPORTING", would: "run curl after a crash" },
  { name: "BUN_CRASH_REPORT_URL", would: "choose where a crash is reported" },
  { name: "BUN_RUNTIME_TRANSPILER_CACHE_PATH", would: "write a cache" },
  { name: "BUN_WATCHER_TRACE", would: "write a trace" },
  { name: "BUN_FEATURE_FLAG_", would: "switch parts of the runtime" },
  { name: "BUN_CONFIG_MAX_HTTP_REQUESTS", would: "write a warning on stderr" },
  { name: "SIMDUTF_FORCE_IMPLEMENTATION", would: "end the process before it starts" },
];

/**
 * A copy of a runtime that obeys none of the names. The first letter of each
 * becomes a NUL, which no environment variable can hold; the length stays.
 *
 * @param runtime The runtime's bytes, not changed
 * @param counts How often each name stands in it
 * @throws {Error} When a name stands there more or less often: the runtime is
 *   not the one that was examined
 */
export function withoutEnvironmentNames(
  runtime: Uint8Array,
  counts: Readonly<Record<string, number>>,
): Uint8Array {
  const patched = Buffer.from(runtime);
  // One letter per byte: a search in a string is many times faster than one in a buffer.
  const letters = patched.toString("latin1");
  for (const { name } of ENVIRONMENT_NAMES) {
    const places = placesOf(letters, name);
    const expected = counts[name];
    if (places.length !== expected) {
      throw new Error(
        `Expected ${name} ${expected} times in the runtime, found it ${places.length} times`,
      );
    }
    for (const place of places) patched[place] = 0;
  }
  return patched;
}

function placesOf(letters: string, name: string): number[] {
  const places: number[] = [];
  for (let at = letters.indexOf(name); at >= 0; at = letters.indexOf(name, at + name.length)) {
    places.push(at);
  }
  return places;
}
