/**
 * A search that reads every source once: live stores, their copies, then the
 * other stores that hold words.
 *
 * @module
 */

import type { Source } from "../../parse/mod.ts";
import { readSafely } from "../../parse/read_safely.ts";
import type { Told } from "../../stores/reader.ts";
import { type DatabaseReading, holdsSessions, homeOf, isLive, readDatabase } from "../databases.ts";
import { readHeads, type SessionHead, sessionOfTitle } from "../session_head.ts";
import { askedOf, type Filters } from "./asked.ts";
import { type Matcher, matcherOf } from "./matcher.ts";
import type { Question } from "./question.ts";
import type { Repeats } from "./repeats.ts";
import { scanDatabase } from "./scan_database.ts";
import { rowDocuments, scanRows } from "./scan_rows.ts";
import {
  hitsWanted,
  newHome,
  type SearchReport,
  searchTwice,
  tellHit,
  type TellOptions,
  type Turn,
} from "./telling.ts";

/** How a search goes. */
export interface SearchOptions extends DatabaseReading, TellOptions {
  readonly filters: Filters;
}

/** True for a source that holds words said, not settings. */
export function isSearched(source: Source): boolean {
  return source.kind !== "settings";
}

/**
 * Searches the sources that hold words, in their order.
 *
 * @throws {EvidenceError} `needs-work-folder`
 */
export function searchSources(
  sources: readonly Source[],
  question: Question,
  options: SearchOptions,
): SearchReport {
  const wanted = sources.filter(isSearched);
  return searchTwice(question, (asked, report) => {
    const homes = new Map<string, ScannedHome>();
    for (const source of wanted) {
      if (report.hits >= options.limit) return;
      const home = homes.get(homeOf(source)) ?? scannedHome(filesOf(source, wanted), options);
      homes.set(homeOf(source), home);
      const run = { source, home, matcher: matcherOf(asked), report, options };
      if (holdsSessions(source)) searchDatabase(run);
      else searchRows(run);
      home.repeats?.endFile();
    }
  });
}

function filesOf(source: Source, sources: readonly Source[]): Source[] {
  return sources.filter((other) => homeOf(other) === homeOf(source));
}

/** A home whose sessions are gathered while its files are read. */
interface ScannedHome {
  readonly heads: Map<string, SessionHead>;
  readonly repeats: Repeats | null;
  /** The session that the title asked for stands for; null for none. */
  readonly titled: string | null;
}

function scannedHome(files: readonly Source[], options: SearchOptions): ScannedHome {
  const heads = new Map<string, SessionHead>();
  return { ...newHome(files.length, heads), heads, titled: titledIn(files, options) };
}

/** One session for all files of a home: a copy may know neither its latest part nor its title. */
function titledIn(files: readonly Source[], options: SearchOptions): string | null {
  const { title } = options.filters;
  if (title === null) return null;
  const known = files.filter(holdsSessions).map((file) =>
    readDatabase(file, options, readHeads) ?? new Map<string, SessionHead>()
  );
  return sessionOfTitle(known.flatMap((heads) => [...heads.values()]), title);
}

interface Run {
  readonly source: Source;
  readonly home: ScannedHome;
  readonly matcher: Matcher;
  readonly report: SearchReport;
  readonly options: SearchOptions;
}

function searchDatabase(run: Run): void {
  const { source, home, matcher, options } = run;
  readDatabase(source, options, (db, attempt) => {
    const heads = readHeads(db);
    const turn: Turn = { ...run, file: source, isDatabase: true, heads };
    scanDatabase(db, attempt, {
      asked: askedOf(matcher, options.filters, { heads, titled: home.titled }),
      isLive: isLive(source),
      limit: hitsWanted(turn),
      tell: (document, context) => tellHit(turn, document, context),
    });
    for (const [id, head] of heads) if (!home.heads.has(id)) home.heads.set(id, head);
  });
}

function searchRows(run: Run): void {
  const { source, home, matcher, options } = run;
  const turn: Turn = { ...run, file: source, isDatabase: false, heads: home.heads };
  scanRows(rowDocuments(toldBy(source, options)), {
    asked: askedOf(matcher, options.filters, home),
    limit: hitsWanted(turn),
    tell: (document, context) => tellHit(turn, document, context),
  });
}

/** What the reader of another store tells of a source. */
export function toldBy(source: Source, reading: DatabaseReading): Iterable<Told> {
  return readSafely(source, {
    options: { ...reading.images, imageOnly: fitsImage(source, reading.images.maxMemory) },
    byTime: false,
    onFault: ({ error }) => reading.onFault(source, error.message),
  });
}

/** Small enough to be read from an image of one moment, so that nothing told can be stale. */
function fitsImage(source: Source, maxMemory: number): boolean {
  return 2 * (source.tree.facts(source.path)?.size ?? Infinity) <= maxMemory;
}
