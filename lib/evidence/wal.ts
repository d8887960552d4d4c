/**
 * A write-ahead log, read without SQLite: which of its frames count.
 *
 * Rests on https://www.sqlite.org/fileformat2.html#the_write_ahead_log and on
 * what SQLite's own recovery accepts.
 *
 * @module
 */

import type { EvidenceFile } from "./file.ts";
import { pieces } from "./pieces.ts";
import {
  addChecksum,
  headerIdentity,
  type Sums,
  WAL_HEADER_SIZE,
  type WalHeader,
  walHeader,
} from "./wal_header.ts";

/** What a write-ahead log holds. Counts are frames unless they say otherwise. */
export interface WalFacts {
  /** Bytes when it was read. */
  readonly size: number;
  /**
   * Only a `sound` header gives frames. SQLite ignores a log whose header is
   * damaged, and so do we; nothing of it is counted.
   */
  readonly header: "sound" | "empty" | "damaged" | "other page size";
  /** Bytes; null without a header. */
  readonly pageSize: number | null;
  readonly checkpointSequence: number | null;
  readonly salts: readonly [number, number] | null;
  /** Frames whose salts and cumulative checksum are right, from the first on. */
  readonly valid: number;
  /** Valid frames up to the last commit: the ones that count. */
  readonly committed: number;
  /** Transactions committed. */
  readonly commits: number;
  /** Valid frames after the last commit. */
  readonly uncommitted: number;
  /** Frames with other salts: left over from an earlier generation, which is normal. */
  readonly stale: number;
  /**
   * Frames with this generation's salts that do not check, and a partial one at
   * the end: cut short, or left by a transaction that was taken back.
   */
  readonly torn: number;
  readonly tornBytes: number;
}

/** Facts of a log, and where its committed pages are. */
export interface WalScan {
  readonly facts: WalFacts;
  /** By {@linkcode headerIdentity}, of the header as it was when it was read. */
  readonly identity: string;
  /** Page number to the offset of its newest committed content in the log. */
  readonly pages: ReadonlyMap<number, number>;
  /** Pages of the database after the last commit; null without one. */
  readonly databasePages: number | null;
  /** Where a later scan of the same generation may go on. */
  readonly resume: WalResume | null;
}

/** The state of a scan just after a committed frame. */
interface WalResume {
  readonly offset: number;
  readonly sums: Sums;
}

const FRAME_HEADER_SIZE = 24;
const RUN = 1024 * 1024;

/**
 * Reads a log from its start to the end it has now, a MiB at a time.
 *
 * @param pageSize Bytes of the database's pages; a log of another size is not its own
 * @param options.earlier A scan of the same file: frames it found committed are
 * not read again when the header is still the same
 * @throws {EvidenceError} `unreadable`
 */
export function scanWal(
  wal: EvidenceFile,
  pageSize: number,
  options: { readonly earlier?: WalScan | null } = {},
): WalScan {
  const end = wal.now()?.size ?? wal.size;
  const head = wal.read(0, WAL_HEADER_SIZE);
  const header = walHeader(head);
  if (header === null || header.pageSize !== pageSize) {
    return { ...NOTHING, facts: unusable(header, end), identity: headerIdentity(head) };
  }
  const state = startScan(header, options.earlier ?? null);
  const frameSize = FRAME_HEADER_SIZE + pageSize;
  const run = Math.max(1, Math.floor(RUN / frameSize)) * frameSize;
  let at = state.offset;
  for (const bytes of pieces(wal, { from: at, to: end, piece: run })) {
    takeRun(state, bytes, at);
    at += bytes.length;
  }
  return scanned(state, end);
}

interface ScanState {
  readonly header: WalHeader;
  readonly frameSize: number;
  /** Just after the last commit. */
  offset: number;
  sums: Sums;
  committed: number;
  commits: number;
  databasePages: number | null;
  readonly pages: Map<number, number>;
  /** Frames after the last commit, not yet known to count. */
  pending: { page: number; offset: number }[];
  running: Sums;
  /** A frame did not check: none after it counts. */
  broken: boolean;
  stale: number;
  torn: number;
  tornBytes: number;
}

