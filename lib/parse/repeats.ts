/**
 * The outcome of pairing, in few bytes a row: which rows are repeats, and which
 * files repeat a row that is kept.
 *
 * @module
 */

import type { StampedRow } from "../row/stamped.ts";
import { shorts, words } from "../evidence/growing.ts";
import type { KeptRows } from "./kept_rows.ts";
import type { Pairing, Settled } from "./pairing.ts";
import type { Source } from "./source.ts";

/** How many files a note names before it only counts. */
const MOST_NAMED = 3;

/** What one source's rows became, in the order read. */
interface Fate {
  readonly source: Source;
  /** Per row: number of the kept row plus 1, or 0 for a repeat. */
  readonly kept: ReturnType<typeof words>;
  /** Per repeat, only when repeats are written: number of the row it repeats. */
  readonly repeats: Map<number, number> | null;
  rows: number;
  repeated: number;
}

/** Built while pairing reads, asked while the run writes. */
export class Repeats implements Pairing {
  readonly #kept: KeptRows;
  readonly #keepDuplicates: boolean;
  readonly #fates = new Map<Source, Fate>();
  readonly #files: string[] = [];
  /** Per kept row: how many repeat it, and in which files the first ones stand. */
  readonly #counts = words();
  readonly #named = [shorts(), shorts(), shorts()] as const;
  /** Lines of repeats that differ from the line of the row they repeat. */
  readonly #otherLines = new Map<string, number | bigint | null>();
  readonly #sourceOf: { readonly first: number; readonly source: Source }[] = [];
  #current: Fate | null = null;

  constructor(kept: KeptRows, keepDuplicates: boolean) {
    this.#kept = kept;
    this.#keepDuplicates = keepDuplicates;
  }

  /** Begins a source. */
  begin(source: Source): void {
    const repeats = this.#keepDuplicates ? new Map<number, number>() : null;
    this.#current = { source, kept: words(), repeats, rows: 0, repeated: 0 };
    this.#fates.set(source, this.#current);
    this.#files.push(source.sourceFile);
    this.#sourceOf.push({ first: this.#kept.length, source });
  }

  /** The next row of the source is kept under a number. */
  keep(number: number): void {
    const fate = this.#fate();
    fate.kept.set(fate.rows++, number + 1);
  }

  /** The next row of the source repeats a kept one. */
  absorb(number: number, row: StampedRow): void {
    const fate = this.#fate();
    fate.repeats?.set(fate.rows, number);
    fate.rows++;
    fate.repeated++;
    const count = this.#counts.get(number);
    this.#counts.set(number, count + 1);
    if (count >= MOST_NAMED) return;
    this.#named[count as 0 | 1 | 2].set(number, this.#files.length);
    if (row.line !== this.#kept.line(number)) {
      this.#otherLines.set(`${number}.${count}`, row.line);
    }
  }

  /** The next row of the source is not needed: it is neither written nor a repeat. */
  drop(): void {
    const fate = this.#fate();
    fate.rows++;
    fate.repeated++;
  }

  /** Ends a source. */
  end(): void {
    this.#current = null;
  }

  counted(source: Source): boolean {
    return this.#fates.has(source);
  }

  isAllDuplicate(source: Source): boolean {
    const fate = this.#fates.get(source);
    return fate !== undefined && fate.repeated === fate.rows && !fate.repeats?.size;
  }

  settle(source: Source, number: number, row: StampedRow): Settled {
    const fate = this.#fates.get(source);
    if (fate === undefined) return { duplicate: false, row };
    const kept = fate.kept.get(number) - 1;
    if (kept >= 0) return { duplicate: false, row: this.#withCopies(kept, row) };
    const repeated = fate.repeats?.get(number);
    if (repeated === undefined) return { duplicate: true, row: null };
    const note = `duplicate of ${this.#placeOf(repeated)}`;
    return { duplicate: true, row: { ...row, notes: [...row.notes, note] } };
  }

  #fate(): Fate {
    if (this.#current === null) throw new Error("No source has begun");
    return this.#current;
  }

  #withCopies(number: number, row: StampedRow): StampedRow {
    const count = this.#counts.get(number);
    if (count === 0) return row;
    const notes = [...row.notes];
    for (let i = 0; i < Math.min(count, MOST_NAMED); i++) {
      const file = this.#files[this.#named[i as 0 | 1 | 2].get(number) - 1] as string;
      const other = this.#otherLines.get(`${number}.${i}`);
      notes.push(`also in ${at(file, other === undefined ? row.line : other)}`);
    }
    if (count > MOST_NAMED) notes.push(`and ${count - MOST_NAMED} more`);
    return { ...row, notes };
  }

  /** The file and line of a kept row. */
  #placeOf(number: number): string {
    const { source } = this.#sourceOf.findLast(({ first }) => first <= number) as {
      source: Source;
    };
    return at(source.sourceFile, this.#kept.line(number));
  }
}

function at(file: string, line: number | bigint | null): string {
  return line === null ? file : `${file}#${line}`;
}
