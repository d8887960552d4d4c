/**
 * Where two copies of one table may differ: leaves whose bytes are equal, with
 * all that overflows from them, hold the same rows and need not be decoded.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { leafRows, leavesOf, OddPage } from "../evidence/leaf_page.ts";
import type { PageSource } from "../evidence/page_source.ts";

/** A table in pages. */
export interface PagedTable {
  readonly source: PageSource;
  readonly root: number;
}

/** Row ids from lowest to highest, both included. */
export interface RowRange {
  readonly lowest: number;
  readonly highest: number;
}

/** What the pages of two tables tell. */
export interface Likeness {
  /** Every row that is not in both alike lies in one of them; ascending, apart. */
  readonly ranges: readonly RowRange[];
  readonly olderCount: number;
  readonly newerCount: number;
}

/** More ranges than this are walked faster as a whole. */
const MOST_RANGES = 2000;

/**
 * Compares two tables of one layout page by page.
 *
 * @returns Null when nothing can be concluded: odd pages, other page sizes, too much that differs
 */
export function likenessOf(older: PagedTable, newer: PagedTable): Likeness | null {
  const [a, b] = [older.source, newer.source];
  if (a.pageSize !== b.pageSize || a.usable !== b.usable) return null;
  try {
    const leaves = { older: marked(older), newer: marked(newer) };
    const pass = new Pass(a, b, leaves);
    pass.go();
    const ranges = merged(pass.ranges());
    if (ranges.length > MOST_RANGES) return null;
    return { ranges, olderCount: pass.olderCount, newerCount: pass.newerCount };
  } catch (error) {
    if (error instanceof OddPage) return null;
    throw error;
  }
}

interface Marks {
  readonly older: Uint8Array;
  readonly newer: Uint8Array;
}

function marked({ source, root }: PagedTable): Uint8Array {
  const marks = new Uint8Array(source.pages + 1);
  for (const page of leavesOf(source, root)) marks[page] = 1;
  return marks;
}

/** Leaves after which it shows whether the two files are laid out alike at all. */
const ENOUGH = 4000;

/** Bytes of each file that are read at once. */
const RUN = 1 << 20;

/** One reading of both files from end to end. */
class Pass {
  olderCount = 0;
  newerCount = 0;
  /** Leaves of both sides so far. */
  #looked = 0;
  readonly #different: RowRange[] = [];
  /** 1 for a page that both have alike. */
  readonly #same: Uint8Array;
  /** First four bytes of such a page: the next one of an overflow chain. */
  readonly #next: Uint32Array;
  /** Pairs of a leaf that is alike and a page it overflows to. */
  readonly #chains: [leaf: number, first: number][] = [];

  constructor(readonly older: PageSource, readonly newer: PageSource, readonly leaves: Marks) {
    const pages = Math.min(older.pages, newer.pages);
    this.#same = new Uint8Array(pages + 1);
    this.#next = new Uint32Array(pages + 1);
  }

  go(): void {
    const { older, newer } = this;
    const pages = Math.max(older.pages, newer.pages);
    const step = Math.max(1, Math.floor(RUN / older.pageSize));
    for (let first = 1; first <= pages; first += step) {
      const count = Math.min(step, pages - first + 1);
      const [a, b] = [older.run(first, count), newer.run(first, count)];
      for (let at = 0; at < count; at++) {
        const from = at * older.pageSize;
        const to = from + older.pageSize;
        this.#look(first + at, a.subarray(from, to), b.subarray(from, to));
      }
      if (this.#looked > ENOUGH && 2 * this.#different.length > this.#looked) throw new OddPage();
    }
  }

  /** The ranges of rows on leaves that are not alike. */
  ranges(): RowRange[] {
    const differs = new Set<number>();
    for (const [leaf, first] of this.#chains) {
      if (differs.has(leaf) || this.#isChainSame(first)) continue;
      differs.add(leaf);
      this.#different.push(leafRows(this.older.run(leaf, 1), leaf, this.older.usable));
    }
    return this.#different.filter(({ lowest, highest }) => lowest <= highest);
  }

  #look(page: number, a: Uint8Array, b: Uint8Array): void {
    const isSame = page < this.#same.length && Buffer.compare(a, b) === 0;
    if (isSame) {
      this.#same[page] = 1;
      this.#next[page] = new DataView(a.buffer, a.byteOffset, 4).getUint32(0);
    }
    const inOlder = this.leaves.older[page] === 1;
    const inNewer = this.leaves.newer[page] === 1;
    const was = inOlder ? leafRows(a, page, this.older.usable) : null;
    const is = inNewer ? leafRows(b, page, this.newer.usable) : null;
    this.#looked += Number(inOlder) + Number(inNewer);
    this.olderCount += was?.count ?? 0;
    this.newerCount += is?.count ?? 0;
    if (isSame && was !== null && is !== null) {
      for (const first of was.overflow) this.#chains.push([page, first]);
      return;
    }
    if (was !== null) this.#different.push(was);
    if (is !== null) this.#different.push(is);
  }

  #isChainSame(first: number): boolean {
    let page = first;
    for (let steps = 0; page !== 0; steps++) {
      if (this.#same[page] !== 1 || steps > this.#same.length) return false;
      page = this.#next[page] as number;
    }
    return true;
  }
}

function merged(ranges: readonly RowRange[]): RowRange[] {
  const found: { lowest: number; highest: number }[] = [];
  for (const { lowest, highest } of [...ranges].sort((a, b) => a.lowest - b.lowest)) {
    const last = found.at(-1);
    if (last !== undefined && lowest <= last.highest + 1) {
      last.highest = Math.max(last.highest, highest);
    } else found.push({ lowest, highest });
  }
  return found;
}
