/**
 * Rows as JSON Lines: one object a line, keys in column order, integers with all
 * their digits, null for an absent value.
 *
 * @module
 */

import { type Cell, COLUMNS } from "./columns.ts";
import { wellFormed } from "./escape.ts";
import type { TextSink } from "./output.ts";
import type { TextFormat } from "./text_writer.ts";

/** The JSON Lines format of the timeline. */
export function jsonlFormat(): TextFormat {
  const columns = COLUMNS.map((name, at) => new JsonColumn(`${at === 0 ? "{" : ","}"${name}":`));
  return {
    head: "",
    encode(cells: readonly Cell[], sink: TextSink): void {
      let text = "";
      for (const [at, column] of columns.entries()) text += column.print(cells[at] ?? null);
      sink.write(`${text}}\n`);
    },
  };
}

/** One key with its value. Most columns repeat the value of the row before. */
class JsonColumn {
  #cell: Cell = null;
  #text: string;

  constructor(readonly key: string) {
    this.#text = `${key}null`;
  }

  print(cell: Cell): string {
    if (cell !== this.#cell) {
      this.#text = this.key + jsonOf(cell);
      this.#cell = cell;
    }
    return this.#text;
  }
}

function jsonOf(cell: Cell): string {
  return typeof cell === "string" ? JSON.stringify(wellFormed(cell)) : String(cell);
}
