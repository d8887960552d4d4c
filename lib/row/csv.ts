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
  const line = new CsvLine({ guard: !options.rawCsv, steady: STEADY });
  return {
    head: (options.bom ? "\ufeff" : "") + csvHead(COLUMNS),
    encode: (cells: readonly Cell[], sink: TextSink): void => line.write(cells, sink),
  };
}

/** Columns, first and last of a stretch, that mostly say what they said in the line before. */
const STEADY = [["host", "git_branch"], ["source_kind", "time_basis"]]
  .map((stretch) => stretch.map((name) => COLUMNS.findIndex((column) => column === name)));

/** The line of column names. */
export function csvHead(names: readonly string[]): string {
  return `${names.join(",")}\r\n`;
}

/** Cells longer than this are not looked up but written; most of them differ anyway. */
const SHORT_CELL = 200;

/**
 * Writes lines of CSV, each ended by `\r\n`: absent cells empty, a NUL shown as
 * U+2400.
 *
 * The same bytes as papaparse's `unparse` gives, which a test holds it to, in a
 * fifth of its time. This is the hot path of parse: most columns repeat the
 * value of the line before, and the quotes of long texts are doubled as bytes,
 * since doubling them as strings would take half of a run.
 */
export class CsvLine {
  readonly #guard: boolean;
  /** Where a steady stretch ends, by where it begins. */
  readonly #ends: number[] = [];
  readonly #cells: Cell[] = [];
  readonly #texts: string[] = [];
  readonly #stretches: string[] = [];

  /**
   * @param options.guard Keep cells from being run by a spreadsheet
   * @param options.steady Columns, first and last of each stretch, that seldom change together
   */
  constructor(
    options: { readonly guard: boolean; readonly steady?: readonly (readonly number[])[] },
  ) {
    this.#guard = options.guard;
    for (const [first = 0, last = 0] of options.steady ?? []) this.#ends[first] = last + 1;
  }

  write(cells: readonly Cell[], sink: TextSink): void {
    let plain = "";
    for (let at = 0; at < cells.length; at++) {
      const cell = cells[at] as Cell;
      if (at > 0) plain += ",";
      const end = this.#ends[at];
      if (end !== undefined) {
        plain += this.#stretch(at, end, cells);
        at = end - 1;
        continue;
      }
      if (cell === null) continue;
      if (typeof cell === "string" && cell.length > SHORT_CELL) {
        const text = shown(cell, this.#guard);
        if (needsQuotes(text)) {
          sink.write(`${plain}"`);
          sink.writeDoubled(text);
          plain = '"';
        } else plain += text;
      } else plain += this.#short(at, cell);
    }
    sink.write(`${plain}\r\n`);
  }

  #stretch(first: number, end: number, cells: readonly Cell[]): string {
    let same = true;
    for (let at = first; at < end; at++) same &&= this.#cells[at] === cells[at];
    if (!same) {
      const texts: string[] = [];
      for (let at = first; at < end; at++) texts.push(this.#short(at, cells[at] as Cell));
      this.#stretches[first] = texts.join(",");
    }
    return this.#stretches[first] as string;
  }

  /** A cell's text, from the line before if it said the same. */
  #short(at: number, cell: Cell): string {
    if (this.#cells[at] !== cell) {
      const text = typeof cell === "string" ? shown(cell, this.#guard) : String(cell ?? "");
      this.#texts[at] = needsQuotes(text) ? `"${text.replaceAll('"', '""')}"` : text;
      this.#cells[at] = cell;
    }
    return this.#texts[at] as string;
  }
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
