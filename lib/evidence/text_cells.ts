/**
 * Texts of a table's cells, decoded once and no more often than need be.
 *
 * @module
 */

import type { Buffer } from "node:buffer";

/** Longest text that is looked up before it is decoded, in bytes. */
const SHORT = 32;
/** Places of the table; two texts of one place take turns. */
const PLACES = 512;

const UTF_8 = "utf-8";
/** Stands in a text for bytes that are none, and shows where runtimes may differ. */
const REPLACED = "\ufffd";

/**
 * Decodes cells. Most short ones repeat (roles, session ids, names of tools),
 * and comparing 32 bytes costs a tenth of decoding them.
 */
export class TextCells {
  readonly #encoding: string;
  readonly #decoder: TextDecoder;
  readonly #bytes: (Uint8Array | undefined)[] = new Array(PLACES);
  readonly #texts: string[] = new Array(PLACES);

  /** @param encoding Encoding of the database's texts, as TextDecoder names it */
  constructor(encoding: string) {
    this.#encoding = encoding;
    this.#decoder = new TextDecoder(encoding, { ignoreBOM: true });
  }

  /** The text of a cell's bytes; bytes that are no text become U+FFFD. */
  decode(bytes: Uint8Array): string {
    const { length } = bytes;
    if (length > SHORT) return this.#decoder.decode(bytes);
    const place = placeOf(bytes, 0, length);
    if (this.#isAt(place, bytes, 0, length)) return this.#texts[place] as string;
    return this.#keep(place, bytes, this.#decoder.decode(bytes));
  }

  /** The same of some of them: to take these out first costs more than to decode them. */
  decodePart(bytes: Buffer, start: number, end: number): string {
    if (end - start > SHORT) return this.#part(bytes, start, end);
    const place = placeOf(bytes, start, end);
    if (this.#isAt(place, bytes, start, end)) return this.#texts[place] as string;
    return this.#keep(place, bytes.subarray(start, end), this.#part(bytes, start, end));
  }

  #part(bytes: Buffer, start: number, end: number): string {
    if (this.#encoding === UTF_8) {
      const text = bytes.toString(UTF_8, start, end);
      if (!text.includes(REPLACED)) return text;
    }
    return this.#decoder.decode(bytes.subarray(start, end));
  }

  #isAt(place: number, bytes: Uint8Array, start: number, end: number): boolean {
    const known = this.#bytes[place];
    if (known === undefined || known.length !== end - start) return false;
    for (let at = start; at < end; at++) if (known[at - start] !== bytes[at]) return false;
    return true;
  }

  #keep(place: number, bytes: Uint8Array, text: string): string {
    this.#bytes[place] = new Uint8Array(bytes); // the memory may be the caller's
    this.#texts[place] = text;
    return text;
  }
}

function placeOf(bytes: Uint8Array, start: number, end: number): number {
  let place = end - start;
  for (let at = start; at < end; at++) place = Math.imul(place, 31) + (bytes[at] as number);
  return (place ^ (place >>> 15)) & (PLACES - 1);
}
