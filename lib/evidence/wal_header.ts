/**
 * The header of a write-ahead log, and the checksum that binds its frames.
 *
 * Rests on https://www.sqlite.org/fileformat2.html#wal_file_format
 *
 * @module
 */

import { isPageSize } from "./sqlite_header.ts";

/** Bytes before the first frame. */
export const WAL_HEADER_SIZE = 32;

/** The two halves of a cumulative checksum, as signed 32-bit numbers. */
export type Sums = readonly [number, number];

/** What the header says. */
export interface WalHeader {
  /** The byte order in which checksums take their words. */
  readonly littleEndian: boolean;
  /** Bytes. */
  readonly pageSize: number;
  readonly checkpointSequence: number;
  readonly salts: readonly [number, number];
  /** Where the first frame's checksum goes on from. */
  readonly sums: Sums;
  /** All bytes as one word: two headers are the same generation when it is equal. */
  readonly identity: string;
}

const LITTLE_ENDIAN_MAGIC = 0x377f0682;
const BIG_ENDIAN_MAGIC = 0x377f0683;
const FORMAT_VERSION = 3007000;

/** The header that `bytes` start with, or null when SQLite would not take it for one. */
export function walHeader(bytes: Uint8Array): WalHeader | null {
  if (bytes.length < WAL_HEADER_SIZE) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, WAL_HEADER_SIZE);
  const magic = view.getUint32(0);
  if (magic !== LITTLE_ENDIAN_MAGIC && magic !== BIG_ENDIAN_MAGIC) return null;
  const pageSize = view.getUint32(8);
  if (view.getUint32(4) !== FORMAT_VERSION || !isPageSize(pageSize)) return null;
  const littleEndian = magic === LITTLE_ENDIAN_MAGIC;
  const sums = addChecksum([0, 0], view, { from: 0, length: 24, littleEndian });
  if (view.getInt32(24) !== sums[0] || view.getInt32(28) !== sums[1]) return null;
  return {
    littleEndian,
    pageSize,
    checkpointSequence: view.getUint32(12),
    salts: [view.getUint32(16), view.getUint32(20)],
    sums,
    identity: headerIdentity(bytes),
  };
}

/** The header's bytes as one word; shorter for a log that is cut or absent. */
export function headerIdentity(bytes: Uint8Array): string {
  return bytes.subarray(0, WAL_HEADER_SIZE).toHex();
}

/**
 * Carries a checksum on over a stretch of bytes.
 *
 * @param stretch `length` is a multiple of 8 bytes
 */
export function addChecksum(
  sums: Sums,
  view: DataView,
  stretch: { readonly from: number; readonly length: number; readonly littleEndian: boolean },
): Sums {
  const { from, length, littleEndian } = stretch;
  let [first, second] = sums;
  for (let at = from; at < from + length; at += 8) {
    first = (first + view.getInt32(at, littleEndian) + second) | 0;
    second = (second + view.getInt32(at + 4, littleEndian) + first) | 0;
  }
  return [first, second];
}
