/**
 * YAML text as the `yaml` package knows it, with lines and faults in our words.
 *
 * @module
 */

import { isMap, isSeq, Lexer, LineCounter, parseAllDocuments } from "yaml";

/** What is wrong, in our words, and the line it begins on, from 1. */
export interface YamlFault {
  readonly line: number;
  readonly problem: string;
}

/** One document of a text. */
export interface YamlDocument {
  /** Its outermost node, as the `yaml` package knows it; null when there is none. */
  readonly contents: unknown;
  /** The first thing in it that is not YAML, or why it was kept from the parser. */
  readonly fault: YamlFault | null;
  /** False when it was kept from the parser. */
  readonly isRead: boolean;
  /** Its own part of the text. */
  readonly text: string;
  /** Line on which its part of the text begins, from 1. */
  readonly line: number;
  /** Line on which a node of this document begins, from 1. */
  lineOf(node: unknown): number;
  /** Whether a node of this document ends before the fault. */
  isWhole(node: unknown): boolean;
}

/** Largest text given to the parser, in characters: it needs some hundred bytes for each. */
export const MOST_PARSED = 512 * 1024;

/** Deepest nesting given to it: it calls itself for each level, and stacks differ. */
const DEEPEST = 200;

/** Widest indentation given to it, in spaces. */
export const WIDEST = 2 * DEEPEST;

/** Most documents given to it: each costs it two kilobytes, even an empty one. */
const MOST_DOCUMENTS = 1000;

/**
 * The documents of a text, in its order; a text too large or too deep for the
 * parser is one document that is not read.
 *
 * @param firstLine Line of the file on which the text begins, from 1
 */
export function yamlDocuments(text: string, firstLine = 1): YamlDocument[] {
  const problem = unreadable(text);
  if (problem !== null) return [unread(text, { line: firstLine, problem })];
  const lines = new LineCounter();
  const parsed = [...parseAllDocuments(text, {
    lineCounter: lines,
    uniqueKeys: false,
    keepSourceTokens: EXPLICIT_KEY.test(text),
    schema: "core",
    logLevel: "silent",
    prettyErrors: false,
  })];
  const lineAt = (offset: number): number =>
    firstLine - 1 + Math.max(1, lines.linePos(offset).line);
  return parsed.map(({ contents, errors, range }, index) => {
    const start = index === 0 ? 0 : range[0];
    const end = parsed[index + 1]?.range[0] ?? text.length;
    const wrong = firstWrong([
      ...errors.map(({ pos, code }) => ({ at: pos[0], problem: FAULTS.get(code) ?? NOT_YAML })),
      ...passedOver(contents).map((at) => ({ at, problem: NOT_YAML })),
    ]);
    return {
      contents,
      fault: wrong === undefined ? null : { line: lineAt(wrong.at), problem: wrong.problem },
      isRead: true,
      text: text.slice(start, end),
      line: lineAt(start),
      lineOf: (node) => lineAt(rangeOf(node)[0]),
      isWhole: (node) => wrong === undefined || rangeOf(node)[1] < wrong.at,
    };
  });
}

const NOT_YAML = "not valid YAML";

/** Faults that have a better word. */
const FAULTS: ReadonlyMap<string, string> = new Map([["TAB_AS_INDENT", "tab"]]);

/** A key that is written after `? `, or what looks like one. */
const EXPLICIT_KEY = /(?:^|[ \t])\?(?=[ \t\r\n]|$)/m;

function firstWrong<Wrong extends { at: number }>(all: readonly Wrong[]): Wrong | undefined {
  return all.toSorted((a, b) => a.at - b.at)[0];
}

/**
 * Where something follows a `? key` without the colon of a value: the parser
 * leaves it out and says nothing.
 */
function passedOver(contents: unknown): number[] {
  const found: number[] = [];
  const open = [contents];
  while (open.length > 0) {
    const node = open.pop();
    if (isSeq(node)) { for (const item of node.items) open.push(item); }
    if (!isMap(node)) continue;
    for (const { key, value, srcToken } of node.items) {
      open.push(key, value);
      const isExplicit = srcToken?.start.some(({ type }) => type === "explicit-key-ind");
      const hasColon = srcToken?.sep?.some(({ type }) => type === "map-value-ind");
      if (isExplicit && !hasColon && srcToken?.value) found.push(srcToken.value.offset);
    }
  }
  return found;
}

/** Where a node begins and where its own text ends. */
function rangeOf(node: unknown): readonly [number, number] {
  const range = (node as { range?: readonly number[] | null } | null)?.range;
  return [range?.[0] ?? 0, range?.[1] ?? 0];
}

function unread(text: string, fault: YamlFault): YamlDocument {
  const { line } = fault;
  const nothing = { contents: null, lineOf: () => line, isWhole: () => false };
  return { ...nothing, fault, isRead: false, text, line };
}

/** Why a text is kept from the parser, or null. */
function unreadable(text: string): string | null {
  if (text.length > MOST_PARSED) return "too large";
  if (DEEPLY_INDENTED.test(text)) return "nested too deeply";
  let documents = 0;
  let flowDepth = 0;
  let onThisLine = 0;
  let scalarNext = false;
  for (const token of new Lexer().lex(text)) {
    const word = scalarNext ? "" : token;
    if (word === DOCUMENT_FOLLOWS && ++documents > MOST_DOCUMENTS) return "too many documents";
    if (word.includes("\n")) onThisLine = 0;
    else if (word === "[" || word === "{") flowDepth++;
    else if (word === "]" || word === "}") flowDepth = Math.max(0, flowDepth - 1);
    else if (flowDepth === 0 && BLOCK_INDICATORS.has(word)) onThisLine++;
    if (flowDepth > DEEPEST || onThisLine > DEEPEST) return "nested too deeply";
    scalarNext = token === SCALAR_FOLLOWS;
  }
  return null;
}

const DEEPLY_INDENTED = new RegExp(`^ {${WIDEST}}`, "m");

/** What can open a level of block nesting, and more than one of them on a line. */
const BLOCK_INDICATORS: ReadonlySet<string> = new Set(["-", "?", ":"]);

/** The lexer's mark before a document. */
const DOCUMENT_FOLLOWS = "\x02";

/** The lexer's mark before the text of a plain or block scalar. */
const SCALAR_FOLLOWS = "\x1f";
