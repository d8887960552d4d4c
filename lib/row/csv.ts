/**
 * Rows as CSV: RFC 4180, and safe to open in a spreadsheet.
 *
 * @module
 */

import { type Cell, COLUMNS } from "./columns.ts";
import type { TextSink } from "./output.ts";
import type { TextFormat } from "./text_writer.ts";

/** How CSV is written. */
export interface CsvOptions {
  /** Leave cells as they are that a spreadsheet would run. */
  readonly rawCsv: boolean;
  /** Begin with a byte order mark, for Excel. */
  readonly bom: boolean;
}

/** The CSV format of the timeline. */
export function csvFormat(options: CsvOptions): TextFormat {
  const guard = !options.rawCsv;
  return {
    head: (options.bom ? "\ufeff" : "") + csvHead(COLUMNS),
    encode: (cells: readonly Cell[], sink: TextSink): void => writeCsvLine(cells, sink, { guard }),
  };
}

/** The line of column names. */
export function csvHead(names: readonly string[]): string {
  return `${names.join(",")}\r\n`;
}

/**
 * Writes one line of CSV, ended by `\r\n`: absent cells empty, a NUL shown as
 * U+2400.
 *
 * The same bytes as papaparse's `unparse` gives, which a test holds it to, in a
 * fifth of its time: this is the hot path of parse, and doubling the quotes of
 * long texts as strings would take half of a run.
 */
export function writeCsvLine(
  cells: readonly Cell[],
  sink: TextSink,
  options: { guard: boolean } = { guard: false },
): void {
  let plain = "";
  for (let at = 0; at < cells.length; at++) {
    const cell = cells[at];
    if (at > 0) plain += ",";
    if (cell === null || cell === undefined) continue;
    const text = typeof cell === "string" ? shown(cell, options.guard) : String(cell);
    if (!needsQuotes(text)) plain += text;
    else {
      sink.write(`${plain}"`);
      sink.writeDoubled(text);
      plain = '"';
    }
  }
  sink.write(`${plain}\r\n`);
}

function shown(text: string, guard: boolean): string {
  const kept = guard && isFormula(text) ? `'${text}` : text;
  return kept.includes("\0") ? kept.replaceAll("\0", "\u2400") : kept;
}

/** RFC 4180 asks for quotes here, or a reader that trims spaces or looks for a mark. */
function needsQuotes(text: string): boolean {
  return text.includes(",") || text.includes('"') || text.includes("\n") || text.includes("\r") ||
    text.startsWith(" ") || text.endsWith(" ") || text.includes("\ufeff");
}

/**
 * True for a cell that a spreadsheet would run. papaparse's own guard misses
 * formulas that hold a line break.
 */
function isFormula(text: string): boolean {
  switch (text.charCodeAt(0)) {
    case 0x3d: // =
    case 0x2b: // +
    case 0x2d: // -
    case 0x40: // @
    case 0x09: // TAB
    case 0x0d: // CR
      return true;
    default:
      return false;
  }
}