function startScan(header: WalHeader, earlier: WalScan | null): ScanState {
  const resume = earlier?.identity === header.identity ? earlier.resume : null;
  const sums = resume?.sums ?? header.sums;
  return {
    header,
    frameSize: FRAME_HEADER_SIZE + header.pageSize,
    offset: resume?.offset ?? WAL_HEADER_SIZE,
    sums,
    committed: resume === null ? 0 : earlier?.facts.committed ?? 0,
    commits: resume === null ? 0 : earlier?.facts.commits ?? 0,
    databasePages: resume === null ? null : earlier?.databasePages ?? null,
    pages: new Map(resume === null ? [] : earlier?.pages),
    pending: [],
    running: sums,
    broken: false,
    stale: 0,
    torn: 0,
    tornBytes: 0,
  };
}

/** Takes the frames of one run that starts at `offset` of the log. */
function takeRun(state: ScanState, bytes: Uint8Array, offset: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = 0;
  for (; at + state.frameSize <= bytes.length; at += state.frameSize) {
    const ours = view.getUint32(at + 8) === state.header.salts[0] &&
      view.getUint32(at + 12) === state.header.salts[1];
    if (ours && takeFrame(state, view, { at, offset: offset + at })) continue;
    state.broken = true;
    if (!ours) state.stale++;
    else countTorn(state, state.frameSize);
  }
  if (at < bytes.length) countTorn(state, bytes.length - at);
}

function countTorn(state: ScanState, bytes: number): void {
  state.torn++;
  state.tornBytes += bytes;
}

/** False when the frame does not check, or follows one that does not. */
function takeFrame(
  state: ScanState,
  view: DataView,
  frame: { readonly at: number; readonly offset: number },
): boolean {
  const page = view.getUint32(frame.at);
  if (state.broken || page === 0) return false;
  const { littleEndian, pageSize } = state.header;
  const head = addChecksum(state.running, view, { from: frame.at, length: 8, littleEndian });
  const from = frame.at + FRAME_HEADER_SIZE;
  const sums = addChecksum(head, view, { from, length: pageSize, littleEndian });
  if (view.getInt32(frame.at + 16) !== sums[0] || view.getInt32(frame.at + 20) !== sums[1]) {
    return false;
  }
  state.running = sums;
  state.pending.push({ page, offset: frame.offset + FRAME_HEADER_SIZE });
  const databasePages = view.getUint32(frame.at + 4);
  if (databasePages > 0) commit(state, databasePages, frame.offset + state.frameSize);
  return true;
}

function commit(state: ScanState, databasePages: number, offset: number): void {
  for (const { page, offset } of state.pending) state.pages.set(page, offset);
  state.committed += state.pending.length;
  state.commits++;
  state.pending = [];
  state.databasePages = databasePages;
  state.offset = offset;
  state.sums = state.running;
}

function scanned(state: ScanState, size: number): WalScan {
  const { header, committed, commits, pending, stale, torn, tornBytes } = state;
  return {
    facts: {
      size,
      header: "sound",
      pageSize: header.pageSize,
      checkpointSequence: header.checkpointSequence,
      salts: header.salts,
      valid: committed + pending.length,
      committed,
      commits,
      uncommitted: pending.length,
      stale,
      torn,
      tornBytes,
    },
    pages: state.pages,
    databasePages: state.databasePages,
    identity: header.identity,
    resume: { offset: state.offset, sums: state.sums },
  };
}

const NOTHING: Omit<WalScan, "facts" | "identity"> = {
  pages: new Map(),
  databasePages: null,
  resume: null,
};

function unusable(header: WalHeader | null, size: number): WalFacts {
  return {
    size,
    header: size === 0 ? "empty" : header === null ? "damaged" : "other page size",
    pageSize: header?.pageSize ?? null,
    checkpointSequence: header?.checkpointSequence ?? null,
    salts: header?.salts ?? null,
    valid: 0,
    committed: 0,
    commits: 0,
    uncommitted: 0,
    stale: 0,
    torn: 0,
    tornBytes: 0,
  };
}
