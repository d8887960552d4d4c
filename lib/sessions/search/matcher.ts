/**
 * Whether a document answers a question.
 *
 * @module
 */

import { type Finder, finderOf, type Span } from "./finder.ts";
import { type Question, type Term, wantedTerms } from "./question.ts";

/** A question, ready to be asked of many documents. */
export interface Matcher {
  /** True when the fields together answer it; a phrase must stand in one of them. */
  matches(fields: readonly string[]): boolean;
  /** Where in a text its wanted terms stand, from a place on; the first of them. */
  next(text: string, from: number): Span | null;
}

/** Makes the matcher of a question. */
export function matcherOf(question: Question): Matcher {
  const finders = new Map<Term, Finder>();
  const finder = (term: Term): Finder => {
    const known = finders.get(term) ?? finderOf(term);
    finders.set(term, known);
    return known;
  };
  const wanted = wantedTerms(question).map(finder);
  const compiled = question.map((clauses) =>
    clauses.map((clause) => ({
      wanted: rarestFirst(clause.wanted).map(finder),
      unwanted: clause.unwanted.map((terms) => rarestFirst(terms).map(finder)),
    }))
  );
  return {
    matches: (fields) =>
      compiled.some((clauses) =>
        clauses.every((clause) =>
          allStand(clause.wanted, fields) &&
          !clause.unwanted.some((terms) => allStand(terms, fields))
        )
      ),
    next: (text, from) => first(wanted, text, from),
  };
}

/** Long words are rare: asked first, they spare the rest. */
function rarestFirst(terms: readonly Term[]): Term[] {
  return [...terms].sort((a, b) => b.text.length - a.text.length);
}

/** An empty list stands nowhere. */
function allStand(finders: readonly Finder[], fields: readonly string[]): boolean {
  return finders.length > 0 &&
    finders.every((find) => fields.some((field) => find(field, 0) !== null));
}

function first(finders: readonly Finder[], text: string, from: number): Span | null {
  let best: Span | null = null;
  for (const find of finders) {
    const span = find(text, from);
    if (span === null) continue;
    const longer = best !== null && span.start === best.start && span.end > best.end;
    if (best === null || span.start < best.start || longer) best = span;
  }
  return best;
}
