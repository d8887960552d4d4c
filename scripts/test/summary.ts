/**
 * What `deno test` says at its end.
 *
 * @module
 */

/** How many tests ended how. */
export interface Summary {
  readonly passed: number;
  readonly failed: number;
  /** Named in the source as not to be run. */
  readonly ignored: number;
}

/**
 * Reads the summary line of `deno test`: the last line of that form, since a
 * test may print one too.
 *
 * @param output Everything it printed, colours allowed
 * @returns Null when there is no summary: the run broke down before its end
 */
export function summaryOf(output: string): Summary | null {
  const lines = output.replace(/\x1b\[[0-9;]*m/g, "").split(/\r?\n/);
  const line = lines.findLast((text) => /^(?:ok|FAILED) \| \d+ passed\b/.test(text));
  return line === undefined ? null : {
    passed: numberBefore(line, "passed"),
    failed: numberBefore(line, "failed"),
    ignored: numberBefore(line, "ignored"),
  };
}

function numberBefore(line: string, word: string): number {
  return Number(new RegExp(`\\| (\\d+) ${word}\\b`).exec(line)?.[1] ?? 0);
}
