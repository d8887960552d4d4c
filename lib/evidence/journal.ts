/**
 * A rollback journal, read without SQLite: what an unfinished transaction
 * overwrote, and whether that has to be put back.
 *
 * Rests on https://www.sqlite.org/fileformat2.html#the_rollback_journal and on
 * the order in which SQLite itself plays a hot journal back.
 *
 * @module
 */

import type { EvidenceFile } from "./file.ts";
import { pieces } from "./pieces.ts";
import { isPageSize } from "./sqlite_header.ts";
import { superJournalName } from "./super_journal.ts";

/** What a rollback journal holds. */
export interface JournalFacts {
  /** Bytes when it was read. */
  readonly size: number;
  /** True when the transaction did not end: its pages have to be put back. */
  readonly hot: boolean;
  /**
   * Why. `empty` and `zeroed` are what TRUNCATE and PERSIST leave of a finished
   * transaction, or a transaction that has not written to the database yet;
   * `damaged` has no header SQLite would play back; `super-journal gone` belongs
   * to a transaction over several databases that did commit.
   */
  readonly state: "hot" | "empty" | "zeroed" | "damaged" | "super-journal gone";
  /** Bytes; null without a header. */
  readonly pageSize: number | null;
  /** Pages of the database before the transaction; null without a header. */
  readonly originalPages: number | null;
  /** Different pages to put back. */
  readonly pages: number;
  /** Header segments that were read. */
  readonly segments: number;
  /** Name stored at the end of the journal, as stored; null when there is none. */
  readonly superJournal: string | null;
}

/** Facts of a journal, and where the pages to put back are. */
export interface JournalScan {
  readonly facts: JournalFacts;
  /** By {@linkcode journalIdentity}, of the header as it was when it was read. */
  readonly identity: string | null;
  /** Page number to the offset of its earlier content; empty unless hot. */
  readonly pages: ReadonlyMap<number, number>;
}

/** Bytes of a header segment that hold something; the rest fills the sector. */
export const JOURNAL_HEADER_SIZE = 28;

const MAGIC = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];
/** Stands in the record count when the journal was not synced: records go to the end. */
const TO_THE_END = 0xffffffff;
const RUN = 4 * 1024 * 1024;

/**
 * Reads a journal a few MiB at a time.
 *
 * @param superExists Whether the super-journal of that name is still there
 * @throws {EvidenceError} `unreadable`
 */
export function scanJournal(
  journal: EvidenceFile,
  superExists: (name: string) => boolean,
): JournalScan {
  const size = journal.now()?.size ?? journal.size;
  const head = journal.read(0, JOURNAL_HEADER_SIZE);
  const identity = journalIdentity(head);
  const state = head.length === 0 ? "empty" : head[0] === 0 ? "zeroed" : "damaged";
  const first = segmentHeader(head);
  if (first === null || !isSound(first, size)) {
    return { facts: coldFacts(size, state), identity, pages: new Map() };
  }
  const { pageSize, originalPages } = first;
  const superJournal = superJournalName(journal, size);
  const known = { pageSize, originalPages, superJournal };
  if (superJournal !== null && !superExists(superJournal)) {
    const facts = { ...coldFacts(size, "super-journal gone"), ...known };
    return { facts, identity, pages: new Map() };
  }
  const { pages, segments } = playedBack(journal, first, size);
  const facts = { ...known, size, hot: true, state: "hot", pages: pages.size, segments } as const;
  return { facts, identity, pages };
}

function coldFacts(size: number, state: JournalFacts["state"]): JournalFacts {
  return {
    size,
    hot: false,
    state,
    pageSize: null,
    originalPages: null,
    pages: 0,
    segments: 0,
    superJournal: null,
  };
}

/**
 * What has to stay equal while a database is read beside its journal: null for
 * a journal that is not hot, else what names its transaction. The record count
 * grows while the transaction goes on and is left out.
 */
