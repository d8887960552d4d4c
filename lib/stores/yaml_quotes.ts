/**
 * Where quoted scalars and flow collections of a YAML text end.
 *
 * @module
 */

/** What may stand after the end: in a flow collection more than in a block. */
const AFTER_IN_BLOCK = /[ \t]+#|[ \t]*(?:\r?\n|$|:(?=[ \t\r\n]|$))/y;
const AFTER_IN_FLOW = /[ \t]+#|[ \t]*(?:\r?\n|$|[,\]}:])/y;

/** A line that ends a document; it ends an open quote too. */
const MARKER_INSIDE = /\n(?:---|\.\.\.)(?=[ \t\r\n]|$)/;
const MARKER = /(?:---|\.\.\.)(?=[ \t\r\n]|$)/y;

/** Deepest nesting that is followed. */
const DEEPEST = 200;

/** Longest flow collection that is followed, in characters. */
const LONGEST = 4 * 1024 * 1024;

const CLOSERS: ReadonlyMap<string, string> = new Map([["[", "]"], ["{", "}"]]);

/**
 * Offset behind the closing quote of the scalar that opens at `at`; -1 when it
 * is not closed, or closed where no scalar can end: then another quote did it.
 */
export function quoteEnd(text: string, at: number, inFlow = false): number {
  const end = text[at] === '"' ? doubleEnd(text, at + 1) : singleEnd(text, at + 1);
  if (end === -1 || MARKER_INSIDE.test(text.slice(at, end))) return -1;
  return matchesAt(inFlow ? AFTER_IN_FLOW : AFTER_IN_BLOCK, text, end) ? end : -1;
}

/**
 * Reads the flow collection that opens at `at`.
 *
 * @returns `end` as {@linkcode quoteEnd} gives it, and how far the text was looked at
 */
export function flowEnd(text: string, at: number): { end: number; seen: number } {
  const open: string[] = [];
  const most = Math.min(text.length, at + LONGEST);
  let i = at;
  for (let before = ","; i < most && before !== "marker";) {
    const sign = text.charAt(i);
    const step = flowStep(text, i, before);
    i = step.next;
    ({ before } = step);
    const closer = CLOSERS.get(sign);
    if (closer !== undefined && open.push(closer) > DEEPEST) break;
    if (sign !== "]" && sign !== "}") continue;
    if (open.pop() !== sign) break;
    if (open.length === 0) return { end: matchesAt(AFTER_IN_BLOCK, text, i) ? i : -1, seen: i };
  }
  return { end: -1, seen: i };
}

/** The next token of a flow collection; blanks and properties leave `before` as it was. */
function flowStep(text: string, at: number, before: string): { next: number; before: string } {
  const sign = text.charAt(at);
  const isFresh = before === "," || before === "[" || before === "{" || before === ":";
  if (text[at - 1] === "\n" && matchesAt(MARKER, text, at)) return { next: at, before: "marker" };
  if (BLANKS.has(sign)) return { next: at + 1, before };
  if (sign === "#" && BLANKS.has(text.charAt(at - 1))) return { next: lineEnd(text, at), before };
  if ("[]{},".includes(sign)) return { next: at + 1, before: sign };
  if (isFresh && (sign === '"' || sign === "'")) {
    const end = quoteEnd(text, at, true);
    return end === -1 ? { next: at + 1, before: "plain" } : { next: end, before: "quote" };
  }
  const ends = BLANKS.has(text.charAt(at + 1)) || "[]{},".includes(text.charAt(at + 1));
  if (sign === ":" && (ends || before !== "plain")) return { next: at + 1, before: ":" };
  if (isFresh && sign === "?" && ends) return { next: at + 1, before };
  if (isFresh && (sign === "!" || sign === "&")) {
    return { next: endOf(PROPERTY, text, at), before };
  }
  return { next: Math.max(at + 1, endOf(PLAIN, text, at)), before: "plain" };
}

const PLAIN = /[^ \t\r\n,[\]{}:]+/y;
const BLANKS: ReadonlySet<string> = new Set([" ", "\t", "\r", "\n"]);
const PROPERTY = /[!&][^ \t\r\n,[\]{}]*/y;

/** Offset of the end of the line that `at` stands on: of its line feed, or of the text. */
export function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}

/** Whether a sticky pattern matches at an offset. */
export function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

/** Where a sticky pattern that matches at an offset ends; the offset itself when it does not. */
export function endOf(pattern: RegExp, text: string, at: number): number {
  return matchesAt(pattern, text, at) ? pattern.lastIndex : at;
}

function doubleEnd(text: string, from: number): number {
  const sign = /["\\]/g;
  sign.lastIndex = from;
  for (let match = sign.exec(text); match !== null; match = sign.exec(text)) {
    if (match[0] === '"') return sign.lastIndex;
    sign.lastIndex++;
  }
  return -1;
}

function singleEnd(text: string, from: number): number {
  let at = text.indexOf("'", from);
  while (at !== -1 && text[at + 1] === "'") at = text.indexOf("'", at + 2);
  return at === -1 ? -1 : at + 1;
}
