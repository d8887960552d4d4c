/**
 * Rows as Timesketch imports them: a CSV whose first three columns are its own.
 * Its importer drops rows without a time, so those get a file of their own.
 *
 * @module
 */

import { rmSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { type Cell, cellsOf, COLUMNS } from "./columns.ts";
import { csvHead, CsvLine } from "./csv.ts";
import { openOutput, type Output, type TextSink } from "./output.ts";
import { outputStep, placeOf } from "./output_place.ts";
import { type RowWriter, Tally, type WriteReport } from "./row_writer.ts";
import type { StampedRow } from "./stamped.ts";
import type { TextFormat } from "./text_writer.ts";

/**
 * Opens the timeline at `path`; rows without a time go to `<name>.untimed.csv`
 * beside it. When there are none, no such file is left, not even an older one.
 *
 * @throws {OutputPlaceError} When the file cannot be created
 */
export function openTimesketch(path: string): RowWriter {
  return new TimesketchWriter(path);
}

/** The name of the file for rows without a time: `case.untimed.csv` for `case.csv`. */
export function untimedPath(path: string): string {
  const name = basename(path);
  const stem = extname(name).toLowerCase() === ".csv" ? name.slice(0, -4) : name;
  return join(dirname(path), `${stem}.untimed.csv`);
}

class TimesketchWriter implements RowWriter {
  readonly #tally = new Tally();
  readonly #untimedPath: string;
  readonly #timed: Output;
  #untimed: Output | null = null;
  #finished = false;

  constructor(path: string) {
    this.#untimedPath = untimedPath(path);
    placeOf(this.#untimedPath);
    this.#timed = begun(path);
  }

  write(row: StampedRow): void {
    const cells = cellsOf(row);
    this.#tally.count(cells);
    if (row.time === null) this.#untimed ??= begun(this.#untimedPath);
    const output = row.time === null ? this.#untimed : this.#timed;
    if (output !== null) TIMESKETCH.encode(cells, output);
  }

  finish(): WriteReport {
    const outputs = this.#untimed === null ? [this.#timed] : [this.#timed, this.#untimed];
    for (const output of outputs) output.seal();
    for (const output of outputs) output.publish();
    if (this.#untimed === null) {
      outputStep(this.#untimedPath, () => rmSync(this.#untimedPath, { force: true }));
    }
    this.#finished = true;
    return this.#tally.report(this.#untimed === null ? [] : [this.#untimedPath]);
  }

  abort(): void {
    if (this.#finished) return;
    this.#timed.abort();
    this.#untimed?.abort();
  }
}

const TEXT = COLUMNS.indexOf("text");
const TIME = COLUMNS.indexOf("timestamp_utc");
const TURN = COLUMNS.indexOf("turn_type");

const LINE = new CsvLine({ guard: false });

const TIMESKETCH: TextFormat = {
  head: csvHead(["message", "datetime", "timestamp_desc", ...COLUMNS]),
  encode: (cells: readonly Cell[], sink: TextSink): void =>
    LINE.write(timesketchCells(cells), sink),
};

/** An output with its head written. */
function begun(path: string): Output {
  const output = openOutput(path);
  output.write(TIMESKETCH.head);
  return output;
}

function timesketchCells(cells: readonly Cell[]): Cell[] {
  return [cells[TEXT] ?? null, cells[TIME] ?? null, cells[TURN] ?? null, ...cells];
}
