/**
 * Finds a term in a text, where it stands.
 *
 * A text is never folded as a whole: the term becomes a pattern of all the
 * characters that fold to its own, so that most texts are passed over at the
 * speed of a regular expression.
 *
 * @module
 */

import { DIACRITICS } from "./letter_tables.ts";
import { folded, isDiacritic, isJoined, isLetter, sameAs } from "./letters.ts";
import type { Term } from "./question.ts";

/** A stretch of a text, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Finds the first span at or after a place; null when there is none. */
export type Finder = (text: string, from: number) => Span | null;

/** The finder of a term. */
export function finderOf(term: Term): Finder {
  return term.anywhere ? anywhereFinder(term) : wordFinder(term);
}

function anywhereFinder(term: Term): Finder {
  const parts = term.text.split(/\s+/).map((part) => patternOf(folded(part)));
  const pattern = new RegExp(parts.join("\\s+"), "gu");
  return (text, from) => {
    pattern.lastIndex = from;
    const found = pattern.exec(text);
    return found === null ? null : { start: found.index, end: pattern.lastIndex };
  };
}

/** Words side by side, whatever separates them; writing without spaces does too. */
function wordFinder({ words, prefix }: Term): Finder {
  const [first, ...rest] = words.map((word, index) => {
    const pattern = new RegExp(patternOf(word), index === 0 ? "gu" : "yu");
    return { pattern, open: prefix && index === words.length - 1 };
  });
  return (text, from) => {
    if (first === undefined) return null;
    first.pattern.lastIndex = from;
    for (;;) {
      const found = first.pattern.exec(text);
      if (found === null) return null;
      if (letterBefore(text, found.index)) continue;
      const end = endOfPhrase(text, first.pattern.lastIndex, [first, ...rest]);
      if (end !== null) return { start: found.index, end };
    }
  };
}

interface WordPattern {
  readonly pattern: RegExp;
  /** The word may go on. */
  readonly open: boolean;
}

/** Where a phrase ends whose first word was found; null when it goes on otherwise. */
function endOfPhrase(text: string, firstEnd: number, words: readonly WordPattern[]): number | null {
  let end = firstEnd;
  for (const [index, { pattern, open }] of words.entries()) {
    if (index > 0) {
      pattern.lastIndex = nextLetter(text, end);
      if (!pattern.test(text)) return null;
      end = pattern.lastIndex;
    }
    if (!open && isJoined(text.codePointAt(end) ?? -1)) return null;
  }
  return end;
}

function letterBefore(text: string, start: number): boolean {
  let at = start;
  while (at > 0) {
    const low = text.charCodeAt(at - 1);
    const wide = (low & 0xfc00) === 0xdc00 && at > 1;
    at -= wide ? 2 : 1;
    const code = text.codePointAt(at) as number;
    if (!isDiacritic(code)) return isJoined(code);
  }
  return false;
}

function nextLetter(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const code = text.codePointAt(at) as number;
    if (isLetter(code)) return at;
    at += code > 0xffff ? 2 : 1;
  }
  return at;
}

function patternOf(folded: string): string {
  const marks = `[${DIACRITICS.map(([first, last]) => `${hex(first)}-${hex(last)}`).join("")}]*`;
  let pattern = "";
  for (const character of folded) {
    const same = Array.from(sameAs(character), (it) => hex(it.codePointAt(0) as number));
    const set = same.length === 1 ? same[0] : `[${same.join("")}]`;
    pattern += set + (isLetter(character.codePointAt(0) as number) ? marks : "");
  }
  return pattern;
}

function hex(codePoint: number): string {
  return `\\u{${codePoint.toString(16)}}`;
}
