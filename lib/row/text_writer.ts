/**
 * Rows written as text, one by one, by a format.
 *
 * @module
 */

import { type Cell, cellsOf } from "./columns.ts";
import type { Output, TextSink } from "./output.ts";
import { type RowWriter, Tally, type WriteReport } from "./row_writer.ts";
import type { StampedRow } from "./stamped.ts";

/** A text format of rows. */
export interface TextFormat {
  /** What the file begins with. */
  readonly head: string;
  /** Writes one row with its line end; cells are in the order of `COLUMNS`. */
  encode(cells: readonly Cell[], sink: TextSink): void;
}

/** A writer of one text file, or of standard output. */
export function textWriter(output: Output, format: TextFormat): RowWriter {
  const tally = new Tally();
  let finished = false;
  output.write(format.head);
  return {
    write(row: StampedRow): void {
      const cells = cellsOf(row);
      tally.count(cells);
      format.encode(cells, output);
    },
    finish(): WriteReport {
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
