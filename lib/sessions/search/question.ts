/**
 * What an examiner types, read as the vendor's search reads it.
 *
 * Rests on `_sanitize_fts5_query` of hermes_state_search.py and on the grammar of
 * SQLite's FTS5: words are ANDed, `"a phrase"`, `OR`, `NOT`, `prefix*`; AND binds
 * less than NOT, and words side by side bind most. Words joined by a hyphen, a
 * dot or an underscore are a phrase. All other signs are passed over, operators
 * with nothing to hold together at either end too.
 *
 * @module
 */

import { isUnspaced, wordsOf } from "./letters.ts";

/** A word or a phrase to be found. */
export interface Term {
  /** As typed, without quotes and star. */
  readonly text: string;
  /** Its folded words; never empty. */
  readonly words: readonly string[];
  /** Its last word may go on. */
  readonly prefix: boolean;
  /** It may begin and end within words: writing without spaces has none. */
  readonly anywhere: boolean;
}

/** What must be there together, and what must not be there with it. */
export interface Clause {
  /** All of them; with none of them, nothing is found. */
  readonly wanted: readonly Term[];
  /** None of these lists with all of its terms. */
  readonly unwanted: readonly (readonly Term[])[];
}

/** At least one of the lists, with all of its clauses. */
export type Question = readonly (readonly Clause[])[];

/** A question that cannot be read; the message says why. */
export class QuestionError extends Error {
  override name = "QuestionError";
}

/**
 * Reads a question.
 *
 * @returns A list without entries when there is no word in it
 * @throws {QuestionError} When operators stand side by side
 */
export function readQuestion(typed: string): Question {
  const tokens = trimmed(tokensOf(typed));
  if (tokens.length === 0) return [];
  return splitAt(tokens, "OR").map((any) =>
    splitAt(any, "AND").map((all) => {
      const [wanted = [], ...unwanted] = splitAt(all, "NOT").map(termsOf);
      return { wanted, unwanted };
    })
  );
}

/** The same question with every term found within words too. */
export function looser(question: Question): Question {
  const loosen = (terms: readonly Term[]): Term[] =>
    terms.map((term) => ({ ...term, anywhere: true }));
  return question.map((clauses) =>
    clauses.map(({ wanted, unwanted }) => ({
      wanted: loosen(wanted),
      unwanted: unwanted.map(loosen),
    }))
  );
}

/** True when the looser question would be the same. */
export function isLoose(question: Question): boolean {
  return wantedTerms(question).every(({ anywhere }) => anywhere);
}

/** The terms that a hit shows, each once. */
export function wantedTerms(question: Question): Term[] {
  return [...new Set(question.flat().flatMap(({ wanted }) => wanted))];
}

type Operator = "AND" | "OR" | "NOT";

interface Token {
  readonly text: string;
  readonly operator: Operator | null;
  /** An operator's name in small letters, which binds nothing but is passed over at the ends. */
  readonly idle: boolean;
  readonly prefix: boolean;
}

/** A quoted phrase, or a run of word characters with single joints between them. */
const TOKEN =
  /"([^"]*)"(\*?)|((?:[\w\u0080-\u{10ffff}](?<!\s))+(?:[._-](?:[\w\u0080-\u{10ffff}](?<!\s))+)*)(\*?)/gu;

function tokensOf(typed: string): Token[] {
  return Array.from(typed.matchAll(TOKEN), (match) => {
    const [, quoted, quotedStar, bare = "", bareStar] = match;
    if (quoted !== undefined) {
      return { text: quoted, operator: null, idle: false, prefix: quotedStar === "*" };
    }
    const prefix = bareStar === "*";
    const isOperator = !prefix && (bare === "AND" || bare === "OR" || bare === "NOT");
    const idle = !prefix && /^(?:and|or|not)$/i.test(bare);
    return { text: bare, operator: isOperator ? bare as Operator : null, idle, prefix };
  });
}

function trimmed(tokens: readonly Token[]): Token[] {
  let start = 0;
  let end = tokens.length;
  while (start < end && tokens[start]?.idle) start++;
  while (end > start && tokens[end - 1]?.idle) end--;
  return tokens.slice(start, end).filter((token, index, all) => !isAndBeforeNot(token, index, all));
}

/** `a AND NOT b` can only mean `a NOT b`. */
function isAndBeforeNot(token: Token, index: number, all: readonly Token[]): boolean {
  return token.operator === "AND" && all[index + 1]?.operator === "NOT";
}

function splitAt(tokens: readonly Token[], operator: Operator): Token[][] {
  const parts: Token[][] = [[]];
  for (const token of tokens) {
    if (token.operator === operator) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  if (parts.some((part) => part.length === 0)) {
    throw new QuestionError(`Expected a word or phrase on both sides of ${operator}`);
  }
  return parts;
}

/** Terms without a word in them are passed over. */
function termsOf(tokens: readonly Token[]): Term[] {
  const terms: Term[] = [];
  for (const { text, prefix } of tokens) {
    const words = wordsOf(text);
    if (words.length === 0) continue;
    const anywhere = Array.from(text).some((it) => isUnspaced(it.codePointAt(0) as number));
    terms.push({ text: text.trim(), words, prefix, anywhere });
  }
  return terms;
}
