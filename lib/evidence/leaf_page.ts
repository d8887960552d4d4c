/**
 * Pages of a table's tree.
 *
 * Rests on https://www.sqlite.org/fileformat2.html#b_tree_pages
 *
 * @module
 */

import type { PageSource } from "./page_source.ts";

/** A page is not what the format says: nothing is concluded from it. */
export class OddPage extends Error {
  override name = "OddPage";
}

/** A page of a tree, and the row ids that may stand below it: above `after`, up to `to`. */
export interface Bounded {
  readonly page: number;
  readonly after: number;
  readonly to: number;
}

/** The rows on one leaf, as far as they tell where they are. */
export interface LeafRows {
  /** Row ids, ascending. */
  readonly keys: readonly number[];
  /** Infinity for a leaf without rows. */
  readonly lowest: number;
  readonly highest: number;
  /** First pages of what does not fit on the leaf. */
  readonly overflow: readonly number[];
}

const INTERIOR = 0x05;
/** First byte of a leaf. */
export const LEAF = 0x0d;
/** Bytes before the page header of page 1. */
const FILE_HEADER = 100;
/** More levels than any tree of 2^32 pages has. */
const DEEPEST = 40;

/** Bytes of page 1 that say when it was changed, how many pages there are, and as of which change. */
const [CHANGED, PAGES, PAGES_AS_OF] = [24, 28, 92];

/**
 * SQLite reads no page beyond those that the header counts, where the header is
 * up to date.
 *
 * @throws {OddPage} When the pages are not just those
 */
export function requireWhole(source: PageSource): void {
  const { buffer, byteOffset, length } = source.run(1, 1);
  const header = new DataView(buffer, byteOffset, length);
  const isCurrent = header.getUint32(CHANGED) === header.getUint32(PAGES_AS_OF);
  if (isCurrent && header.getUint32(PAGES) !== source.pages) throw new OddPage();
}

/**
 * The leaves of a table's tree, in its order, those below one page at a time: a
 * large table has too many to hold. A walk through the tree and a look at one
 * row id find the same rows only where every page keeps to its bounds, so a tree
 * whose pages do not is odd.
 *
 * @throws {OddPage} When a step comes upon it
 */
export function* leavesOf(source: PageSource, root: number): Generator<readonly Bounded[]> {
  const seen = new Uint8Array(source.pages + 1);
  // used again and again: fresh memory costs more than what is read into it
  const memory = new Uint8Array(source.pageSize);
  let level: Bounded[] = [{ page: root, after: -Infinity, to: Infinity }];
  markSeen(level, seen);
  if (typeOf(source, root) === LEAF) {
    yield level;
    return;
  }
  for (let depth = 1; depth < DEEPEST; depth++) {
    const below = childrenOf(source, level[0] as Bounded, memory);
    if (typeOf(source, (below[0] as Bounded).page) === LEAF) {
      for (const parent of level) {
        const leaves = childrenOf(source, parent, memory);
        markSeen(leaves, seen);
        yield leaves;
      }
      return;
    }
    level = level.flatMap((parent) => childrenOf(source, parent, memory));
    markSeen(level, seen);
  }
  throw new OddPage();
}

/**
 * Whether a tree has about so many leaves or more, judged by its first pages.
 *
 * @throws {OddPage}
 */
export function isLarge(source: PageSource, root: number, leaves: number): boolean {
  const memory = new Uint8Array(source.pageSize);
  let page: Bounded = { page: root, after: -Infinity, to: Infinity };
  let count = 1;
  for (let depth = 0; depth < DEEPEST && count < leaves; depth++) {
    if (typeOf(source, page.page) === LEAF) return false;
    const below = childrenOf(source, page, memory);
    count *= below.length;
    page = below[0] as Bounded;
  }
  return count >= leaves;
}

/** Notes pages, each of which exists and comes only once. */
function markSeen(pages: readonly Bounded[], seen: Uint8Array): void {
  for (const { page } of pages) {
    if (page < 1 || page >= seen.length || seen[page] === 1) throw new OddPage();
    seen[page] = 1;
  }
}

/**
 * The rows of a leaf.
 *
 * @param bytes The whole page
 * @throws {OddPage}
 */
export function leafRows(bytes: Uint8Array, leaf: Bounded, usable: number): LeafRows {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const start = leaf.page === 1 ? FILE_HEADER : 0;
  if (bytes[start] !== LEAF) throw new OddPage();
  const count = view.getUint16(start + 3);
  const keys: number[] = [];
  const overflow: number[] = [];
  let last = leaf.after;
  for (let cell = 0; cell < count; cell++) {
    const pointer = start + 8 + 2 * cell;
    if (pointer + 2 > usable) throw new OddPage();
    const at = view.getUint16(pointer);
    const payload = varint(bytes, at);
    const keyStart = varintEnd(bytes, at);
    const key = varint(bytes, keyStart);
    if (key <= last || key > leaf.to) throw new OddPage();
    last = key;
    keys.push(key);
    const local = localSize(payload, usable);
    const end = varintEnd(bytes, keyStart) + local;
    if (end > usable) throw new OddPage();
    if (local < payload) overflow.push(view.getUint32(end));
  }
  const [lowest = Infinity] = keys;
  return { keys, lowest, highest: count === 0 ? -Infinity : last, overflow };
}

function typeOf(source: PageSource, page: number): number {
  if (page < 1 || page > source.pages) throw new OddPage();
  return source.run(page, 1)[page === 1 ? FILE_HEADER : 0] as number;
}

function childrenOf(source: PageSource, parent: Bounded, memory: Uint8Array): Bounded[] {
  const bytes = source.run(parent.page, 1, memory);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const start = parent.page === 1 ? FILE_HEADER : 0;
  if (bytes[start] !== INTERIOR) throw new OddPage();
  const count = view.getUint16(start + 3);
  const children: Bounded[] = [];
  let after = parent.after;
  for (let cell = 0; cell < count; cell++) {
    const pointer = start + 12 + 2 * cell;
    const at = pointer + 2 > source.usable ? source.usable : view.getUint16(pointer);
    if (at + 4 > source.usable) throw new OddPage();
    const to = varint(bytes, at + 4);
    if (to <= after || to > parent.to) throw new OddPage();
    children.push({ page: view.getUint32(at), after, to });
    after = to;
  }
  children.push({ page: view.getUint32(start + 8), after, to: parent.to });
  return children;
}

/** How much of a payload stands on the leaf itself, in bytes. */
export function localSize(payload: number, usable: number): number {
  const most = usable - 35;
  if (payload <= most) return payload;
  const least = Math.floor((usable - 12) * 32 / 255) - 23;
  const wanted = least + (payload - least) % (usable - 4);
  return wanted <= most ? wanted : least;
}

/** Big-endian, seven bits a byte; negative and unsafe numbers are odd to us. */
function varint(bytes: Uint8Array, at: number): number {
  let value = 0;
  for (let next = at; next < at + LONGEST; next++) {
    const byte = bytes[next];
    if (byte === undefined) break;
    value = value * 128 + (byte & 0x7f);
    if (byte >= 0x80) continue;
    if (!Number.isSafeInteger(value)) break;
    return value;
  }
  throw new OddPage();
}

/** Bytes of a varint that holds a number we can bear. */
const LONGEST = 8;

/** Where a {@linkcode varint} ends. */
function varintEnd(bytes: Uint8Array, at: number): number {
  let end = at;
  while (bytes[end] as number >= 0x80) end++;
  return end + 1;
}
