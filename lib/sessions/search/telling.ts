/**
 * From a document that answers the question to a hit that is told, or counted
 * as a repeat.
 *
 * @module
 */

import type { Heads } from "../session_head.ts";
import type { Context, Document } from "./document.ts";
import type { Hit, HitFile } from "./hit.ts";
import type { Matcher } from "./matcher.ts";
import { isLoose, looser, type Question } from "./question.ts";
import { Repeats } from "./repeats.ts";
import { snippetOf } from "./snippet.ts";

/** How hits are told. */
export interface TellOptions {
  /** Hits wanted at most. */
  readonly limit: number;
  /** Tell hits of copies that repeat one already told. */
  readonly keepRepeats: boolean;
  readonly tell: (hit: Hit) => void;
}

/** What a search found. */
export interface SearchReport {
  hits: number;
  /** Hits of copies and other stores that repeat one already told. */
  repeats: number;
  /** No word matched, so parts of words were looked for. */
  readonly anywhere: boolean;
}

/**
 * Searches by whole words; when nothing is found, once more within words, as
 * the vendor's second index is asked.
 *
 * @param search One search, by whatever means, that counts into the report
 */
export function searchTwice(
  question: Question,
  search: (question: Question, report: SearchReport) => void,
): SearchReport {
  const first: SearchReport = { hits: 0, repeats: 0, anywhere: false };
  search(question, first);
  if (first.hits > 0 || isLoose(question)) return first;
  const second: SearchReport = { hits: 0, repeats: 0, anywhere: true };
  search(looser(question), second);
  return second;
}

/** What one home's files have told so far. */
export interface SearchedHome {
  /** Its sessions, as the first file knows them that has them. */
  readonly heads: Heads;
  /** Null when there is but one file. */
  readonly repeats: Repeats | null;
}

/** A home of so many files, none of them searched yet. */
export function newHome(files: number, heads: Heads): SearchedHome {
  return { heads, repeats: files > 1 ? new Repeats() : null };
}

/** One file's turn in a search. */
export interface Turn {
  readonly file: HitFile;
  /** It is a database of sessions. */
  readonly isDatabase: boolean;
  /** The sessions it speaks of. */
  readonly heads: Heads;
  readonly home: SearchedHome;
  readonly matcher: Matcher;
  readonly report: SearchReport;
  readonly options: TellOptions;
}

/** Hits still wanted; those that may turn out to be repeats do not count yet. */
export function hitsWanted({ home, options, report }: Omit<Turn, "file" | "heads">): number {
  return home.repeats !== null && !options.keepRepeats ? Infinity : options.limit - report.hits;
}

/** Tells a document that answers the question. */
export function tellHit(turn: Turn, document: Document, context: Context | null): void {
  const { file, matcher, report, options, heads } = turn;
  if (report.hits >= options.limit) return;
  if (isRepeat(turn, document) && !options.keepRepeats) {
    report.repeats++;
    return;
  }
  report.hits++;
  const snippet = snippetOf(document.fields, matcher);
  const head = document.sessionId === null ? null : heads.get(document.sessionId) ?? null;
  options.tell({ file, document, snippet, context, head });
}

function isRepeat({ home: { repeats }, isDatabase }: Turn, document: Document): boolean {
  if (repeats === null) return false;
  return isDatabase ? repeats.repeatsMessage(document) : repeats.repeatsWords(document);
}
