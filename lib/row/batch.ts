/**
 * Rows written as text: gathered into batches, encoded by a format.
 *
 * @module
 */

import { type Cell, cellsOf } from "./columns.ts";
import type { Output } from "./output.ts";
import { type RowWriter, Tally, type WriteReport } from "./row_writer.ts";
import type { StampedRow } from "./stamped.ts";

/** A text format of rows. */
export interface TextFormat {
  /** What the file begins with. */
  readonly head: string;
  /** The text of some rows, each with its line end; cells are in the order of `COLUMNS`. */
  encode(rows: readonly Cell[][]): string;
}

/** papaparse is slow on single rows; a batch that leaves the processor's cache is slow too. */
const BATCH_ROWS = 1000;
/** In UTF-16 units. */
const BATCH_TEXT = 1 << 16;

/** Rows on their way into one output. */
export class Batch {
  #rows: Cell[][] = [];
  #size = 0;

  constructor(readonly output: Output, readonly format: TextFormat) {
    output.write(format.head);
  }

  add(cells: Cell[]): void {
    this.#rows.push(cells);
    for (const cell of cells) if (typeof cell === "string") this.#size += cell.length;
    if (this.#rows.length >= BATCH_ROWS || this.#size >= BATCH_TEXT) this.flush();
  }

  flush(): void {
    if (this.#rows.length === 0) return;
    const rows = this.#rows;
    this.#rows = [];
    this.#size = 0;
    this.output.write(this.format.encode(rows));
  }
}

/** A writer of one text file, or of standard output. */
export function textWriter(output: Output, format: TextFormat): RowWriter {
  const tally = new Tally();
  const batch = new Batch(output, format);
  let finished = false;
  return {
    write(row: StampedRow): void {
      const cells = cellsOf(row);
      tally.count(cells);
      batch.add(cells);
    },
    finish(): WriteReport {
      batch.flush();
      output.seal();
      output.publish();
      finished = true;
      return tally.report([]);
    },
    abort(): void {
      if (!finished) output.abort();
    },
  };
}
