/**
 * Gate: modules stay under 300 lines and functions under 50.
 *
 * @module
 */

import process from "node:process";
import { type Fault, faultLines } from "./house/fault.ts";
import { functionsIn } from "./house/functions.ts";
import { type Source, sourcesBelow } from "./house/sources.ts";

/** Lines a module may have. */
export const MODULE_CEILING = 300;

/** Lines a function may have, from its parameters to its closing brace. */
export const FUNCTION_CEILING = 50;

/**
 * Modules and functions that are too long. Tests are left out: a table of cases
 * is one function however many cases it holds.
 *
 * @param sources The project's own files
 */
export function sizeFaults(sources: readonly Source[]): Fault[] {
  const faults: Fault[] = [];
  for (const { path, text } of modulesOf(sources)) {
    const lines = linesOf(text);
    if (lines > MODULE_CEILING) {
      const message = `module has ${lines} lines, ${MODULE_CEILING} at most`;
      faults.push({ path, line: 0, message });
    }
    for (const { name, first, last } of functionsIn(text)) {
      const length = last - first + 1;
      if (length <= FUNCTION_CEILING) continue;
      const message = `function ${name} has ${length} lines, ${FUNCTION_CEILING} at most`;
      faults.push({ path, line: first, message });
    }
  }
  return faults;
}

/**
 * The median number of lines of a module, tests left out; 0 when there is none.
 *
 * @param sources The project's own files
 */
export function medianLines(sources: readonly Source[]): number {
  const lines = modulesOf(sources).map(({ text }) => linesOf(text)).sort((a, b) => a - b);
  const middle = lines.length >> 1;
  const upper = lines[middle] ?? 0;
  return lines.length % 2 === 1 ? upper : (upper + (lines[middle - 1] ?? 0)) / 2;
}

function modulesOf(sources: readonly Source[]): readonly Source[] {
  return sources.filter(({ isTest }) => !isTest);
}

function linesOf(text: string): number {
  return text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}

if (import.meta.main) {
  const sources = sourcesBelow(process.cwd());
  const faults = sizeFaults(sources);
  for (const line of faultLines(faults)) console.error(line);
  const found = faults.length === 0 ? "none too long" : `${faults.length} too long`;
  console.log(`sizes: median module ${medianLines(sources)} lines, ${found}`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
