/**
 * What a file is that is not the database it should be.
 *
 * @module
 */

import { EvidenceError } from "../evidence/errors.ts";
import type { EvidenceFile } from "../evidence/file.ts";
import { pieces } from "../evidence/pieces.ts";
import { openSource, type Source } from "./source.ts";

/** Bytes looked at in one go. */
const PIECE = 1 << 20;

/** Its size, whether it holds nothing but NUL bytes, and the log that still lies beside it. */
export function whatIsThere(source: Source): string {
  try {
    const file = openSource(source);
    try {
      const { size } = file;
      const zeroed = size > 0 && isZeroed(file) ? ", all of them NUL" : "";
      const wal = file.companion("-wal");
      const beside = wal === null ? "" : `; a WAL of ${wal.size} bytes lies beside it`;
      wal?.close();
      return `${size} bytes${zeroed}${beside}`;
    } finally {
      file.close();
    }
  } catch (error) {
    if (error instanceof EvidenceError) return error.message;
    throw error;
  }
}

function isZeroed(file: EvidenceFile): boolean {
  let zeros = 0;
  for (const bytes of pieces(file, { to: file.size, piece: PIECE })) {
    if (bytes.some((byte) => byte !== 0)) return false;
    zeros += bytes.length;
  }
  return zeros >= file.size;
}
