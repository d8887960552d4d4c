/**
 * Where functions begin and end in a module, found without a parser.
 *
 * @module
 */

import { type Token, tokens } from "./tokens.ts";

/** One function with a body in braces. */
export interface FunctionSpan {
  /** As called, or `(anonymous)`. */
  readonly name: string;
  /** Line of its parameters, from 1. */
  readonly first: number;
  /** Line of its closing brace. */
  readonly last: number;
}

/**
 * Every function, method, accessor and arrow function whose body is in braces,
 * in the order they end.
 *
 * @param source Text of a TypeScript module
 */
export function functionsIn(source: string): FunctionSpan[] {
  const all = tokens(source);
  const partner = partnersOf(all);
  const found: FunctionSpan[] = [];
  for (const [at, token] of all.entries()) {
    const opened = isMark(token, "}") ? partner.get(at) : undefined;
    const head = opened === undefined ? null : headOf(all, partner, opened);
    if (head !== null) found.push({ ...head, last: token.line });
  }
  return found;
}

/** Words that stand before parentheses and a block without making a function. */
const NOT_FUNCTIONS = new Set("if for while switch catch with".split(" "));

const CLOSERS: Record<string, string> = { ")": "(", "]": "[", "}": "{" };

/** For every closing bracket, which token opened it; templates are skipped over. */
function partnersOf(all: readonly Token[]): Map<number, number> {
  const partner = new Map<number, number>();
  const open: number[] = [];
  for (const [at, token] of all.entries()) {
    if (token.kind !== "mark") continue;
    if ("([{".includes(token.text)) open.push(at);
    const opener = CLOSERS[token.text];
    if (opener === undefined || !isMark(all[open.at(-1) ?? -1], opener)) continue;
    partner.set(at, open.pop() ?? -1);
  }
  return partner;
}

/** Name and first line of the function whose body opens at `brace`, or null when none does. */
function headOf(
  all: readonly Token[],
  partner: ReadonlyMap<number, number>,
  brace: number,
): { name: string; first: number } | null {
  const close = parametersEnd(all, partner, brace);
  if (close === null) return null;
  const open = partner.get(close);
  if (open === undefined) {
    // An arrow function with one parameter and no parentheses.
    return { name: "(anonymous)", first: all[close]?.line ?? 0 };
  }
  const before = all[beforeGenerics(all, open - 1)];
  const isWord = before?.kind === "word";
  if (isWord && NOT_FUNCTIONS.has(before.text)) return null;
  const named = isWord && !["function", "async", "return", "await"].includes(before.text);
  return { name: named ? before.text : "(anonymous)", first: all[open]?.line ?? 0 };
}

/** Steps back over `<T>`, so that the name before it is found. */
function beforeGenerics(all: readonly Token[], end: number): number {
  let at = end;
  for (let depth = 0; at > 0; at--) {
    if (isMark(all[at], ">")) depth++;
    if (isMark(all[at], "<")) depth--;
    if (depth === 0) return isMark(all[at], "<") ? at - 1 : at;
  }
  return end;
}

/** Index of the token that ends the parameters of a body opening at `brace`, or null. */
function parametersEnd(
  all: readonly Token[],
  partner: ReadonlyMap<number, number>,
  brace: number,
): number | null {
  const isArrow = isMark(all[brace - 1], "=>");
  const end = isArrow ? brace - 2 : brace - 1;
  if (isMark(all[end], ")") && !isArrow) return end;
  const typed = beforeType(all, partner, end);
  if (typed !== null) return typed;
  if (!isArrow) return null;
  return isMark(all[end], ")") || all[end]?.kind === "word" ? end : null;
}

/** Marks that a type may hold between its parentheses' end and the body. */
const IN_TYPE = new Set([..."<>|&.,?:-+", "=>"]);

/** Walks back over `: Type` to the `)` before it; null when there is no such thing. */
function beforeType(
  all: readonly Token[],
  partner: ReadonlyMap<number, number>,
  end: number,
): number | null {
  const last = all[end];
  // After one of these a brace goes on with the type: `: A | {`, `: Map<K, {`.
  if (last?.kind === "mark" && "<|&,:?".includes(last.text)) return null;
  let at = end;
  while (at > 0) {
    const token = all[at];
    if (isMark(token, ":") && isMark(all[at - 1], ")")) return at - 1;
    const opened = partner.get(at);
    if (opened !== undefined) at = opened - 1;
    else if (token?.kind === "mark" && !IN_TYPE.has(token.text)) return null;
    else if (token?.kind === "word" && NOT_IN_TYPE.has(token.text)) return null;
    else at--;
  }
  return null;
}

/** Words that start a statement or an expression, so that no type can hold them. */
const NOT_IN_TYPE = new Set(
  "return else do try finally case default class interface enum namespace import export const let var throw new"
    .split(" "),
);

function isMark(token: Token | undefined, text: string): boolean {
  return token?.kind === "mark" && token.text === text;
}
