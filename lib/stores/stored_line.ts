/**
 * Lines of text stores: what is left of one after a crash, and one too long to hold.
 *
 * @module
 */

import { decodeText, type Line } from "../evidence/lines.ts";
import {
  lineTrouble,
  LONGEST_VALUE,
  type Place,
  type Reason,
  type Trouble,
} from "../row/trouble.ts";

/** A line's words, or how many NUL bytes it is made of when there is nothing else. */
export interface LineText {
  readonly text: string;
  /** 0 when there is anything beside NUL bytes and blanks. */
  readonly nulBytes: number;
}

/**
 * A line without the NUL bytes around it: a file system that lost power leaves
 * them where a write was due, and the record beside them is whole.
 */
export function lineText(bytes: Uint8Array): LineText {
  let start = 0;
  let end = bytes.length;
  while (start < end && bytes[start] === 0) start++;
  while (end > start && bytes[end - 1] === 0) end--;
  const text = decodeText(bytes.subarray(start, end));
  return { text, nulBytes: text.trim() === "" ? bytes.length - (end - start) : 0 };
}

/** The trouble with a line too long to hold: its beginning, and how long it is in all. */
export function cutLineTrouble(line: Line, why: Reason, place: Place = {}): Trouble {
  // a character has at most four bytes
  const beginning = Array.from(decodeText(line.bytes.subarray(0, 4 * LONGEST_VALUE)));
  const shown = beginning.slice(0, LONGEST_VALUE).join("");
  const trouble = lineTrouble(why, { ...place, line: line.number });
  return { ...trouble, text: `${trouble.text}: ${shown} … (${line.characters} characters in all)` };
}