export function journalIdentity(head: Uint8Array): string | null {
  if (segmentHeader(head) === null) return null;
  return head.subarray(12, JOURNAL_HEADER_SIZE).toHex();
}

interface SegmentHeader {
  readonly records: number;
  /** Start value of every record's checksum. */
  readonly nonce: number;
  readonly originalPages: number;
  /** Bytes a header takes; the next one starts at a multiple of it. */
  readonly sectorSize: number;
  readonly pageSize: number;
}

function segmentHeader(bytes: Uint8Array): SegmentHeader | null {
  if (bytes.length < JOURNAL_HEADER_SIZE || MAGIC.some((byte, at) => bytes[at] !== byte)) {
    return null;
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, JOURNAL_HEADER_SIZE);
  return {
    records: view.getUint32(8),
    nonce: view.getUint32(12),
    originalPages: view.getUint32(16),
    sectorSize: view.getUint32(20),
    pageSize: view.getUint32(24),
  };
}

function isSound(header: SegmentHeader, size: number): boolean {
  const { sectorSize, pageSize } = header;
  const sector = sectorSize >= 32 && sectorSize <= 65536 && (sectorSize & (sectorSize - 1)) === 0;
  return sector && isPageSize(pageSize) && size >= sectorSize;
}

/** Walks the segments as SQLite does: the first record that does not check ends it. */
function playedBack(
  journal: EvidenceFile,
  first: SegmentHeader,
  size: number,
): { pages: Map<number, number>; segments: number } {
  const pages = new Map<number, number>();
  const { sectorSize } = first;
  let segments = 0;
  for (let at = 0; at + sectorSize <= size;) {
    const header = segmentHeader(journal.read(at, JOURNAL_HEADER_SIZE));
    if (header === null) break;
    segments++;
    const segment = { ...first, records: header.records, nonce: header.nonce };
    const end = takeRecords(journal, segment, { from: at + sectorSize, size, pages });
    if (end === null) break;
    at = Math.ceil(end / sectorSize) * sectorSize;
  }
  return { pages, segments };
}

interface Stretch {
  readonly from: number;
  readonly size: number;
  readonly pages: Map<number, number>;
}

/** Takes one segment's records; gives where they end, or null when one does not check. */
function takeRecords(
  journal: EvidenceFile,
  segment: SegmentHeader,
  stretch: Stretch,
): number | null {
  const recordSize = segment.pageSize + 8;
  const room = Math.floor((stretch.size - stretch.from) / recordSize);
  const records = segment.records === TO_THE_END ? room : segment.records;
  const { from } = stretch;
  const to = Math.min(stretch.size, from + records * recordSize);
  const piece = Math.max(1, Math.floor(RUN / recordSize)) * recordSize;
  let at = from;
  for (const bytes of pieces(journal, { from, to, piece })) {
    for (let next = 0; next + recordSize <= bytes.length; next += recordSize) {
      const page = checkedPage(bytes.subarray(next, next + recordSize), segment);
      if (page === null) return null;
      if (page <= segment.originalPages) stretch.pages.set(page, at + 4);
      at += recordSize;
    }
    if (bytes.length % recordSize !== 0) break; // it was cut here
  }
  return at === from + records * recordSize ? at : null;
}

/** The page a record is of, or null when it cannot be one. */
function checkedPage(record: Uint8Array, segment: SegmentHeader): number | null {
  const view = new DataView(record.buffer, record.byteOffset, record.length);
  const page = view.getUint32(0);
  if (page === 0 || page === lockPage(segment.pageSize)) return null;
  let sum = segment.nonce;
  for (let at = segment.pageSize - 200; at > 0; at -= 200) {
    sum = (sum + view.getUint8(4 + at)) >>> 0;
  }
  return view.getUint32(4 + segment.pageSize) === sum ? page : null;
}

/** The page at 1 GiB holds locks, never content. */
function lockPage(pageSize: number): number {
  return 0x40000000 / pageSize + 1;
}
