/**
 * Moments as the timeline prints them, and the doubt about those it cannot print.
 *
 * @module
 */

import type { Micros } from "./row.ts";

/** Outside these epoch seconds a number is no time: zero, milliseconds, garbage. */
const TRUSTED_FROM = 1_000_000_000;
const TRUSTED_TO = 4_200_000_000;

const SECOND = 1_000_000;
const DAY = 86_400 * SECOND;

/**
 * Epoch seconds as a moment. A double becomes the microseconds that
 * `toFixed(6)` would print, and no others.
 *
 * @param value Seconds since 1970 as the store holds them, whatever their type
 * @returns Null for anything that is not a number between 1e9 and 4.2e9
 */
export function trustedMicros(
  value: null | number | bigint | string | Uint8Array,
): Micros | null {
  if (typeof value === "bigint") {
    return isTrusted(Number(value)) ? Number(value) * SECOND : null;
  }
  if (typeof value !== "number" || !isTrusted(value)) return null;
  const whole = Math.floor(value);
  // A double of this size has at most 23 fraction bits: subtraction and product are exact.
  return whole * SECOND + Math.round((value - whole) * SECOND);
}

/** Nanoseconds since 1970 as a moment, rounded half up; null outside the trusted years. */
export function nanosToMicros(nanos: bigint): Micros | null {
  const micros = Number((nanos + 500n) / 1000n);
  return isTrusted(micros / SECOND) ? micros : null;
}

/** A date and a time of day, as numbers of the calendar: January is 1. */
export type UtcStamp = readonly [
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
  micros: number,
];

/**
 * The moment a written date names, taken as UTC; null when there is no such date
 * (month 13, 30 February, 99:61:00) or when it lies outside the trusted years.
 */
export function parseUtcStamp(...stamp: UtcStamp): Micros | null {
  const [year, month, day, hour, minute, second, micros] = stamp;
  if (!stamp.every(Number.isInteger) || micros < 0 || micros >= SECOND) return null;
  const millis = Date.UTC(year, month - 1, day, hour, minute, second);
  if (Number.isNaN(millis)) return null;
  const date = new Date(millis);
  const exists = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day && date.getUTCHours() === hour &&
    date.getUTCMinutes() === minute && date.getUTCSeconds() === second;
  return exists && isTrusted(millis / 1000) ? millis * 1000 + micros : null;
}

/** The moment as `2026-10-29T09:30:16.400000Z`. */
export function formatMicros(time: Micros): string {
  const day = Math.floor(time / DAY);
  if (day !== lastDay.day) {
    lastDay = { day, text: new Date(day * 86_400_000).toISOString().slice(0, 11) };
  }
  const micros = time - day * DAY;
  const seconds = Math.floor(micros / SECOND);
  const minutes = Math.floor(seconds / 60);
  const fraction = String(micros - seconds * SECOND).padStart(6, "0");
  const hour = twoDigits(Math.floor(minutes / 60));
  return `${lastDay.text}${hour}:${twoDigits(minutes % 60)}:${
    twoDigits(seconds % 60)
  }.${fraction}Z`;
}

/**
 * The note that keeps a value no moment could be made of: numbers as JavaScript
 * prints them, texts as they are, blobs as `x'0a1b'`; null for NULL.
 */
export function storedTimeNote(value: null | number | bigint | string | Uint8Array): string | null {
  if (value === null) return null;
  return `timestamp as stored: ${value instanceof Uint8Array ? blobText(value) : value}`;
}

/** Rows come almost in time order: most share their day with the row before. */
let lastDay = { day: 0, text: "1970-01-01T" };

function isTrusted(seconds: number): boolean {
  return seconds >= TRUSTED_FROM && seconds <= TRUSTED_TO;
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}

function blobText(bytes: Uint8Array): string {
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0"));
  return `x'${hex.join("")}'`;
}
