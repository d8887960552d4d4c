/**
 * What a database is before SQLite sees it: main file, write-ahead log and
 * rollback journal put together.
 *
 * @module
 */

import { EvidenceError } from "./errors.ts";
import type { EvidenceFile } from "./file.ts";
import { type JournalScan, scanJournal } from "./journal.ts";
import { HEADER_SIZE, type SqliteHeader, sqliteHeader } from "./sqlite_header.ts";
import { superJournalExists } from "./super_journal.ts";
import { scanWal, type WalScan } from "./wal.ts";

/** A database with the files beside it that belong to it, open. */
export interface Unit {
  readonly main: EvidenceFile;
  readonly wal: EvidenceFile | null;
  readonly journal: EvidenceFile | null;
  /** The log is described but not applied: the database at its last checkpoint. */
  readonly withoutWal: boolean;
}

/** What a unit adds up to. */
export interface Survey {
  /** Bytes of the main file. */
  readonly mainSize: number;
  /** Bytes of the pages that log and journal hold. */
  readonly pageSize: number;
  /** The header that counts: page 1 may come from the log or the journal. */
  readonly header: SqliteHeader;
  /** Bytes of the database with log and journal applied. */
  readonly size: number;
  /** Null when there is no such file. */
  readonly wal: WalScan | null;
  /** Null when there is no such file. */
  readonly journal: JournalScan | null;
  /** Pages whose content is in the journal, by offset; empty unless it is hot. */
  readonly fromJournal: ReadonlyMap<number, number>;
  /** Pages whose content is in the log, by offset; empty when it is left out. */
  readonly fromWal: ReadonlyMap<number, number>;
  /** True when the main file alone is the database. */
  readonly mainAlone: boolean;
}

/**
 * Zero pages a database may end in without any of its files holding them, in
 * bytes: free pages are not always journaled. A larger claim is not believed.
 */
const LONGEST_ZERO_TAIL = 1024 ** 3;

const NO_PAGES: ReadonlyMap<number, number> = new Map();

/**
 * The check that comes before all else.
 *
 * @throws {EvidenceError} `not-this-format` unless the file starts like a SQLite database
 */
export function requireHeader(main: EvidenceFile): SqliteHeader {
  return checkedHeader(main, main.read(0, HEADER_SIZE));
}

/**
 * Opens what lies beside a database.
 *
 * @throws {EvidenceError} `unreadable`
 */
export function openUnit(main: EvidenceFile, withoutWal: boolean): Unit {
  const wal = main.companion("-wal");
  return { main, wal, journal: main.companion("-journal"), withoutWal };
}

/** Closes what {@linkcode openUnit} opened; the main file stays the caller's. */
export function closeUnit(unit: Unit): void {
  unit.wal?.close();
  unit.journal?.close();
}

/**
 * Reads header, log and journal, and no other page.
 *
 * @param earlier A survey of the same unit: its committed frames are not read again
 * @throws {EvidenceError} `not-this-format`, `unreadable`
 */
export function surveyUnit(unit: Unit, earlier: Survey | null = null): Survey {
  const { main } = unit;
  const mainSize = main.now()?.size ?? main.size;
  const mainHeader = requireHeader(main);
  const journal = unit.journal === null
    ? null
    : scanJournal(unit.journal, (name) => superJournalExists(main, name));
  const original = journal?.facts.hot ? journal.facts : null;
  const pageSize = original?.pageSize ?? mainHeader.pageSize;
  const wal = unit.wal === null
    ? null
    : scanWal(unit.wal, pageSize, { earlier: earlier?.wal ?? null });
  const fromWal = unit.withoutWal ? NO_PAGES : wal?.pages ?? NO_PAGES;
  const fromJournal = original === null ? NO_PAGES : journal?.pages ?? NO_PAGES;
  const walPages = unit.withoutWal ? null : wal?.databasePages ?? null;
  const pages = walPages ?? original?.originalPages ?? null;
  const backed = mainSize + (fromWal.size + fromJournal.size) * pageSize;
  return {
    mainSize,
    pageSize,
    header: headerThatCounts(unit, { mainHeader, fromWal, fromJournal, pages }),
    size: pages === null ? mainSize : Math.min(pages * pageSize, backed + LONGEST_ZERO_TAIL),
    wal,
    journal,
    fromJournal,
    fromWal,
    mainAlone: pages === null,
  };
}

function headerThatCounts(
  unit: Unit,
  found: Pick<Survey, "fromWal" | "fromJournal"> & {
    readonly mainHeader: SqliteHeader;
    readonly pages: number | null;
  },
): SqliteHeader {
  // A first transaction that never ended: rolled back, there is no database.
  if (found.pages === 0) return checkedHeader(unit.main, new Uint8Array());
  const inWal = found.fromWal.get(1);
  const inJournal = found.fromJournal.get(1);
  if (inWal !== undefined && unit.wal !== null) {
    return checkedHeader(unit.main, unit.wal.read(inWal, HEADER_SIZE));
  }
  if (inJournal !== undefined && unit.journal !== null) {
    return checkedHeader(unit.main, unit.journal.read(inJournal, HEADER_SIZE));
  }
  return found.mainHeader;
}

function checkedHeader(main: EvidenceFile, bytes: Uint8Array): SqliteHeader {
  const header = sqliteHeader(bytes);
  if (header === null) {
    throw new EvidenceError("not-this-format", main.path, "not a SQLite database");
  }
  return header;
}
