/**
 * Runs a program and says how long it took and how much memory it had.
 *
 * @module
 */

import { readFileSync } from "node:fs";

/** What one run took. */
export interface Run {
  readonly seconds: number;
  /** Bytes of memory at most at one time; null where the system does not tell. */
  readonly peak: number | null;
}

/** Milliseconds between two looks at a process. */
const LOOK_EVERY = 5;

/**
 * Runs a program to its end, its output thrown away.
 *
 * @param words The program and its arguments
 * @throws {Error} When it ends with a code of 2 or more, or is killed
 */
export async function measure(words: readonly string[]): Promise<Run> {
  const [program = "", ...args] = words;
  const start = performance.now();
  const child = new Deno.Command(program, {
    args,
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).spawn();
  const watched = { peak: null as number | null };
  const look = (): void => {
    watched.peak = highWater(child.pid) ?? watched.peak;
  };
  const timer = setInterval(look, LOOK_EVERY);
  look();
  const { code, signal, stderr } = await child.output();
  const seconds = (performance.now() - start) / 1000;
  clearInterval(timer);
  if (code > 1 || signal !== null) {
    throw new Error(`${program} ended with ${signal ?? code}: ${new TextDecoder().decode(stderr)}`);
  }
  return { seconds, peak: watched.peak };
}

/**
 * The number in the middle, of an odd number of runs.
 *
 * @param numbers At least one
 */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[sorted.length >> 1] ?? NaN;
}

/**
 * The most memory a process has had so far: the kernel keeps count, so that the
 * last look loses only what was added after it.
 */
function highWater(pid: number): number | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) * 1024;
  } catch {
    // No /proc on this system, or the process is gone.
    return null;
  }
}
