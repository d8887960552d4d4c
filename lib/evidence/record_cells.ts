/**
 * The cells of one record, found in the bytes of a page.
 *
 * Rests on https://www.sqlite.org/fileformat2.html#record_format
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { byteMark } from "./byte_mark.ts";
import { OddPage } from "./leaf_page.ts";
import type { Place } from "./sql_schema.ts";
import type { TextCells } from "./text_cells.ts";

/** A column wanted of each record. */
export interface WantedCell {
  /** Null for a column that the table lacks: its cells are null. */
  readonly place: Place | null;
  /** Bytes wanted of a text at most. */
  readonly most: number;
}

/** Bytes that the value of each serial type below {@linkcode BLOB} takes; 10 and 11 are reserved. */
const SIZES = new Int8Array([0, 1, 2, 3, 4, 6, 8, 8, 0, 0, -1, -1]);
const NULL = 0;
const FLOAT = 7;
const ZERO = 8;
const ONE = 9;
/** The first serial type of a blob; odd ones from here on are texts. */
const BLOB = 12;
/** Bytes of the longest numbers. */
const EIGHT = 8;
/** Stands for the type of a cell that the record is too short to hold. */
const ABSENT = -1;

/** Looks at one record after the other; what it says of a cell holds until the next one. */
export class RecordCells {
  readonly #wanted: readonly WantedCell[];
  /** For each column of a record up to the last one wanted: which wanted one it is, or -1. */
  readonly #which: Int32Array;
  readonly #most: Float64Array;
  readonly #types: Float64Array;
  readonly #starts: Float64Array;
  readonly #number = new Uint8Array(EIGHT);
  readonly #view = new DataView(this.#number.buffer);
  #bytes: Uint8Array = new Uint8Array();
  /** The same bytes, made when a text of them is asked for. */
  #buffer: Buffer | null = null;

  /** @param wanted No column twice */
  constructor(wanted: readonly WantedCell[]) {
    this.#wanted = wanted;
    const last = Math.max(-1, ...wanted.map(({ place }) => place?.index ?? -1));
    this.#which = new Int32Array(last + 1).fill(-1);
    for (const [which, { place }] of wanted.entries()) {
      if (place !== null) this.#which[place.index] = which;
    }
    this.#most = Float64Array.from(wanted, ({ most }) => most);
    this.#types = new Float64Array(wanted.length).fill(ABSENT);
    this.#starts = new Float64Array(wanted.length);
  }

  /** Looks at these bytes from now on. */
  lookAt(bytes: Uint8Array): void {
    this.#bytes = bytes;
    this.#buffer = null;
  }

  /**
   * Turns to a record. One loop without calls: it runs for every column of every row.
   *
   * @param start Where it starts in the bytes that are looked at
   * @param end Where the bytes of it that are at hand end
   * @param whole Its bytes in all
   * @returns Where the wanted cells end; past `end`, they cannot be asked for
   * @throws {OddPage}
   */
  turnTo(start: number, end: number, whole: number): number {
    const bytes = this.#bytes;
    const which = this.#which;
    const types = this.#types;
    let at = start + 1;
    let size = bytes[start] as number;
    if (size >= 0x80) size = (size & 0x7f) * 0x80 + (bytes[at++] as number);
    const headerEnd = start + size;
    // what is odd in a header shows in where it says that things end
    if (headerEnd > end) throw new OddPage();
    let content = headerEnd;
    let needed = headerEnd;
    for (let index = 0; index < which.length; index++) {
      const wanted = which[index] as number;
      if (at >= headerEnd) {
        if (wanted >= 0) types[wanted] = ABSENT;
        continue;
      }
      let byte = bytes[at++] as number;
      let type = byte & 0x7f;
      while (byte >= 0x80) {
        byte = bytes[at++] as number;
        type = type * 0x80 + (byte & 0x7f);
      }
      const size = type < BLOB ? SIZES[type] as number : (type - BLOB - (type & 1)) / 2;
      if (size < 0) throw new OddPage();
      if (wanted >= 0) {
        types[wanted] = type;
        this.#starts[wanted] = content;
        const most = this.#most[wanted] as number;
        needed = content + (type < BLOB || size < most ? size : most);
      }
      content += size;
    }
    // what SQLite asks of a record: it holds what it speaks of, and no more
    const held = content - start;
    if (at > headerEnd || held > whole || at === headerEnd && held !== whole) throw new OddPage();
    return needed;
  }

