/**
 * The pages of a database as they count, log applied, read without SQLite: to
 * tell where two databases hold the same bytes, and for passes over whole tables.
 *
 * @module
 */

import type { EvidenceFile } from "./file.ts";
import { factsOf, type ImageFacts } from "./image_facts.ts";
import { closeUnit, openUnit, surveyUnit, type Unit } from "./image_survey.ts";

/** Pages of one database. */
export interface PageSource {
  /** Bytes. */
  readonly pageSize: number;
  /** Bytes of a page that hold content. */
  readonly usable: number;
  readonly pages: number;
  /**
   * Pages one after the other, from page 1 on; those there are none of are zeros.
   *
   * @param into At least as many bytes, which may be used to hold the pages
   */
  run(first: number, count: number, into?: Uint8Array): Uint8Array;
}

/** A database whose pages are wanted, as it was when it was opened. */
export interface Paged {
  readonly file: EvidenceFile;
  readonly facts: ImageFacts;
  readonly withoutWal: boolean;
}

/** Byte of page 1 that says how much of each page's end is not used. */
const RESERVED = 20;

/**
 * Gives the pages of a database to some work, and its result; null when they
 * cannot be vouched for, because a journal counts or the files are no longer
 * what they were when it was opened.
 */
export function withPages<Result>(
  { file, facts, withoutWal }: Paged,
  work: (pages: PageSource) => Result,
): Result | null {
  const unit = openUnit(file, withoutWal);
  try {
    const survey = surveyUnit(unit);
    if (survey.journal?.facts.hot || !isSame(facts, factsOf(survey, facts.route))) return null;
    const result = work(sourceOf(unit, survey));
    const after = surveyUnit(unit);
    return isSame(facts, factsOf(after, facts.route)) ? result : null;
  } finally {
    closeUnit(unit);
  }
}

/** True when the pages are those of the database as it was: log frames are only ever added. */
function isSame(facts: ImageFacts, now: ImageFacts): boolean {
  return facts.size === now.size && facts.changeCounter === now.changeCounter &&
    JSON.stringify(facts.wal) === JSON.stringify(now.wal);
}

/**
 * The pages of a file that is a whole database by itself; sizes in bytes.
 *
 * @throws {EvidenceError} `unreadable`
 */
export function pagesOf(
  file: EvidenceFile,
  { pageSize, size }: { readonly pageSize: number; readonly size: number },
): PageSource {
  const run = (first: number, count: number, into?: Uint8Array): Uint8Array => {
    const bytes = file.read((first - 1) * pageSize, count * pageSize, into);
    return bytes.length === count * pageSize ? bytes : padded(bytes, count * pageSize);
  };
  const reserved = run(1, 1)[RESERVED] as number;
  return { pageSize, usable: pageSize - reserved, pages: Math.floor(size / pageSize), run };
}

function sourceOf(unit: Unit, survey: ReturnType<typeof surveyUnit>): PageSource {
  const { pageSize, fromWal, size } = survey;
  const main = pagesOf(unit.main, { pageSize, size });
  const memory = new Uint8Array(pageSize);
  const run = (first: number, count: number, into?: Uint8Array): Uint8Array => {
    const whole = main.run(first, count, into);
    if (fromWal.size === 0 || unit.wal === null) return whole;
    for (let at = 0; at < count; at++) {
      const offset = fromWal.get(first + at);
      if (offset !== undefined) whole.set(unit.wal.read(offset, pageSize, memory), at * pageSize);
    }
    return whole;
  };
  // the log may hold another page 1
  const reserved = run(1, 1)[RESERVED] as number;
  return { ...main, usable: pageSize - reserved, run };
}

function padded(bytes: Uint8Array, length: number): Uint8Array {
  const whole = new Uint8Array(length);
  whole.set(bytes);
  return whole;
}
