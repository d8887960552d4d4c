/**
 * Which rows repeat a kept row, in few bytes a row, and the notes that say so.
 *
 * @module
 */

import { doubles, words } from "../evidence/growing.ts";
import type { StampedRow } from "../row/stamped.ts";
import type { KeptRows } from "./kept_rows.ts";
import type { Source } from "./source.ts";

/** How many files a note names before it only counts. */
const MOST_NAMED = 3;

/** The first rows that repeat a kept row: which files they stand in, and where. */
interface Named {
  /** Number of the file plus 1. */
  readonly file: ReturnType<typeof words>;
  /** Lines that differ from the line of the kept row; 0 where there is nothing to say. */
  readonly line: ReturnType<typeof doubles>;
  /** Lines that a double cannot tell: none at all, 0, and those too large. */
  readonly oddLine: Map<number, number | bigint | null>;
}

/** Built while pairing reads, asked while the run writes. */
export class Repeats {
  readonly #kept: KeptRows;
  readonly #files: string[] = [];
  /** Per kept row: how many repeat it. */
  readonly #counts = words();
  readonly #named: readonly Named[] = Array.from(
    { length: MOST_NAMED },
    () => ({ file: words(), line: doubles(), oddLine: new Map() }),
  );
  readonly #begun: { readonly first: number; readonly file: string }[] = [];

  constructor(kept: KeptRows) {
    this.#kept = kept;
  }

  /** Rows noted from now on are of this source; the number its first kept row will have. */
  begin(source: Source): number {
    this.#files.push(source.sourceFile);
    this.#begun.push({ first: this.#kept.length, file: source.sourceFile });
    return this.#kept.length;
  }

  /** A row of the source, at a line of its own, repeats a kept one. */
  note(number: number, line: number | bigint | null): void {
    const count = this.#counts.get(number);
    this.#counts.set(number, count + 1);
    const named = this.#named[count];
    if (named === undefined) return;
    named.file.set(number, this.#files.length);
    if (line === this.#kept.line(number)) return;
    if (typeof line === "number" && line !== 0) named.line.set(number, line);
    else named.oddLine.set(number, line);
  }

  /** A kept row with its notes on copies. */
  withCopies(number: number, row: StampedRow): StampedRow {
    const count = this.#counts.get(number);
    if (count === 0) return row;
    const notes = [...row.notes];
    for (const { file, line, oddLine } of this.#named.slice(0, count)) {
      const odd = oddLine.get(number);
      const where = odd === undefined ? line.get(number) || row.line : odd;
      notes.push(`also in ${at(this.#files[file.get(number) - 1] as string, where)}`);
    }
    if (count > MOST_NAMED) notes.push(`and ${count - MOST_NAMED} more`);
    return { ...row, notes };
  }

  /** The note on a row that repeats a kept one. */
  noteOnCopy(number: number): string {
    const file = this.#begun[this.#lastBegun(number)]?.file as string;
    return `duplicate of ${at(file, this.#kept.line(number))}`;
  }

  /** Position of the last source whose rows begin at or before a number. */
  #lastBegun(number: number): number {
    let [low, high] = [0, this.#begun.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#begun[middle] as { first: number }).first <= number) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}

function at(file: string, line: number | bigint | null): string {
  return line === null ? file : `${file}#${line}`;
}