  /** A whole number that is stored as one, no larger than 2^53; null for anything else. */
  integer(which: number): number | null {
    const number = this.#types[which] === FLOAT ? null : this.number(which);
    return number === null || Number.isSafeInteger(number) ? number : null;
  }

  /** True for a cell without a value. */
  isNull(which: number): boolean {
    const type = this.#types[which];
    return type === NULL || type === ABSENT && this.#absent(which) === null;
  }

  /** A stored number, rounded beyond 2^53; null for anything else. */
  number(which: number): number | null {
    const type = this.#types[which] as number;
    if (type === ABSENT) return this.#absent(which);
    if (type === NULL || type >= BLOB) return null;
    if (type === ZERO || type === ONE) return type - ZERO;
    const start = this.#starts[which] as number;
    if (type !== FLOAT) return this.#integer(start, SIZES[type] as number);
    const float = this.#eight(start).getFloat64(0);
    return Number.isNaN(float) ? null : float; // which is how SQLite reads it
  }

  /** The bytes of a text or blob, as far as they are wanted, in place; null for anything else. */
  bytes(which: number): Uint8Array | null {
    const type = this.#types[which] as number;
    if (type < BLOB) return this.#none(which, type);
    const start = this.#starts[which] as number;
    const size = Math.floor((type - BLOB) / 2);
    return this.#bytes.subarray(start, start + Math.min(size, this.#most[which] as number));
  }

  /** A text or blob as text; null for anything else. */
  decoded(which: number, texts: TextCells): string | null {
    const type = this.#types[which] as number;
    if (type < BLOB) return this.#none(which, type);
    const { buffer, byteOffset, length } = this.#bytes;
    this.#buffer ??= Buffer.from(buffer, byteOffset, length);
    const start = this.#starts[which] as number;
    const size = Math.floor((type - BLOB) / 2);
    const end = start + Math.min(size, this.#most[which] as number);
    return texts.decodePart(this.#buffer, start, end);
  }

  /** True for a blob. */
  isBlob(which: number): boolean {
    const type = this.#types[which] as number;
    return type >= BLOB && type % 2 === 0;
  }

  /** The {@linkcode byteMark} of those bytes, without taking them out; null where there are none. */
  mark(which: number): number | null {
    const type = this.#types[which] as number;
    if (type < BLOB) return this.#none(which, type);
    const start = this.#starts[which] as number;
    const size = Math.floor((type - BLOB) / 2);
    return byteMark(this.#bytes, start, start + Math.min(size, this.#most[which] as number));
  }

  /** True for a text of these bytes, all of which are wanted. */
  isText(which: number, text: Uint8Array): boolean {
    const type = this.#types[which] as number;
    if (type !== BLOB + 1 + 2 * text.length) return this.#none(which, type) !== null;
    const bytes = this.#bytes;
    const start = this.#starts[which] as number;
    for (let at = 0; at < text.length; at++) {
      if (bytes[start + at] !== text[at]) return false;
    }
    return true;
  }

  /** No text; but an absent one that only SQLite can tell is odd. */
  #none(which: number, type: number): null {
    if (type === ABSENT) this.#absent(which);
    return null;
  }

  #absent(which: number): number | null {
    const { place } = this.#wanted[which] as WantedCell;
    if (place === null) return null;
    if (place.absent === undefined) throw new OddPage();
    return place.absent;
  }

  /** Big-endian, of two's complement; eight bytes are rounded once, as one number. */
  #integer(start: number, size: number): number {
    const bytes = this.#bytes;
    if (size === EIGHT) return Number(this.#eight(start).getBigInt64(0));
    let value = (bytes[start] as number) << 24 >> 24;
    for (let at = start + 1; at < start + size; at++) value = value * 0x100 + (bytes[at] as number);
    return value;
  }

  /** A view of eight bytes: one that is kept costs less than one of each page. */
  #eight(start: number): DataView {
    const bytes = this.#bytes;
    for (let at = 0; at < EIGHT; at++) this.#number[at] = bytes[start + at] as number;
    return this.#view;
  }
}
