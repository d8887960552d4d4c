/**
 * The names in a folder, as they are shown: a name is bytes, and a path is text.
 *
 * @module
 */

import { Buffer } from "node:buffer";

/** A name as the disk has it, and as it is shown. */
export interface DiskName {
  readonly bytes: Buffer;
  readonly shown: string;
}

/** What stands for bytes that are no character. */
export const REPLACEMENT = "\ufffd";

/**
 * The names of one folder, sorted by code points, no two shown alike: names that
 * only such bytes tell apart are shown with each of these bytes after its U+FFFD.
 */
export function diskNames(names: readonly Buffer[]): DiskName[] {
  const all = names.map((bytes) => ({ bytes, shown: UTF8.decode(bytes) }));
  if (all.some(({ shown }) => shown.includes(REPLACEMENT))) tellApart(all);
  return all.map((name) => ({ ...name, key: keyOf(name) }))
    .sort((a, b) => Buffer.compare(a.key, b.key))
    .map(({ bytes, shown }) => ({ bytes, shown }));
}

/** True when a name is not what it is shown by. */
export function isRaw({ bytes, shown }: DiskName): boolean {
  return shown.includes(REPLACEMENT) && !Buffer.from(shown).equals(bytes);
}

const UTF8 = new TextDecoder("utf-8", { ignoreBOM: true });
const STRICT = new TextDecoder("utf-8", { ignoreBOM: true, fatal: true });

interface Shown {
  readonly bytes: Buffer;
  shown: string;
}

/** A name that is what it is shown by keeps it; one that only looks like another gives way. */
function tellApart(all: readonly Shown[]): void {
  const alike = Map.groupBy(all, ({ shown }) => shown);
  const sorted = all.toSorted((a, b) => Buffer.compare(a.bytes, b.bytes));
  const alone = (name: Shown): boolean => alike.get(name.shown)?.length === 1;
  const first = new Set(sorted.filter((name) => alone(name) || !isRaw(name)));
  const taken = new Set<string>();
  for (const name of [...first, ...sorted.filter((one) => !first.has(one))]) {
    if (!first.has(name)) name.shown = withBytes(name.bytes);
    // A runtime that shows names only gives several the same bytes.
    while (taken.has(name.shown)) name.shown += REPLACEMENT;
    taken.add(name.shown);
  }
}

/** `a\ufffdff` for `a` and the byte 0xff. */
function withBytes(bytes: Buffer): string {
  let shown = "";
  for (let at = 0; at < bytes.length;) {
    const character = LENGTHS.map((length) => characterIn(bytes.subarray(at, at + length)))
      .find((one) => one !== null) ?? null;
    shown += character ?? REPLACEMENT + (bytes[at] ?? 0).toString(16).padStart(2, "0");
    at += character === null ? 1 : Buffer.byteLength(character);
  }
  return shown;
}

/** Bytes that one character of UTF-8 may have. */
const LENGTHS = [1, 2, 3, 4] as const;

function characterIn(bytes: Uint8Array): string | null {
  try {
    const text = STRICT.decode(bytes);
    return [...text].length === 1 ? text : null;
  } catch {
    return null;
  }
}

/** UTF-8 bytes sort as code points do. */
function keyOf({ bytes, shown }: Shown): Buffer {
  return shown.includes(REPLACEMENT) ? Buffer.from(shown) : bytes;
}
