/**
 * Rows as CSV: RFC 4180, and safe to open in a spreadsheet.
 *
 * @module
 */

import papaparse from "papaparse";
import type { TextFormat } from "./batch.ts";
import { type Cell, COLUMNS } from "./columns.ts";

/** How CSV is written. */
export interface CsvOptions {
  /** Leave cells as they are that a spreadsheet would run. */
  readonly rawCsv: boolean;
  /** Begin with a byte order mark, for Excel. */
  readonly bom: boolean;
}

/** The CSV format of the timeline. */
export function csvFormat(options: CsvOptions): TextFormat {
  const guard = options.rawCsv ? null : guarded;
  return {
    head: (options.bom ? "\ufeff" : "") + csvLines([COLUMNS]),
    encode: (rows: readonly Cell[][]): string =>
      csvLines(guard === null ? rows : rows.map((cells) => cells.map(guard))),
  };
}

/** Lines of CSV, each ended by `\r\n`: absent cells empty, a NUL shown as U+2400. */
export function csvLines(rows: readonly (readonly Cell[])[]): string {
  const lines = papaparse.unparse([...rows], { newline: "\r\n" });
  return (lines.includes("\0") ? lines.replaceAll("\0", "\u2400") : lines) + "\r\n";
}

/**
 * The cell, kept from being run as a formula. papaparse's own guard misses
 * formulas that hold a line break.
 */
function guarded(cell: Cell): Cell {
  if (typeof cell !== "string") return cell;
  switch (cell.charCodeAt(0)) {
    case 0x3d: // =
    case 0x2b: // +
    case 0x2d: // -
    case 0x40: // @
    case 0x09: // TAB
    case 0x0d: // CR
      return `'${cell}`;
    default:
      return cell;
  }
}
