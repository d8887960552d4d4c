/**
 * Cuts TypeScript into tokens, well enough to tell code from strings, templates,
 * regular expressions and comments. The gates that read our own source rest on it.
 *
 * @module
 */

/** What a token is. Comments and white space give none. */
export type TokenKind = "word" | "number" | "string" | "template" | "regex" | "mark";

/** One token of source text. A template gives one token per piece of its text. */
export interface Token {
  readonly kind: TokenKind;
  /** As written, quotes included. */
  readonly text: string;
  /** Line it starts on, from 1. */
  readonly line: number;
}

/**
 * All tokens of a module, in order. Broken source gives a best effort: the type
 * checker is what rejects it.
 *
 * @param source Text of a TypeScript module
 */
export function tokens(source: string): Token[] {
  const found: Token[] = [];
  /** For each open `${`: how many braces are open inside it. */
  const open: number[] = [];
  let line = 1;
  for (let at = 0; at < source.length;) {
    const piece = pieceAt(source, at, { previous: found.at(-1), inTemplate: open.at(-1) === 0 });
    followTemplate(open, piece);
    if (piece.kind !== "space") found.push({ kind: piece.kind, text: piece.text, line });
    line += count(piece.text, "\n");
    at += piece.text.length;
  }
  return found;
}

interface Piece {
  readonly kind: TokenKind | "space";
  readonly text: string;
}

interface Around {
  readonly previous: Token | undefined;
  readonly inTemplate: boolean;
}

const SPACE = /\s+|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)/y;
const WORD = /[\p{L}_$#][\p{L}\p{N}_$]*/uy;
const NUMBER = /\.?\d(?:[eE][+-]|[\w.])*/y;
const STRING = /"(?:\\[^]|[^"\\\n])*"?|'(?:\\[^]|[^'\\\n])*'?/y;
const TEMPLATE_PIECE = /[`}](?:\\[^]|\$(?!\{)|[^`\\$])*(?:`|\$\{|$)/y;
const REGEX = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y;
const MARK = /=>|\?\.|\.\.\.|[^]/y;

/** Words after which a slash starts a regular expression, not a division. */
const BEFORE_REGEX = new Set(
  "return typeof case in of instanceof new delete void throw yield await else do".split(" "),
);

function pieceAt(source: string, at: number, around: Around): Piece {
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(source)?.[0];
  };
  const first = source[at];
  const space = take(SPACE);
  if (space) return { kind: "space", text: space };
  if (first === "`" || (first === "}" && around.inTemplate)) {
    return { kind: "template", text: take(TEMPLATE_PIECE) ?? "`" };
  }
  const string = take(STRING);
  if (string) return { kind: "string", text: string };
  const regex = first === "/" && startsRegex(around.previous) ? take(REGEX) : undefined;
  if (regex) return { kind: "regex", text: regex };
  const word = take(WORD);
  if (word) return { kind: "word", text: word };
  const number = take(NUMBER);
  if (number) return { kind: "number", text: number };
  return { kind: "mark", text: take(MARK) ?? " " };
}

/** Keeps count of braces, so that the `}` which ends a `${` is known. */
function followTemplate(open: number[], piece: Piece): void {
  const depth = open.length - 1;
  if (piece.kind === "template") {
    if (piece.text.startsWith("}")) open.pop();
    if (piece.text.endsWith("${")) open.push(0);
  } else if (piece.kind === "mark" && depth >= 0) {
    if (piece.text === "{") open[depth] = (open[depth] ?? 0) + 1;
    if (piece.text === "}") open[depth] = (open[depth] ?? 0) - 1;
  }
}

function startsRegex(previous: Token | undefined): boolean {
  if (previous === undefined) return true;
  if (previous.kind === "word") return BEFORE_REGEX.has(previous.text);
  return previous.kind === "mark" && !")]}".includes(previous.text);
}

function count(text: string, what: string): number {
  return text.split(what).length - 1;
}
