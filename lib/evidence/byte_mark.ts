/**
 * A short stand-in for bytes that are compared often.
 *
 * @module
 */

/** A number that equal bytes share, and others seldom: from 0, which stands for none, to 2^32 - 1. */
export function byteMark(bytes: Uint8Array, start: number, end: number): number {
  let mark = 0;
  for (let at = start; at < end; at++) {
    mark = (Math.imul(mark, 31) + (bytes[at] as number)) >>> 0;
  }
  return mark;
}
