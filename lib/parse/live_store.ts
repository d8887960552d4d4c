/**
 * The live store of a home, for the older copies of it: which kept rows each of
 * its messages gave, in five bytes a message, and where its pages are.
 *
 * @module
 */

import { EvidenceError } from "../evidence/errors.ts";
import { bytes, words } from "../evidence/growing.ts";
import type { TablePages } from "../evidence/table_likeness.ts";
import type { Row } from "../row/row.ts";
import type { ReadOptions } from "../stores/reader.ts";
import type { SourceReport } from "./report.ts";
import { openSource, type Source } from "./source.ts";

/** The kept rows of one message: their numbers follow one another. */
export interface KeptRun {
  readonly first: number;
  readonly count: number;
}

/** A message with more rows than this is decoded wherever it stands. */
const MOST = 254;
/** Stands for a message whose rows cannot be told from what is kept of them. */
const REFUSED = 255;

/** A primary source with what it takes to read older copies beside it. */
export class LiveStore {
  readonly #of: { source: Source; report: SourceReport; options: ReadOptions };
  readonly #firsts = words();
  readonly #counts = bytes();

  constructor(of: { source: Source; report: SourceReport; options: ReadOptions }) {
    this.#of = of;
  }

  /** Notes under which number a row of the store is kept. */
  note(row: Row, number: number): void {
    const { record } = row;
    if (record === undefined || record === null) return;
    const count = this.#counts.get(record);
    if (count === 0) this.#firsts.set(record, number);
    const follows = this.#firsts.get(record) + count === number;
    this.#counts.set(record, follows && count < MOST ? count + 1 : REFUSED);
  }

  /** The kept rows of a message; null where it has to be decoded. */
  rowsOf(record: number): KeptRun | null {
    const count = this.#counts.get(record);
    if (count === 0 || count === REFUSED) return null;
    return { first: this.#firsts.get(record), count };
  }

  /** Its pages as they were when it was read, and what closes them; null when they cannot be had. */
  open(): { readonly pages: TablePages; close(): void } | null {
    const { source, report, options } = this.#of;
    const table = report.database?.messages;
    if (!report.database || !table) return null;
    try {
      const file = openSource(source);
      const pages = {
        file,
        facts: report.database.image,
        withoutWal: options.withoutWal,
        table,
      };
      return { pages, close: () => file.close() };
    } catch (error) {
      if (!(error instanceof EvidenceError)) throw error;
      return null; // its own rows have told what is wrong with it
    }
  }
}
