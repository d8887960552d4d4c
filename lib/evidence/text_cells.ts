/**
 * Texts of a table's cells, decoded once and no more often than need be.
 *
 * @module
 */

/** Longest text that is looked up before it is decoded, in bytes. */
const SHORT = 32;
/** Places of the table; two texts of one place take turns. */
const PLACES = 512;

/**
 * Decodes cells. Most short ones repeat (roles, session ids, names of tools),
 * and comparing 32 bytes costs a tenth of decoding them.
 */
export class TextCells {
  readonly #decoder: TextDecoder;
  readonly #bytes: (Uint8Array | undefined)[] = new Array(PLACES);
  readonly #texts: string[] = new Array(PLACES);

  /** @param encoding Encoding of the database's texts, as TextDecoder names it */
  constructor(encoding: string) {
    this.#decoder = new TextDecoder(encoding, { ignoreBOM: true });
  }

  /** The text of a cell's bytes; bytes that are no text become U+FFFD. */
  decode(bytes: Uint8Array): string {
    const length = bytes.length;
    if (length > SHORT) return this.#decoder.decode(bytes);
    const place = placeOf(bytes, length);
    const known = this.#bytes[place];
    if (known !== undefined && equal(known, bytes, length)) return this.#texts[place] as string;
    const text = this.#decoder.decode(bytes);
    this.#bytes[place] = bytes.slice(); // the memory may be the caller's
    this.#texts[place] = text;
    return text;
  }
}

function placeOf(bytes: Uint8Array, length: number): number {
  let place = length;
  for (let at = 0; at < length; at++) place = Math.imul(place, 31) + (bytes[at] as number);
  return (place ^ (place >>> 15)) & (PLACES - 1);
}

function equal(known: Uint8Array, bytes: Uint8Array, length: number): boolean {
  if (known.length !== length) return false;
  for (let at = 0; at < length; at++) if (known[at] !== bytes[at]) return false;
  return true;
}
