/**
 * Lines beside hits, kept while hits lie close: what stands after one of them
 * often is the next, and before the one after that.
 *
 * @module
 */

import type { Key } from "../../evidence/columns.ts";
import type { ContextLine } from "./document.ts";

/** Lines that are kept. */
const MOST = 16;

/** The lines met last, by key; one that cannot be read is null. */
export class RecentLines {
  readonly #lines = new Map<Key, ContextLine | null>();
  readonly #read: (key: Key) => ContextLine | null;

  /** @param read Makes a line that is not kept */
  constructor(read: (key: Key) => ContextLine | null) {
    this.#read = read;
  }

  /** The line of that key. */
  at(key: Key): ContextLine | null {
    const known = this.#lines.get(key);
    if (known !== undefined) return known;
    const line = this.#read(key);
    this.keep(key, line);
    return line;
  }

  /** Keeps a line that was made already. */
  keep(key: Key, line: ContextLine | null): void {
    if (this.#lines.size >= MOST) this.#lines.clear();
    this.#lines.set(key, line);
  }
}
