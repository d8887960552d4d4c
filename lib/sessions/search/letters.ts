/**
 * Words as the full-text index of the vendor sees them: which characters stand
 * in words, and which of them are one when case and diacritics are left aside.
 *
 * Rests on the `unicode61` tokenizer of SQLite, which the vendor names by
 * default (hermes_state_common.py). A table of our own keeps the answers the
 * same on every runtime.
 *
 * @module
 */

import { DIACRITICS, FOLDS, WORD_RUNS } from "./letter_tables.ts";

/** True for a code point that stands in words. */
export function isLetter(codePoint: number): boolean {
  if (codePoint < 0x80) return isPlainLetter(codePoint);
  letters ??= unpackLetters();
  return letters[codePoint] === 1;
}

/** The same for ASCII, without a table. */
function isPlainLetter(code: number): boolean {
  const lower = code | 0x20;
  return (lower >= 0x61 && lower <= 0x7a) || (code >= 0x30 && code <= 0x39);
}

/** True for a code point that vanishes inside a word. */
export function isDiacritic(codePoint: number): boolean {
  return codePoint >= 0x300 &&
    DIACRITICS.some(([first, last]) => codePoint >= first && codePoint <= last);
}

const PLAIN = /^[\0-\x7f]*$/;

/** The text with one character for all that are one, diacritics left out. */
export function folded(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  const { folds } = groupTables();
  let made = "";
  for (const character of text) {
    if (isDiacritic(character.codePointAt(0) as number)) continue;
    made += folds.get(character) ?? character;
  }
  return made;
}

/** The folded words of a text, in order. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  let word = "";
  for (const character of folded(text)) {
    if (isLetter(character.codePointAt(0) as number)) word += character;
    else if (word !== "") {
      words.push(word);
      word = "";
    }
  }
  if (word !== "") words.push(word);
  return words;
}

/** Every character that folds to a folded one, itself among them. */
export function sameAs(character: string): string {
  return groupTables().groups.get(character) ?? character;
}

/**
 * Blocks of Chinese, Japanese and Korean writing, which leaves no space between
 * words: ideographs, extensions A and B, kana, hangul, and their punctuation.
 */
const UNSPACED: readonly (readonly [number, number])[] = [
  [0x3000, 0x303f],
  [0x3040, 0x309f],
  [0x30a0, 0x30ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xac00, 0xd7af],
  [0x20000, 0x2a6df],
];

/** True for a code point of a writing without spaces between words. */
export function isUnspaced(codePoint: number): boolean {
  return codePoint >= 0x3000 &&
    UNSPACED.some(([first, last]) => codePoint >= first && codePoint <= last);
}

const MAYBE_UNSPACED = /[\u3000-\ud7af\ud840-\ud869]/;

/** False for most texts without such a code point, told at little cost. */
export function mayBeUnspaced(text: string): boolean {
  return MAYBE_UNSPACED.test(text);
}

/**
 * True for a code point that goes on with the word beside it: where writing without
 * spaces begins or ends, so does a word.
 */
export function isJoined(codePoint: number): boolean {
  return isLetter(codePoint) && !isUnspaced(codePoint);
}

/** The text with a space wherever writing without spaces touches other writing. */
export function spacedOut(text: string): string {
  if (!mayBeUnspaced(text)) return text;
  let made = "";
  let last: boolean | null = null;
  for (const character of text) {
    const code = character.codePointAt(0) as number;
    if (isDiacritic(code)) {
      made += character;
      continue;
    }
    const joined = isLetter(code) ? isJoined(code) : null;
    if (joined !== null && last !== null && joined !== last) made += " ";
    made += character;
    last = joined;
  }
  return made;
}

/** 1 for each code point that stands in words; unpacked on first need. */
let letters: Uint8Array | null = null;

interface GroupTables {
  readonly folds: ReadonlyMap<string, string>;
  readonly groups: ReadonlyMap<string, string>;
}

let groupsMade: GroupTables | null = null;

/** Unpacked on first need. */
function groupTables(): GroupTables {
  return groupsMade ??= unpackFolds();
}

function unpackLetters(): Uint8Array {
  const letters = new Uint8Array(0x110000);
  let at = 0;
  for (const [index, run] of WORD_RUNS.trim().split(/\s+/).entries()) {
    const end = at + Number.parseInt(run, 36);
    if (index % 2 === 1) letters.fill(1, at, end);
    at = end;
  }
  return letters;
}

function unpackFolds(): GroupTables {
  const folds = new Map<string, string>();
  const groups = new Map<string, string>();
  for (const group of FOLDS.trim().split(/[ \n]+/)) {
    const [target = "", ...sources] = group;
    groups.set(target, group);
    for (const source of sources) folds.set(source, target);
  }
  return { folds, groups };
}
