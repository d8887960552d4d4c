/**
 * Exact sums of stored numbers.
 *
 * @module
 */

import type { SqlValue } from "../../evidence/columns.ts";

/** The sum of stored numbers; null when there is none among them. */
export function sumOf(values: Iterable<SqlValue>): number | bigint | null {
  let whole = 0n;
  let broken = 0;
  let any = false;
  let isBroken = false;
  for (const value of values) {
    if (typeof value === "bigint") whole += value;
    else if (typeof value === "number" && Number.isInteger(value)) whole += BigInt(value);
    else if (typeof value === "number") {
      broken += value;
      isBroken = true;
    } else continue;
    any = true;
  }
  if (!any) return null;
  if (isBroken) return Number(whole) + broken;
  return Number.isSafeInteger(Number(whole)) ? Number(whole) : whole;
}

/** Input and output together, as the vendor counts a session's tokens; null when either is not known. */
export function tokensOf(
  row: { readonly input_tokens: SqlValue; readonly output_tokens: SqlValue } | null,
): number | bigint | null {
  const parts = [row?.input_tokens ?? null, row?.output_tokens ?? null];
  const [input, output] = parts;
  if (Number.isSafeInteger(input) && Number.isSafeInteger(output)) {
    const sum = Number(input) + Number(output);
    if (Number.isSafeInteger(sum)) return sum;
  }
  const numbers = parts.filter((it) => typeof it === "number" || typeof it === "bigint");
  return numbers.length === 2 ? sumOf(numbers) : null;
}

/** Sorts numbers, those that are not known last. */
export function descending(a: number | bigint | null, b: number | bigint | null): number {
  if (a === null || b === null) return (a === null ? 1 : 0) - (b === null ? 1 : 0);
  return a > b ? -1 : a < b ? 1 : 0;
}
