/**
 * Small text files that say where else to look.
 *
 * @module
 */

import { EvidenceError } from "../evidence/errors.ts";
import type { EvidenceTree } from "../evidence/file.ts";

/** Bytes; a larger file is no start-up file or record. */
const LARGEST = 4 * 1024 ** 2;

/** The text of a regular file; null when it is absent, special, too large or refused. */
export function smallText(tree: EvidenceTree, path: string): string | null {
  const bytes = firstBytes(tree, path, LARGEST + 1);
  return bytes === null || bytes.length > LARGEST ? null : new TextDecoder().decode(bytes);
}

/** The first bytes of a regular file; null when it is absent, special or refused. */
export function firstBytes(tree: EvidenceTree, path: string, length: number): Uint8Array | null {
  const kind = tree.facts(path)?.kind;
  if (kind !== "file" && kind !== "link") return null;
  try {
    const file = tree.open(path);
    try {
      return file.read(0, length);
    } finally {
      file.close();
    }
  } catch (error) {
    if (error instanceof EvidenceError) return null;
    throw error;
  }
}
