/**
 * A broken YAML text, cut at its top-level keys.
 *
 * @module
 */

import { parseDocument } from "yaml";
import { scalarText } from "./yaml_json.ts";
import { lineEnd } from "./yaml_quotes.ts";
import { spans } from "./yaml_spans.ts";

/** The lines from a top-level key to the next one. */
export interface Cut {
  readonly key: string;
  readonly text: string;
  /** Line of the key, from 1. */
  readonly line: number;
}

/** A line that begins a key in the first column: written plainly, in quotes, or after `? `. */
const KEY =
  /^(?:\?[ \t]+)?(?:[&!][^ \t\r\n]*[ \t]+)*(?:("(?:[^"\\\n]|\\.)*"|'(?:[^'\n]|'')*')|([^ \t\r\n"'#[\]{},&*!|>%@`](?:[^ \t\r\n:#]|[ \t]+(?![ \t#])|:(?![ \t\r\n]|$)|(?<![ \t])#)*))[ \t]*(:(?=[ \t\r\n]|$))?/;

/** A key that is a flow collection. */
const FLOW_KEY = /^[[{].*[\]}][ \t]*:(?=[ \t\r\n]|$)/;

/** Longest key on one line, in characters, as YAML has it; with room for what stands before it. */
const LONGEST_KEY = 2048;

/** The entry of a list, and the value of a key that was written after `? `. */
const NO_KEY = /^[-:](?=[ \t\r\n]|$)/;

const MARKER = /^(?:---|\.\.\.)(?=[ \t\r\n]|$)/;

/**
 * The pieces that begin with a wanted key. A line that is neither a key nor
 * indented belongs to the piece before it, whose fault it then is; so does one
 * inside a quoted scalar or a flow collection.
 *
 * @param firstLine Line of the file on which the text begins, from 1
 */
export function* cuts(
  text: string,
  { wanted, firstLine }: { wanted: readonly string[]; firstLine: number },
): Generator<Cut> {
  const covered = spans(text);
  let span = covered.next().value;
  let open: { key: string; start: number; line: number } | null = null;
  let line = firstLine;
  for (let start = 0; start < text.length; line++) {
    while (span && span.end <= start) span = covered.next().value;
    const key = span && span.start < start ? null : keyOf(text.slice(start, start + LONGEST_KEY));
    if (key !== null) {
      if (open !== null) yield { ...open, text: text.slice(open.start, start) };
      open = wanted.includes(key) ? { key, start, line } : null;
    }
    start = lineEnd(text, start) + 1;
  }
  if (open !== null) yield { ...open, text: text.slice(open.start) };
}

/** The key a line begins with; empty for what ends the key before it without being one. */
function keyOf(words: string): string | null {
  if (words.startsWith(" ") || words.startsWith("\n")) return null;
  if (MARKER.test(words)) return "";
  if (NO_KEY.test(words)) return null;
  if (FLOW_KEY.test(words)) return "";
  const match = KEY.exec(words);
  if (match === null) return null;
  const [, quoted, plain, colon] = match;
  if (colon === undefined && !words.startsWith("?")) return null;
  if (quoted === undefined) return plain ?? null;
  return scalarText(parseDocument(quoted).contents);
}
