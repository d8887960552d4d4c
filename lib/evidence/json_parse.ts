/**
 * Reads JSON without losing anything. `JSON.parse` moves integer-like keys to
 * the front and rounds long numbers, so only its work on single strings is used.
 *
 * @module
 */

import { type Json, JsonNumber } from "./json_value.ts";

/** Deeper lists and objects are no JSON to us, whatever a runtime could bear. */
const DEEPEST = 1000;

/** More keys than this fit into no map: some runtimes would throw. */
const MOST_KEYS = 1 << 24;

/**
 * Reads a whole JSON text; never throws, never recurses.
 *
 * @returns Undefined when the text is not valid JSON, nested more than 1,000 deep, or
 * an object in it has more than 16 million keys
 */
export function parseJson(text: string): Json | undefined {
  const scanner = new Scanner(text);
  const open: Frame[] = [];
  for (;;) {
    const value = readStart(scanner, open);
    if (value === undefined) return undefined;
    if (value === UNFINISHED) continue;
    const whole = settle(scanner, open, value);
    if (whole !== UNFINISHED) return whole;
  }
}

const UNFINISHED = Symbol("a value that still has to come");

const END = -1;
const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** A list or an object that is being filled. */
interface Frame {
  readonly list: Json[] | null;
  readonly object: Map<string, Json>;
  /** Waits for its value. */
  key: string;
}

const NO_OBJECT: Map<string, Json> = new Map();

/** Reads a scalar or an empty list or object; opens one that holds something. */
function readStart(scanner: Scanner, open: Frame[]): Json | undefined | typeof UNFINISHED {
  const code = scanner.peek();
  if (code === OPEN_LIST) {
    if (open.length === DEEPEST) return undefined;
    scanner.at++;
    if (scanner.skip(CLOSE_LIST)) return [];
    open.push({ list: [], object: NO_OBJECT, key: "" });
    return UNFINISHED;
  }
  if (code === OPEN_OBJECT) {
    if (open.length === DEEPEST) return undefined;
    scanner.at++;
    if (scanner.skip(CLOSE_OBJECT)) return new Map();
    const frame: Frame = { list: null, object: new Map(), key: "" };
    open.push(frame);
    return readKey(scanner, frame) ? UNFINISHED : undefined;
  }
  return scanner.scalar(code);
}

/** Puts a finished value where it belongs and closes what ends behind it. */
function settle(
  scanner: Scanner,
  open: Frame[],
  value: Json,
): Json | undefined | typeof UNFINISHED {
  for (;;) {
    const frame = open[open.length - 1];
    if (frame === undefined) return scanner.peek() === END ? value : undefined;
    if (frame.list !== null) {
      frame.list.push(value);
      if (scanner.skip(COMMA)) return UNFINISHED;
      if (!scanner.skip(CLOSE_LIST)) return undefined;
      value = frame.list;
    } else {
      if (frame.object.size === MOST_KEYS) return undefined;
      frame.object.set(frame.key, value);
      if (scanner.skip(COMMA)) return readKey(scanner, frame) ? UNFINISHED : undefined;
      if (!scanner.skip(CLOSE_OBJECT)) return undefined;
      value = frame.object;
    }
    open.pop();
  }
}

function readKey(scanner: Scanner, frame: Frame): boolean {
  if (scanner.peek() !== QUOTE) return false;
  const key = scanner.string();
  if (key === undefined || !scanner.skip(COLON)) return false;
  frame.key = key;
  return true;
}

/** A place in a JSON text, and the tokens that can stand there. */
class Scanner {
  at = 0;

  constructor(readonly text: string) {}

  /** The code unit of the next token, after white space; -1 at the end. */
  peek(): number {
    const text = this.text;
    while (this.at < text.length) {
      const code = text.charCodeAt(this.at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return code;
      this.at++;
    }
    return END;
  }

  /** Passes the token if it is the next one. */
  skip(token: number): boolean {
    if (this.peek() !== token) return false;
    this.at++;
    return true;
  }

  scalar(code: number): Json | undefined {
    if (code === QUOTE) return this.string();
    if (code === MINUS || (code >= 0x30 && code <= 0x39)) return this.number();
    return this.word();
  }

  string(): string | undefined {
    const text = this.text;
    const start = this.at;
    let escaped = false;
    let at = start + 1;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) break;
      // Also ends at the text's end, where there is no code.
      if (!(code >= 0x20)) return undefined;
      if (code === BACKSLASH) {
        escaped = true;
        at++;
      }
      at++;
    }
    this.at = at + 1;
    return escaped ? unescaped(text.slice(start, at + 1)) : text.slice(start + 1, at);
  }

  number(): number | JsonNumber | undefined {
    NUMBER.lastIndex = this.at;
    if (!NUMBER.test(this.text)) return undefined;
    const token = this.text.slice(this.at, NUMBER.lastIndex);
    this.at = NUMBER.lastIndex;
    const value = Number(token);
    return String(value) === token ? value : new JsonNumber(token);
  }

  word(): null | boolean | undefined {
    for (const [word, value] of WORDS) {
      if (!this.text.startsWith(word, this.at)) continue;
      this.at += word.length;
      return value;
    }
    return undefined;
  }
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

const WORDS: readonly (readonly [string, null | boolean])[] = [
  ["null", null],
  ["true", true],
  ["false", false],
];

/** A string token without its quotes and escapes; undefined when an escape is none of JSON's. */
function unescaped(token: string): string | undefined {
  try {
    return JSON.parse(token);
  } catch {
    return undefined;
  }
}
