/**
 * The piece of a text around a match, with every match in it marked.
 *
 * @module
 */

import type { Matcher } from "./matcher.ts";

/** What stands before and after a match, as the vendor's search marks it. */
export const MARKS = { before: ">>>", after: "<<<" } as const;

/** UTF-16 units shown before the first match, and from there on. */
const BEFORE = 60;
const AFTER = 180;
const CUT = "...";

/** The snippet of the first field with a match in it; empty when there is none. */
export function snippetOf(fields: readonly string[], matcher: Matcher): string {
  for (const field of fields) {
    const first = matcher.next(field, 0);
    if (first !== null) return marked(field, matcher, first.start);
  }
  return "";
}

function marked(text: string, matcher: Matcher, firstStart: number): string {
  const start = whole(text, Math.max(0, firstStart - BEFORE));
  const end = whole(text, Math.min(text.length, firstStart + AFTER));
  let made = start > 0 ? CUT : "";
  let at = start;
  let shown = end;
  for (let span = matcher.next(text, firstStart); span !== null && span.start < end;) {
    made += text.slice(at, span.start) + MARKS.before + text.slice(span.start, span.end) +
      MARKS.after;
    at = span.end;
    shown = Math.max(end, at);
    span = matcher.next(text, at);
  }
  return made + text.slice(at, shown) + (shown < text.length ? CUT : "");
}

/** The place itself, or the one before when it would split a character. */
function whole(text: string, at: number): number {
  return at > 0 && (text.charCodeAt(at) & 0xfc00) === 0xdc00 ? at - 1 : at;
}
