/**
 * Hashes of evidence.
 *
 * @module
 */

import { createHash } from "node:crypto";
import type { EvidenceFile } from "./file.ts";
import { pieces } from "./pieces.ts";

const CHUNK = 1024 * 1024;

/**
 * Hashes a file a MiB at a time, up to the size it had when it was opened: a
 * file that goes on growing has an end.
 *
 * @returns SHA-256 in lower-case hex, and the bytes it covers
 * @throws {EvidenceError} `unreadable`
 */
export function hashFile(file: EvidenceFile): { sha256: string; size: number } {
  const hash = createHash("sha256");
  let size = 0;
  for (const bytes of pieces(file, { to: file.size, piece: CHUNK })) {
    hash.update(bytes);
    size += bytes.length;
  }
  return { sha256: hash.digest("hex"), size };
}
