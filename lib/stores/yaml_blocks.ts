/**
 * The top-level keys of a YAML file that may be broken elsewhere.
 *
 * @module
 */

import { isMap, isScalar, Lexer, LineCounter, parseDocument } from "yaml";
import { scalarText } from "./yaml_json.ts";

/** What is wrong, in our words, and the line it begins on, from 1. */
export interface YamlFault {
  readonly line: number;
  readonly problem: string;
}

/** What stands under one top-level key. */
export interface YamlBlock {
  readonly key: string;
  /** The value's node, as the `yaml` package knows it; null when there is none. */
  readonly value: unknown;
  /** The first thing inside the block that is not YAML. */
  readonly fault: YamlFault | null;
  /** Line on which a node of this block begins, from 1; the key's own line without a node. */
  lineOf(node: unknown): number;
  /** Whether a node of this block ends before the fault. */
  isWhole(node: unknown): boolean;
}

/** What was found in a file. */
export interface YamlBlocks {
  readonly blocks: readonly YamlBlock[];
  /** `broken`: not YAML somewhere; `other`: YAML, but neither a mapping nor empty. */
  readonly shape: "mapping" | "broken" | "other";
}

/** A text that was given to the parser. */
interface Parsed extends Pick<YamlBlock, "fault" | "lineOf" | "isWhole"> {
  readonly contents: unknown;
}

/** Largest text given to the parser, in characters: it needs some hundred bytes for each. */
const MOST_PARSED = 4 * 1024 * 1024;

/** Deepest nesting given to it: it calls itself for each level, and stacks differ. */
const DEEPEST = 200;

/**
 * Finds the wanted top-level keys, each as often as it stands there. A file
 * that is broken is cut at its top-level keys, so that only what stands under a
 * wanted key is judged.
 */
export function yamlBlocks(text: string, wanted: readonly string[]): YamlBlocks {
  const whole = parse(text, 1);
  if (whole.fault !== null) return { blocks: cutBlocks(text, wanted), shape: "broken" };
  const { contents } = whole;
  if (isMap(contents)) return { blocks: blocksOf(whole, wanted), shape: "mapping" };
  const empty = contents === null || (isScalar(contents) && scalarText(contents) === "");
  return { blocks: [], shape: empty ? "mapping" : "other" };
}

function blocksOf(parsed: Parsed, wanted: readonly string[]): YamlBlock[] {
  if (!isMap(parsed.contents)) return [];
  return parsed.contents.items
    .filter(({ key }) => isScalar(key) && wanted.includes(scalarText(key)))
    .map(({ key, value }) => ({
      key: scalarText(key),
      value,
      fault: parsed.fault,
      lineOf: (node) => parsed.lineOf(node ?? key),
      isWhole: (node) => parsed.isWhole(node ?? key),
    }));
}

function parse(text: string, firstLine: number): Parsed {
  const lines = new LineCounter();
  const lineAt = (offset: number): number =>
    firstLine - 1 + Math.max(1, lines.linePos(offset).line);
  const lineOf = (node: unknown): number => lineAt(rangeOf(node)[0]);
  const unread = unreadable(text);
  if (unread !== null) {
    return {
      contents: null,
      fault: { line: firstLine, problem: unread },
      lineOf,
      isWhole: () => false,
    };
  }
  const { contents, errors } = parseDocument(text, {
    lineCounter: lines,
    uniqueKeys: false,
    schema: "core",
    logLevel: "silent",
    prettyErrors: false,
  });
  const [error] = errors;
  if (error === undefined) return { contents, fault: null, lineOf, isWhole: () => true };
  const problem = error.code === "TAB_AS_INDENT" ? "tab" : "not valid YAML";
  const fault = { line: lineAt(error.pos[0]), problem };
  return { contents, fault, lineOf, isWhole: (node) => rangeOf(node)[1] < error.pos[0] };
}

/** Where a node begins and where its own text ends. */
function rangeOf(node: unknown): readonly [number, number] {
  const range = (node as { range?: readonly number[] | null } | null)?.range;
  return [range?.[0] ?? 0, range?.[1] ?? 0];
}

/** Why a text is kept from the parser, or null. */
function unreadable(text: string): string | null {
  if (text.length > MOST_PARSED) return "too large";
  if (DEEPLY_INDENTED.test(text)) return "nested too deeply";
  let flowDepth = 0;
  let onThisLine = 0;
  let scalarNext = false;
  for (const token of new Lexer().lex(text)) {
    const word = scalarNext ? "" : token;
    if (word.includes("\n")) onThisLine = 0;
    else if (word === "[" || word === "{") flowDepth++;
    else if (word === "]" || word === "}") flowDepth = Math.max(0, flowDepth - 1);
    else if (flowDepth === 0 && BLOCK_INDICATORS.has(word)) onThisLine++;
    if (flowDepth > DEEPEST || onThisLine > DEEPEST) return "nested too deeply";
    scalarNext = token === SCALAR_FOLLOWS;
  }
  return null;
}

const DEEPLY_INDENTED = new RegExp(`^ {${2 * DEEPEST}}`, "m");

/** What can open a level of block nesting, and more than one of them on a line. */
const BLOCK_INDICATORS: ReadonlySet<string> = new Set(["-", "?", ":"]);

/** The lexer's mark before the text of a plain or block scalar. */
const SCALAR_FOLLOWS = "\x1f";

/** The blocks of a broken file, each from its key's line to the next top-level line. */
function cutBlocks(text: string, wanted: readonly string[]): YamlBlock[] {
  const found: YamlBlock[] = [];
  for (const { key, cut, line } of cuts(text, wanted)) {
    const parsed = parse(cut, line);
    const [block] = blocksOf(parsed, wanted);
    const fault = parsed.fault ?? { line, problem: "not valid YAML" };
    const lost = { key, value: null, fault, lineOf: () => line, isWhole: () => false };
    found.push(block ?? lost);
  }
  return found;
}

/** A line that begins in the first column with something else than a list's entry or a comment. */
const TOP_LEVEL = /^(?![ \t\r\n#]|-(?:[ \t\r\n]|$))/;
const KEY = /^(?:"([^"\\\n]*)"|'([^'\n]*)'|([^"'\n:]+?))[ \t]*:(?=[ \t\r\n]|$)/;

function* cuts(
  text: string,
  wanted: readonly string[],
): Generator<{ key: string; cut: string; line: number }> {
  let open: { key: string; start: number; line: number } | null = null;
  let line = 0;
  for (let start = 0; start < text.length;) {
    line++;
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline + 1;
    const words = text.slice(start, end);
    if (TOP_LEVEL.test(words)) {
      if (open !== null) yield { ...open, cut: text.slice(open.start, start) };
      const match = KEY.exec(words);
      const key = match?.[1] ?? match?.[2] ?? match?.[3] ?? "";
      open = wanted.includes(key) ? { key, start, line } : null;
    }
    start = end;
  }
  if (open !== null) yield { ...open, cut: text.slice(open.start) };
}
