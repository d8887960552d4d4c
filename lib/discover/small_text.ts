/**
 * Small text files that say where else to look.
 *
 * @module
 */

import { EvidenceError } from "../evidence/errors.ts";
import type { EvidenceTree } from "../evidence/file.ts";

/** Bytes; a larger file is no start-up file or record. */
const LARGEST = 4 * 1024 ** 2;

/** Told of a file that is there and cannot be read. */
export type OnRefused = (path: string, why: string) => void;

/** The text of a regular file; null when it is absent, special, too large or refused. */
export function smallText(
  tree: EvidenceTree,
  path: string,
  onRefused?: OnRefused,
): string | null {
  const bytes = firstBytes(tree, path, { length: LARGEST + 1, onRefused });
  return bytes === null || bytes.length > LARGEST ? null : new TextDecoder().decode(bytes);
}

/** The first bytes of a regular file; null when it is absent, special or refused. */
export function firstBytes(
  tree: EvidenceTree,
  path: string,
  how: { readonly length: number; readonly onRefused?: OnRefused | undefined },
): Uint8Array | null {
  const { length, onRefused } = how;
  const facts = tree.facts(path);
  if (facts?.kind === "unknown") onRefused?.(path, facts.refused ?? "Cannot be reached");
  if (facts?.kind !== "file" && facts?.kind !== "link") return null;
  try {
    const file = tree.open(path);
    try {
      return file.read(0, length);
    } finally {
      file.close();
    }
  } catch (error) {
    if (!(error instanceof EvidenceError)) throw error;
    // A link that leads nowhere, or to a folder, refuses nothing.
    if (facts.kind === "file" || tree.resolve(path) !== null) {
      if (error.fault === "unreadable") onRefused?.(path, error.message);
    }
    return null;
  }
}
