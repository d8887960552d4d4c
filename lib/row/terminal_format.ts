/**
 * Rows on a terminal: nothing that evidence says moves its cursor, colours it or
 * turns the reading direction. Files and pipes get every byte.
 *
 * @module
 */

import type { Cell } from "./columns.ts";
import { forTerminal, jsonForTerminal } from "./escape.ts";
import type { TextSink } from "./output.ts";
import type { TextFormat } from "./text_writer.ts";

/** A format whose cells show their unsafe characters as `\x1b`. */
export function shownCells(format: TextFormat): TextFormat {
  const shown = (cell: Cell): Cell => typeof cell === "string" ? forTerminal(cell) : cell;
  return {
    head: format.head,
    encode: (cells, sink) => format.encode(cells.map(shown), sink),
  };
}

/** A JSON format whose unsafe characters are escaped as JSON has it: the same values. */
export function shownJson(format: TextFormat): TextFormat {
  return {
    head: format.head,
    encode: (cells, sink) => format.encode(cells, escaping(sink)),
  };
}

function escaping(sink: TextSink): TextSink {
  return {
    write: (text) => sink.write(jsonForTerminal(text)),
    writeDoubled: (text) => sink.writeDoubled(jsonForTerminal(text)),
  };
}
