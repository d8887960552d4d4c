/**
 * Times as a manifest holds them: UTC with nine fraction digits.
 *
 * @module
 */

const SECOND = 1_000_000_000n;

/** Nanoseconds since the epoch as `2026-10-29T09:30:16.400000000Z`; null beyond any calendar. */
export function isoTime(nanoseconds: bigint): string | null {
  const rest = ((nanoseconds % SECOND) + SECOND) % SECOND;
  const date = new Date(Number((nanoseconds - rest) / SECOND) * 1000);
  if (Number.isNaN(date.getTime())) return null;
  return date.toISOString().replace(/\.\d+Z$/, `.${rest.toString().padStart(9, "0")}Z`);
}

/** The same in nanoseconds; 0 for what is no such time. */
export function nanosecondsOf(text: unknown): bigint {
  const [, whole = "", digits = ""] = typeof text === "string" ? FORM.exec(text) ?? [] : [];
  const milliseconds = Date.parse(`${whole}Z`);
  if (Number.isNaN(milliseconds)) return 0n;
  return BigInt(milliseconds) * 1_000_000n + BigInt(digits.padEnd(9, "0"));
}

const FORM = /^([+-]?\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?Z$/;
