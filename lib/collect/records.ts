/**
 * The records of a bundle, read back.
 *
 * @module
 */

import { EvidenceError } from "../evidence/errors.ts";
import type { EvidenceTree } from "../evidence/file.ts";
import { readLines } from "../evidence/lines.ts";
import { readManifestLine, type RecordedItem } from "./item.ts";
import { CASE, MANIFEST } from "./target.ts";

/** A bundle's files. */
export interface Storage {
  readonly tree: EvidenceTree;
  /** What every path in it begins with: `/`, or one more folder of a zip packed by hand. */
  readonly top: string;
}

/** The manifest of a bundle. */
export interface ManifestRecord {
  /** Line numbers from 1 of lines that are none, but for a torn last one. */
  readonly broken: readonly number[];
  /** The last line is cut off: the run was killed while it was written. */
  readonly torn: boolean;
  readonly items: readonly RecordedItem[];
}

/**
 * Reads the manifest.
 *
 * @throws {EvidenceError} `unreadable`
 */
export function readManifest({ tree, top }: Storage): ManifestRecord {
  const file = tree.open(top + MANIFEST);
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const items: RecordedItem[] = [];
  const broken: number[] = [];
  let torn = false;
  try {
    for (const { bytes, number, ended } of readLines(file)) {
      const item = ended ? readManifestLine(decoder.decode(bytes)) : null;
      if (item !== null) items.push(item);
      else if (ended) broken.push(number);
      else torn = true;
    }
  } finally {
    file.close();
  }
  return { items, broken, torn };
}

/** case.json as it stands; null when it is missing or no object. */
export function readCase({ tree, top }: Storage): Record<string, unknown> | null {
  try {
    const file = tree.open(top + CASE);
    try {
      const value: unknown = JSON.parse(new TextDecoder().decode(file.read(0, file.size)));
      return isObject(value) ? value : null;
    } finally {
      file.close();
    }
  } catch (error) {
    if (error instanceof EvidenceError || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** True for a JSON object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
