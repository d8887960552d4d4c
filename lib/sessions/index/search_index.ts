/**
 * Searches an index: the same hits in the same order as a search of the evidence.
 *
 * @module
 */

import type { DatabaseSync } from "node:sqlite";
import { type Asked, askedOf, type Filters } from "../search/asked.ts";
import { type Matcher, matcherOf } from "../search/matcher.ts";
import type { Question } from "../search/question.ts";
import {
  newHome,
  type SearchReport,
  searchTwice,
  tellHit,
  type TellOptions,
  type Turn,
} from "../search/telling.ts";
import { type Heads, sessionOfTitle } from "../session_head.ts";
import { candidates } from "./candidates.ts";
import {
  type IndexedDocument,
  IndexReader,
  type KnownFile,
  type ListedHeads,
} from "./index_reader.ts";

/** How an index is searched. */
export interface IndexSearchOptions extends TellOptions {
  readonly filters: Filters;
}

/** What an index tells of one of its files. */
export interface FileFault {
  readonly sourceFile: string;
  readonly message: string;
}

/** The fingerprint of the evidence that an index speaks of. */
export function indexFingerprint(db: DatabaseSync): string | null {
  return new IndexReader(db).fingerprint();
}

/** What was wrong with the files when the index was built. */
export function indexFaults(db: DatabaseSync): FileFault[] {
  return new IndexReader(db).faults();
}

/** Searches the index. */
export function searchIndex(
  db: DatabaseSync,
  question: Question,
  options: IndexSearchOptions,
): SearchReport {
  const reader = new IndexReader(db);
  return searchTwice(question, (asked, report) => {
    const files = filesReady(reader, { matcher: matcherOf(asked), report, options });
    let last: ReadyFile | null = null;
    for (const id of candidates(db, asked)) {
      if (report.hits >= options.limit) return;
      const found = reader.document(id);
      const file = found === null ? undefined : files.get(found.file);
      if (found === null || file === undefined) continue;
      if (last !== null && last !== file) last.turn.home.repeats?.endFile();
      last = file;
      tellIfAnswer(reader, file, found);
    }
  });
}

interface ReadyFile {
  readonly turn: Turn;
  readonly asked: Asked;
}

function tellIfAnswer(
  reader: IndexReader,
  { turn, asked }: ReadyFile,
  found: IndexedDocument,
): void {
  const { document } = found;
  if (!asked.accepts(document) || !asked.matcher.matches(document.fields)) return;
  tellHit(turn, document, reader.context(found));
}

function filesReady(
  reader: IndexReader,
  run: { matcher: Matcher; report: SearchReport; options: IndexSearchOptions },
): Map<number, ReadyFile> {
  const homes = new Map<string, KnownFile[]>();
  for (const file of reader.files()) homes.set(file.home, [...homes.get(file.home) ?? [], file]);
  const ready = new Map<number, ReadyFile>();
  for (const files of homes.values()) {
    const known = new Map(
      files.filter(({ isDatabase }) => isDatabase).map(({ id }) => [id, reader.heads(id)]),
    );
    const home = newHome(files.length, firstOf([...known.values()]));
    const titled = titledIn([...known.values()], run.options.filters);
    for (const file of files) {
      const heads = known.get(file.id) ?? home.heads;
      const turn: Turn = { ...run, file, isDatabase: file.isDatabase, heads, home };
      ready.set(file.id, {
        turn,
        asked: askedOf(run.matcher, run.options.filters, { heads, titled }),
      });
    }
  }
  return ready;
}

/** The session that the title asked for stands for in all of a home. */
function titledIn(files: readonly ListedHeads[], { title }: Filters): string | null {
  return title === null
    ? null
    : sessionOfTitle(files.flatMap((heads) => [...heads.values()]), title);
}

/** All sessions of several files, each as the first file knows it. */
function firstOf(files: readonly Heads[]): Heads {
  return {
    get: (id) => {
      for (const file of files) {
        const head = file.get(id);
        if (head !== undefined) return head;
      }
      return undefined;
    },
  };
}
