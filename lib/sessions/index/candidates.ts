/**
 * Which documents of an index may answer a question: all that do, and few
 * others. The matcher has the last word.
 *
 * @module
 */

import type { DatabaseSync } from "node:sqlite";
import { vocabularyWith } from "./vocabulary.ts";
import { folded, isLetter, isUnspaced } from "../search/letters.ts";
import type { Question, Term } from "../search/question.ts";

/** Ids of the documents, ascending. */
export function* candidates(db: DatabaseSync, question: Question): Generator<number> {
  const params: string[] = [];
  const queries = question
    .filter((clauses) => clauses.every(({ wanted }) => wanted.length > 0))
    .map((clauses) => {
      const terms = clauses.flatMap(({ wanted }) => wanted);
      return `SELECT * FROM (${intersection(db, terms, params)})`;
    });
  if (queries.length === 0) return;
  const query = db.prepare(`${queries.join(" UNION ")} ORDER BY 1`);
  query.setReturnArrays(true);
  for (const [id] of query.iterate(...params) as unknown as Iterable<[number]>) yield id;
}

function intersection(db: DatabaseSync, terms: readonly Term[], params: string[]): string {
  const selects: string[] = [];
  const whole = terms.filter(({ anywhere }) => !anywhere);
  if (whole.length > 0) {
    params.push(whole.map(phrase).join(" AND "));
    selects.push("SELECT rowid FROM words WHERE words MATCH ?");
  }
  for (const term of terms) if (term.anywhere) selects.push(anywhereSelect(db, term, params));
  return selects.join(" INTERSECT ");
}

function phrase({ words, prefix }: Term): string {
  return `"${words.join(" ")}"${prefix ? " *" : ""}`;
}

function anywhereSelect(db: DatabaseSync, term: Term, params: string[]): string {
  const runs = unspacedRuns(term.text);
  if (runs.length > 0) {
    params.push(runs.map((run) => `"${Array.from(run).join(" ")}"`).join(" AND "));
    return "SELECT rowid FROM unspaced WHERE unspaced MATCH ?";
  }
  const part = [...term.words].sort((a, b) => b.length - a.length)[0] ?? "";
  const selects = ["SELECT id FROM unwieldy"];
  for (const words of inBatches(vocabularyWith(db, part))) {
    params.push(words.map((word) => `"${word}"`).join(" OR "));
    selects.push("SELECT rowid FROM words WHERE words MATCH ?");
  }
  return `SELECT * FROM (${selects.join(" UNION ")})`;
}

/** Stretches of a folded text in writing without spaces. */
function unspacedRuns(text: string): string[] {
  const runs: string[] = [];
  let run = "";
  for (const character of folded(text)) {
    const code = character.codePointAt(0) as number;
    if (isUnspaced(code) && isLetter(code)) run += character;
    else if (run !== "") {
      runs.push(run);
      run = "";
    }
  }
  return run === "" ? runs : [...runs, run];
}

/** Words asked for at once; SQLite bears a few hundred branches of a union. */
const BATCH = 2000;

function* inBatches(words: readonly string[]): Generator<readonly string[]> {
  for (let at = 0; at < words.length; at += BATCH) yield words.slice(at, at + BATCH);
}
