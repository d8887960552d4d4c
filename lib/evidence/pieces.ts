/**
 * A file from one place to another, a piece at a time.
 *
 * @module
 */

import type { EvidenceFile } from "./file.ts";

/** What is wanted of a file, in bytes. */
export interface Stretch {
  /** Where it begins; the start of the file unless told. */
  readonly from?: number;
  /** Where it ends; the file may end before. */
  readonly to: number;
  /** How much at a time. */
  readonly piece: number;
}

/**
 * The pieces of a stretch, each of which holds until the next one is asked for:
 * all are read into the same memory, for fresh memory costs more than what is
 * read into it.
 *
 * @throws {EvidenceError} `unreadable`
 */
export function* pieces(
  file: EvidenceFile,
  { from = 0, to, piece }: Stretch,
): Generator<Uint8Array> {
  const memory = new Uint8Array(Math.max(0, Math.min(piece, to - from)));
  for (let at = from; at < to;) {
    const bytes = file.read(at, Math.min(piece, to - at), memory);
    if (bytes.length === 0) return;
    yield bytes;
    at += bytes.length;
  }
}
