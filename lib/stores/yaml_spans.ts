/**
 * Quoted scalars and flow collections over more than one line.
 *
 * YAML asks that each of their lines is indented deeper than what holds them.
 * Files in which they are not do occur, most readers take them, and a reader
 * that goes by lines would take their words for keys.
 *
 * @module
 */

import { WIDEST } from "./yaml_documents.ts";
import { endOf, flowEnd, lineEnd, matchesAt, quoteEnd } from "./yaml_quotes.ts";

/** A quoted scalar or flow collection that does not end on the line it begins on. */
export interface Span {
  /** Offset of its first character. */
  readonly start: number;
  /** Offset behind its last one. */
  readonly end: number;
  /** Spaces its further lines need. */
  readonly indent: number;
}

/** What is left to look for after a piece of a line. */
interface Step {
  /** Offset to go on at: on this line, or the beginning of another. */
  readonly next: number;
  readonly isLineDone: boolean;
  readonly span?: Span;
}

/** Where a line is being read. */
interface Place {
  readonly lineStart: number;
  /** Column of the innermost block node that began on this line. */
  parent: number;
  /** Characters that may still be looked at in vain. */
  patience: number;
}

/** Most spaces that are added for one of them; where it needs more, each line gets one. */
const MOST_ADDED = 1024 * 1024;

/** Characters that are looked at for the ends of flow collections that have none. */
const PATIENCE = 16 * 1024 * 1024;

/** Longest key on one line, in characters, as YAML has it. */
const LONGEST_KEY = 1024;

/**
 * The text with those lines indented: the same values, on the same lines. What
 * is opened and never closed is left as it stands.
 */
export function indentSpans(text: string): string {
  const pieces: string[] = [];
  let done = 0;
  for (const { start, end, indent } of spans(text)) {
    const words = text.slice(start, end);
    const lines = words.split("\n").length;
    const wanted = lines * indent > MOST_ADDED ? 1 : indent;
    pieces.push(text.slice(done, start), indentLines(words, wanted));
    done = end;
  }
  return pieces.length === 0 ? text : pieces.join("") + text.slice(done);
}

function indentLines(words: string, wanted: number): string {
  return words.replace(
    /\n( *)(?=[^ \r\n])/g,
    (_, spaces: string) => `\n${spaces.padEnd(wanted)}`,
  );
}

/** Those of a text, in its order; none begins inside another. */
export function* spans(text: string): Generator<Span> {
  let patience = PATIENCE;
  for (let at = nextOpener(text, 0); at < text.length; at = nextOpener(text, at)) {
    const column = endOf(SPACES, text, at) - at;
    const place: Place = { lineStart: at, parent: column - 1, patience };
    let step: Step = { next: endOf(MARKER, text, at), isLineDone: false };
    while (!step.isLineDone) {
      step = nextStep(text, step.next, place);
      if (step.span !== undefined) yield step.span;
    }
    at = step.next;
    ({ patience } = place);
  }
}

/** The first line that can matter: the top-level line that the next opening sign stands under. */
function nextOpener(text: string, from: number): number {
  OPENER.lastIndex = from;
  const found = OPENER.exec(text)?.index;
  if (found === undefined) return text.length;
  let start = text.lastIndexOf("\n", found) + 1;
  while (start > from && " \t\r\n".includes(text.charAt(start))) {
    start = start === 1 ? 0 : text.lastIndexOf("\n", start - 2) + 1;
  }
  return Math.max(from, start);
}

const OPENER = /["'[{|>]/g;
const SPACES = / */y;
const MARKER = /(?:---|\.\.\.)(?=[ \t\r\n]|$)/y;
const BLANKS = /[ \t]*/y;
const NOTHING_MORE = /\r?(?:\n|$)|#/y;
const INDICATOR = /[-?:](?=[ \t\r\n]|$)/y;
const PROPERTY = /[!&][^ \t\r\n]*/y;
const BLOCK_SCALAR = /[|>][-+0-9]*[ \t]*(?:#.*)?\r?(?:\n|$)/y;
/** A plain scalar of one line; then either it was a key, or the line is done. */
const PLAIN = /(?:[^ \t\r\n:#]|[ \t]+(?![ \t#])|:(?![ \t\r\n]|$)|#)+/y;
const KEY_FOLLOWS = /[ \t]*:(?=[ \t\r\n]|$)/y;

function nextStep(text: string, from: number, place: Place): Step {
  const at = endOf(BLANKS, text, from);
  if (matchesAt(NOTHING_MORE, text, at)) return lineDone(text, at);
  const indicator = endOf(INDICATOR, text, at);
  if (indicator > at) {
    place.parent = at - place.lineStart;
    return { next: indicator, isLineDone: false };
  }
  const property = endOf(PROPERTY, text, at);
  if (property > at) return { next: property, isLineDone: false };
  if (matchesAt(BLOCK_SCALAR, text, at)) return deeperSkipped(text, at, place.parent);
  const end = closedEnd(text, at, place);
  if (end === -1) return plainStep(text, at, place);
  const isLong = text.slice(at, end).includes("\n");
  const indent = Math.min(WIDEST, Math.max(1, place.parent + 1));
  const step = afterNode(text, end, { place, at });
  return isLong ? { ...step, span: { start: at, end, indent } } : step;
}

/** End of the quoted scalar or flow collection that opens here, or -1. */
function closedEnd(text: string, at: number, place: Place): number {
  const sign = text.charAt(at);
  if (sign === '"' || sign === "'") return quoteEnd(text, at);
  if ((sign !== "[" && sign !== "{") || place.patience <= 0) return -1;
  const { end, seen } = flowEnd(text, at);
  if (end === -1) place.patience -= seen - at;
  return end;
}

/** What follows a node: its value, when it was a key, or the end of the line. */
function afterNode(text: string, end: number, { place, at }: { place: Place; at: number }): Step {
  const value = endOf(KEY_FOLLOWS, text, end);
  if (value === end) return lineDone(text, end);
  place.parent = at - place.lineStart;
  return { next: value, isLineDone: false };
}

function plainStep(text: string, at: number, place: Place): Step {
  // no more than a key is looked through: a line may be as long as the file
  const [words = ""] = text.slice(at, at + LONGEST_KEY).split("\n", 1);
  const end = at + Math.max(1, endOf(PLAIN, words, 0));
  const step = afterNode(text, end, { place, at });
  return step.isLineDone ? deeperSkipped(text, at, place.parent, KEY_LINE) : step;
}

/** A line that cannot go on with the plain scalar before it. */
const KEY_LINE = /[^\n]*?:(?:[ \t\r\n]|$)/y;

function lineDone(text: string, at: number): Step {
  return { next: lineEnd(text, at) + 1, isLineDone: true };
}

/** Passes the lines of a scalar: the empty ones, and those deeper than what holds it. */
function deeperSkipped(text: string, at: number, parent: number, stop?: RegExp): Step {
  let next = lineEnd(text, at) + 1;
  while (next < text.length) {
    const content = endOf(SPACES, text, next);
    const isEmpty = text[content] === "\n" || text.startsWith("\r\n", content);
    if (!isEmpty && content - next <= parent) break;
    if (!isEmpty && stop !== undefined && matchesAt(stop, text, content)) break;
    next = lineEnd(text, next) + 1;
  }
  return { next, isLineDone: true };
}
