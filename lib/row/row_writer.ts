/**
 * What every output format offers to those who have rows.
 *
 * @module
 */

import type { Cell } from "./columns.ts";
import type { StampedRow } from "./stamped.ts";

/** The longest cell a spreadsheet keeps whole, in UTF-16 units. */
export const LONGEST_CELL = 32_767;

/** What was written. */
export interface WriteReport {
  readonly rows: number;
  /** Rows without a time, wherever the format puts them. */
  readonly untimed: number;
  /** Cells longer than {@linkcode LONGEST_CELL}. */
  readonly longCells: number;
  /** Paths of files beside the one that was asked for. */
  readonly extraFiles: readonly string[];
}

/** Writes rows in the order they come, holding no more than a batch of them. */
export interface RowWriter {
  /**
   * @throws {OutputError} When the output cannot take it; `abort` is due then
   * @throws {ClosedPipe} When nobody reads standard output any more
   */
  write(row: StampedRow): void;
  /**
   * Ends the output; returns after everything is on disk under its final name.
   *
   * @throws {OutputError} When the output cannot take it; `abort` is due then
   * @throws {ClosedPipe} When nobody reads standard output any more
   */
  finish(): WriteReport;
  /** Removes what was written; does nothing after `finish` has returned. */
  abort(): void;
}

/** Counts rows and the limits they meet. */
export class Tally {
  rows = 0;
  untimed = 0;
  longCells = 0;

  /** Counts one row by its cells. */
  count(cells: readonly Cell[]): void {
    this.rows++;
    if (cells[0] === null) this.untimed++;
    for (let at = 0; at < cells.length; at++) {
      const cell = cells[at];
      if (typeof cell === "string" && cell.length > LONGEST_CELL) this.longCells++;
    }
  }

  /** The report of a finished output. */
  report(extraFiles: readonly string[]): WriteReport {
    return { rows: this.rows, untimed: this.untimed, longCells: this.longCells, extraFiles };
  }
}
