/**
 * Text from evidence, made fit for a terminal or for UTF-8.
 *
 * @module
 */

/**
 * Everything that moves a cursor, turns the reading direction or hides in a
 * line: controls (C0, DEL, C1), line separators, bidi marks and overrides.
 */
const UNSAFE =
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** The same for one of them, without a memory of where it was found. */
const ANY_UNSAFE = new RegExp(UNSAFE.source);

/** A line break with the space around it. */
const LINE_BREAK = /\s*[\r\n]\s*/g;

/** The text made fit for a terminal, with a space for each line break. */
export function onOneLine(text: string): string {
  return ANY_UNSAFE.test(text) ? forTerminal(text.replace(LINE_BREAK, " ")) : wellFormed(text);
}

/** The text on one line, its unsafe characters shown as `\x1b` or `\u202e`. */
export function forTerminal(text: string): string {
  return wellFormed(text).replace(UNSAFE, shown);
}

/** What of the unsafe JSON leaves as it is: it escapes C0 itself. */
const UNSAFE_IN_JSON = /[\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;

/** JSON made fit for a terminal, and of the same value: such characters stand in strings alone. */
export function jsonForTerminal(json: string): string {
  return json.replace(UNSAFE_IN_JSON, (it) => `\\u${hexOf(it).padStart(4, "0")}`);
}

/** A value as JSON on one line, made fit for a terminal. */
export function printedJson(value: unknown): string {
  return jsonForTerminal(JSON.stringify(value));
}

function hexOf(character: string): string {
  return character.charCodeAt(0).toString(16);
}

/** The text with U+FFFD for every lone surrogate, which UTF-8 cannot hold. */
export function wellFormed(text: string): string {
  return text.toWellFormed();
}

function shown(character: string): string {
  const hex = hexOf(character);
  return hex.length < 3 ? `\\x${hex.padStart(2, "0")}` : `\\u${hex.padStart(4, "0")}`;
}
