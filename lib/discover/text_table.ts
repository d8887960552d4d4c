/**
 * Tables and labelled lines for a terminal of 100 columns. Whatever a cell
 * holds, nothing of it reaches the terminal raw.
 *
 * @module
 */

import { forTerminal } from "../row/escape.ts";
import { beginningOf, widthOf } from "../row/width.ts";
import { formatMicros, nanosToMicros } from "../row/time.ts";
import type { Micros } from "../row/row.ts";

/** Columns a line may have, but for a path, which is never cut. */
export const WIDTH = 100;

const LABEL = 13;

/** A column of a table. */
export interface TableColumn {
  readonly head: string;
  /** Columns of the terminal it may take; longer cells are cut, and told in full elsewhere. */
  readonly most: number;
  readonly right?: boolean;
}

/** The lines of a table, its heads first; the last column is not padded. */
export function tableLines(columns: readonly TableColumn[], rows: readonly string[][]): string[] {
  const all = [columns.map(({ head }) => head), ...rows.map((row) => row.map(forTerminal))];
  const widths = columns.map(({ most }, at) =>
    Math.min(most, Math.max(...all.map((row) => widthOf(row[at] ?? ""))))
  );
  return all.map((row) =>
    columns.map(({ right }, at) => {
      const width = widths[at] ?? 0;
      const text = cut(row[at] ?? "", width);
      const gap = " ".repeat(Math.max(0, width - widthOf(text)));
      return right === true ? gap + text : at === columns.length - 1 ? text : text + gap;
    }).join("  ").trimEnd()
  );
}

/** A label and a text, folded at words; a word longer than the line stays whole. */
export function labelled(label: string, text: string): string[] {
  const indent = " ".repeat(LABEL + 2);
  const lines: string[] = [];
  let line = "";
  for (const word of forTerminal(text).split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && indent.length + widthOf(longer) > WIDTH) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  lines.push(line);
  return lines.map((text, at) => (at === 0 ? `  ${label.padEnd(LABEL)}` : indent) + text);
}

/** A moment to the second; a dash for none. */
export function shortTime(time: Micros | null): string {
  return time === null ? "-" : `${formatMicros(time).slice(0, 19).replace("T", " ")}Z`;
}

/** A file's time to the second; a dash for none that can be trusted. */
export function fileTimeText(nanos: bigint): string {
  return shortTime(nanosToMicros(nanos));
}

/** A number and its noun: `1 session`, `2 sessions`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

function cut(text: string, width: number): string {
  return widthOf(text) <= width ? text : `${beginningOf(text, width - 1)}…`;
}
