/**
 * Whether a database and the files beside it stood still while they were read.
 *
 * @module
 */

import type { EvidenceFile } from "./file.ts";
import { JOURNAL_HEADER_SIZE, journalIdentity } from "./journal.ts";
import { headerIdentity, WAL_HEADER_SIZE } from "./wal_header.ts";

/** What has to be equal before and after. */
export interface Stamp {
  /** Device and inode behind the path; null when nothing is there any more. */
  readonly file: string | null;
  /** Size, time of change and change counter of the main file. */
  readonly content: string;
  /** Checkpoint sequence, salts and the rest of the log's header. */
  readonly wal: string;
  /** The transaction a hot journal belongs to; null without one. */
  readonly journal: string | null;
}

/** Takes the stamp of this moment, by path: a companion that came or went shows. */
export function stampOf(main: EvidenceFile): Stamp {
  const now = main.now();
  const counter = main.read(24, 4).toHex();
  const wal = headerIdentity(head(main, { suffix: "-wal", length: WAL_HEADER_SIZE }));
  const journal = journalIdentity(head(main, { suffix: "-journal", length: JOURNAL_HEADER_SIZE }));
  // Between two looks at the counter that agree, no transaction ended unseen: times are too coarse.
  const again = main.read(24, 4).toHex();
  return {
    file: now === null ? null : `${now.device}:${now.inode}`,
    content: `${now?.size}/${now?.mtimeNs}/${counter}/${again}`,
    wal,
    journal,
  };
}

/** What lies between two stamps. */
export interface WhatWasRead {
  /** Nothing but the main file counts. */
  readonly alone: boolean;
  readonly withoutWal: boolean;
  /** The log's header as it was when its frames were read; not given when they were not. */
  readonly wal?: string;
  /** The journal's transaction as it was when its pages were read. */
  readonly journal?: string | null;
}

/**
 * What changed between two stamps, in words, or null when what was read is one
 * state. A log may grow in between, and then the main file may change too: its
 * pages are still in the log.
 */
export function whatChanged(
  before: Stamp,
  after: Stamp,
  read: WhatWasRead,
): string | null {
  if (after.file === null) return "the file was removed";
  if (before.file !== after.file) return "the file was replaced";
  const { wal = before.wal, journal = before.journal } = read;
  if (!read.withoutWal && !(before.wal === wal && wal === after.wal)) {
    return "the write-ahead log started again";
  }
  if (!(before.journal === journal && journal === after.journal)) {
    return "a transaction began or ended";
  }
  if (read.alone && before.content !== after.content) return "the main file was written to";
  return null;
}

function head(
  main: EvidenceFile,
  part: { readonly suffix: string; readonly length: number },
): Uint8Array {
  const companion = main.companion(part.suffix);
  if (companion === null) return new Uint8Array();
  try {
    return companion.read(0, part.length);
  } finally {
    companion.close();
  }
}
