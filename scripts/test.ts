/**
 * Runs every test and ends with one line that says how it went:
 * `N passed, N failed`. Tests have every right; what the program may do is
 * tested by running it with its own.
 *
 * Operands are handed on to `deno test`: files, `--filter=…`.
 *
 * @module
 */

import { type Summary, summaryOf } from "./test/summary.ts";

/**
 * The last line of a run.
 *
 * @param summary Null when the run broke down, which counts as one failure
 */
export function closingLine(summary: Summary | null): string {
  const { passed, failed } = summary ?? { passed: 0, failed: 1 };
  return `${passed} passed, ${failed} failed`;
}

/** True when something was tested and nothing failed. */
export function isGood(summary: Summary | null): boolean {
  return summary !== null && summary.passed > 0 && summary.failed === 0;
}

/** Runs `deno test`, shows what it prints as it comes, and gives it back. */
async function run(operands: readonly string[]): Promise<{ output: string; success: boolean }> {
  const child = new Deno.Command(Deno.execPath(), {
    // Deno opens nothing below /proc to a program from which anything at all is withheld.
    args: ["test", "--quiet", "--allow-all", ...operands],
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const decoder = new TextDecoder();
  let output = "";
  for await (const bytes of child.stdout) {
    Deno.stdout.writeSync(bytes);
    output += decoder.decode(bytes, { stream: true });
  }
  return { output, success: (await child.status).success };
}

if (import.meta.main) {
  const { output, success } = await run(Deno.args);
  const summary = summaryOf(output);
  if (summary !== null && summary.ignored > 0) console.log(`${summary.ignored} ignored`);
  console.log(closingLine(summary));
  if (!success || !isGood(summary)) Deno.exit(1);
}
