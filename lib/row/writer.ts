/**
 * The door to every output format.
 *
 * @module
 */

import { csvFormat, type CsvOptions } from "./csv.ts";
import { jsonlFormat } from "./jsonl.ts";
import { openOutput } from "./output.ts";
import { OutputPlaceError } from "./output_error.ts";
import type { RowWriter } from "./row_writer.ts";
import { openSqlite } from "./sqlite.ts";
import { shownCells, shownJson } from "./terminal_format.ts";
import { textWriter } from "./text_writer.ts";
import { openTimesketch } from "./timesketch.ts";

export { LONGEST_CELL, type RowWriter, type WriteReport } from "./row_writer.ts";
export { ClosedPipe, OutputError, OutputPlaceError } from "./output_error.ts";

/** The names of the formats, in the order help lists them. */
export const FORMATS = ["csv", "jsonl", "sqlite", "timesketch"] as const;

/** The name of an output format. */
export type Format = typeof FORMATS[number];

/** How rows are written. */
export interface WriterOptions extends CsvOptions {
  /** Standard output is a terminal. */
  readonly terminal: boolean;
}

/**
 * Opens an output for rows.
 *
 * @param out The file to write, or null for standard output
 * @throws {OutputPlaceError} When `out` cannot be created, or the format needs a file
 */
export function openWriter(format: Format, out: string | null, options: WriterOptions): RowWriter {
  const isShown = out === null && options.terminal;
  switch (format) {
    case "csv": {
      const csv = csvFormat(options);
      return textWriter(openOutput(out), isShown ? shownCells(csv) : csv);
    }
    case "jsonl": {
      const json = jsonlFormat();
      return textWriter(openOutput(out), isShown ? shownJson(json) : json);
    }
    case "sqlite":
      return openSqlite(fileOf(format, out));
    case "timesketch":
      return openTimesketch(fileOf(format, out));
  }
}

function fileOf(format: Format, out: string | null): string {
  if (out !== null) return out;
  throw new OutputPlaceError(`Cannot write ${format} to standard output: expected a file name`);
}
