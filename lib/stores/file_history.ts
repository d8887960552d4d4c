/**
 * prompt_toolkit's FileHistory: per entry a blank line, a `# <time>` line, and
 * the entry's lines, each behind a `+`.
 *
 * Rests on src/prompt_toolkit/history.py of prompt_toolkit 3.0.52, whose reader
 * ends an entry at any line without `+`, and on ui-tui/src/lib/history.ts of the
 * vendor, which writes the same format.
 *
 * @module
 */

import type { EvidenceFile } from "../evidence/file.ts";
import { decodeText, type Line, readLines, withoutBom } from "../evidence/lines.ts";
import { lineTrouble, type Reason, type Trouble } from "../row/trouble.ts";
import { cutLineTrouble } from "./stored_line.ts";

/** One entry as typed. */
export interface HistoryEntry {
  /** Null for a `#` line with nothing below it. */
  readonly text: string | null;
  /** The entry's `#` line; null when it has none. */
  readonly header: string | null;
  /** Number of the `#` line, else of the first `+` line. */
  readonly line: number;
}

/** Why a line belongs to no entry. */
export const NO_HISTORY_LINE: Reason = "not a FileHistory line";

/** An entry that is being read. */
interface Open {
  readonly header: string | null;
  readonly line: number;
  readonly lines: string[];
  /** True while every line of it ends with CR LF. */
  crlf: boolean;
}

/**
 * The entries, and the lines that belong to none, in the order of the file.
 *
 * @throws {EvidenceError} `unreadable` when the system refuses
 */
export function* historyEntries(file: EvidenceFile): Generator<HistoryEntry | Trouble> {
  let open: Open | null = null;
  for (const line of readLines(file)) {
    const text = lineWords(line);
    if (text.startsWith("+")) {
      open ??= { header: null, line: line.number, lines: [], crlf: true };
      open.lines.push(text.slice(1));
      open.crlf &&= text.endsWith("\r") || !line.ended;
      continue;
    }
    if (open !== null) yield closed(open);
    open = null;
    const words = withoutCr(text);
    if (text.startsWith("#")) {
      const crlf = words !== text || !line.ended;
      open = { header: words, line: line.number, lines: [], crlf };
    } else if (words !== "") {
      yield line.cut
        ? cutLineTrouble(line, NO_HISTORY_LINE)
        : lineTrouble(NO_HISTORY_LINE, { value: words, line: line.number });
    }
  }
  if (open !== null) yield closed(open);
}

function closed(open: Open): HistoryEntry {
  const { header, line, lines, crlf } = open;
  if (lines.length === 0) return { text: null, header, line };
  // in a file with CR LF line ends the CR is not typed; any other CR is
  return { text: (crlf ? lines.map(withoutCr) : lines).join("\n"), header, line };
}

/** The line as text; one too long to hold begins no entry and belongs to none. */
function lineWords(line: Line): string {
  if (line.cut) return "…";
  return decodeText(line.number === 1 ? withoutBom(line.bytes) : line.bytes);
}

function withoutCr(text: string): string {
  return text.endsWith("\r") ? text.slice(0, -1) : text;
}
