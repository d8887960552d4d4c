/**
 * A text file as lines of bytes. Only LF ends a line: a CR, U+2028, U+0085 or
 * a vertical tab may be part of what somebody wrote.
 *
 * @module
 */

import type { EvidenceFile } from "./file.ts";

/** One line, without the LF that ends it. */
export interface Line {
  /** From 1. */
  readonly number: number;
  /** The line's bytes; only its first ones when it was cut. */
  readonly bytes: Uint8Array;
  /** Bytes of the whole line. */
  readonly length: number;
  /** Code points of the whole line, decoded as UTF-8, when it was cut; else 0. */
  readonly characters: number;
  /** The line is longer than `longest`. */
  readonly cut: boolean;
  /** An LF followed; false only for what comes after the last one. */
  readonly ended: boolean;
}

/** Longest line that is kept whole unless told, in bytes. */
export const LONGEST_LINE = 64 * 1024 * 1024;

const CHUNK = 1024 * 1024;
const LF = 10;

/**
 * Reads lines in constant memory (about twice `longest` bytes for a line that
 * long), up to the size the file had when it was opened.
 *
 * @throws {EvidenceError} `unreadable`
 */
export function* readLines(
  file: EvidenceFile,
  options: { readonly longest?: number } = {},
): Generator<Line> {
  const longest = options.longest ?? LONGEST_LINE;
  let number = 1;
  let line = newLine(longest);
  for (let at = 0; at < file.size;) {
    const chunk = file.read(at, Math.min(CHUNK, file.size - at));
    if (chunk.length === 0) break;
    at += chunk.length;
    for (let from = 0; from < chunk.length;) {
      const end = chunk.indexOf(LF, from);
      line.add(chunk.subarray(from, end < 0 ? chunk.length : end));
      if (end < 0) break;
      yield line.finish(number++, true);
      line = newLine(longest);
      from = end + 1;
    }
  }
  if (!line.isEmpty()) yield line.finish(number, false);
}

/** A line that is being put together from the pieces of several chunks. */
interface GrowingLine {
  add(piece: Uint8Array): void;
  isEmpty(): boolean;
  finish(number: number, ended: boolean): Line;
}

function newLine(longest: number): GrowingLine {
  const pieces: Uint8Array[] = [];
  let length = 0;
  let counter: CharacterCounter | null = null;
  return {
    add(piece): void {
      const room = Math.max(0, longest - length);
      length += piece.length;
      if (counter === null && length > longest) {
        counter = characterCounter();
        for (const earlier of pieces) counter.add(earlier);
      }
      counter?.add(piece);
      if (room > 0 && piece.length > 0) pieces.push(piece.subarray(0, room));
    },
    isEmpty: () => length === 0,
    finish: (number, ended): Line => ({
      number,
      bytes: joined(pieces),
      length,
      characters: counter?.total() ?? 0,
      cut: counter !== null,
      ended,
    }),
  };
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const [only] = pieces;
  if (only !== undefined && pieces.length === 1) return only;
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

interface CharacterCounter {
  add(bytes: Uint8Array): void;
  total(): number;
}

/** Counts code points as the decoder gives them, so that bad bytes count as U+FFFD. */
function characterCounter(): CharacterCounter {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let characters = 0;
  const count = (text: string): void => {
    for (let at = 0; at < text.length; at++) {
      if ((text.charCodeAt(at) & 0xfc00) !== 0xdc00) characters++;
    }
  };
  return {
    add: (bytes) => count(decoder.decode(bytes, { stream: true })),
    total(): number {
      count(decoder.decode());
      return characters;
    },
  };
}

const BOM = [0xef, 0xbb, 0xbf];

/** The bytes without a UTF-8 byte order mark at their start. */
export function withoutBom(bytes: Uint8Array): Uint8Array {
  return BOM.every((byte, at) => bytes[at] === byte) ? bytes.subarray(BOM.length) : bytes;
}

const UTF8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** Decodes UTF-8, once and for all: bad bytes become U+FFFD, a BOM stays. */
export function decodeText(bytes: Uint8Array): string {
  return UTF8.decode(bytes);
}
