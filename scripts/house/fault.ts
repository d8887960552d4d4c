/**
 * What a gate finds wrong, and how it says so.
 *
 * @module
 */

/** One breach of a house rule. */
export interface Fault {
  /** Path from the repository's root. */
  readonly path: string;
  /** Line from 1, or 0 when the whole file is meant. */
  readonly line: number;
  /** What was expected and what was found. */
  readonly message: string;
}

/**
 * One line per fault: `path:line: message`.
 *
 * @param faults In the order they are to be read
 */
export function faultLines(faults: readonly Fault[]): string[] {
  return faults.map(({ path, line, message }) =>
    line === 0 ? `${path}: ${message}` : `${path}:${line}: ${message}`
  );
}
