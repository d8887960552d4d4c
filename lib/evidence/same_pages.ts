/**
 * Where two copies of one table may differ: leaves whose bytes are equal, with
 * all that overflows from them, hold the same rows and need not be decoded.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import {
  type Bounded,
  type LeafRows,
  leafRows,
  leavesOf,
  OddPage,
  requireWhole,
} from "./leaf_page.ts";
import type { PageSource } from "./page_source.ts";

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

/** What the pages of an older and a newer table tell. */
export interface Likeness {
  /** Every row that is not in both alike lies in one of them; ascending, apart. */
  readonly ranges: readonly RowRange[];
  readonly olderCount: number;
  readonly newerCount: number;
}

/** What they tell of the older one. */
export interface OlderLikeness {
  /** Every row of the older table that the newer has not alike lies in one of them; ascending, apart. */
  readonly ranges: readonly RowRange[];
  /** Row ids on leaves that are alike, ascending; those in the ranges may be among them. */
  readonly alike: Float64Array;
}

/** More ranges than this are walked faster as a whole. */
const MOST_RANGES = 2000;

/**
 * Compares two tables of one layout page by page.
 *
 * @returns Null when nothing can be concluded: odd pages, other page sizes, too much that differs
 */
export function likenessOf(older: PagedTable, newer: PagedTable): Likeness | null {
  return compared(older, newer, (pass) => {
    pass.go(Math.max(older.source.pages, newer.source.pages));
    return { ranges: pass.ranges(), olderCount: pass.olderCount, newerCount: pass.newerCount };
  });
}

/**
 * The same, for those who want the older table's rows: what the newer has
 * beyond them is not read.
 *
 * @returns Null when nothing can be concluded
 */
export function olderLikeness(older: PagedTable, newer: PagedTable): OlderLikeness | null {
  return compared(older, newer, (pass) => {
    pass.go(older.source.pages);
    return { ranges: pass.ranges(), alike: Float64Array.from(pass.alike).sort() };
  });
}

function compared<Result extends { readonly ranges: readonly RowRange[] }>(
  older: PagedTable,
  newer: PagedTable,
  work: (pass: Pass) => Result,
): Result | null {
  const [a, b] = [older.source, newer.source];
  if (a.pageSize !== b.pageSize || a.usable !== b.usable) return null;
  try {
    requireWhole(a);
    requireWhole(b);
    const leaves = { older: new Leaves(older), newer: new Leaves(newer) };
    const result = work(new Pass(a, b, leaves));
    return result.ranges.length > MOST_RANGES ? null : result;
  } catch (error) {
    if (error instanceof OddPage) return null;
    throw error;
  }
}

/** The leaves of a table by page, in few bytes a page. */
class Leaves {
  /** NaN for a page that is no leaf. */
  readonly #after: Float64Array;
  readonly #to: Float64Array;
  readonly #usable: number;

  constructor({ source, root }: PagedTable) {
    this.#usable = source.usable;
    this.#after = new Float64Array(source.pages + 1).fill(NaN);
    this.#to = new Float64Array(source.pages + 1);
    for (const leaves of leavesOf(source, root)) {
      for (const { page, after, to } of leaves) {
        this.#after[page] = after;
        this.#to[page] = to;
      }
    }
  }

  /** The rows of a page; null for a page that is no leaf. */
  rows(page: number, bytes: Uint8Array): LeafRows | null {
    const after = this.#after[page] ?? NaN;
    if (Number.isNaN(after)) return null;
    const leaf: Bounded = { page, after, to: this.#to[page] as number };
    return leafRows(bytes, leaf, this.#usable);
  }

  /** True for a page that is a leaf of both with the same bounds: it reads the same in both. */
  isLike(other: Leaves, page: number): boolean {
    return this.#after[page] === other.#after[page] && this.#to[page] === other.#to[page];
  }
}

/** Leaves after which it shows whether the two files are laid out alike at all. */
const ENOUGH = 4000;

/** Bytes of each file that are read at once. */
const RUN = 1 << 20;

/** One reading of both files from end to end. */
class Pass {
  olderCount = 0;
  newerCount = 0;
  /** Row ids on leaves that are alike, in the order of their pages. */
  readonly alike: number[] = [];
  /** Leaves of both sides so far. */
  #looked = 0;
  readonly #different: RowRange[] = [];
  /** 1 for a page that both have alike. */
  readonly #same: Uint8Array;
  /** First four bytes of such a page: the next one of an overflow chain. */
  readonly #next: Uint32Array;
  /** Pairs of a leaf that is alike and a page it overflows to. */
  readonly #chains: [leaf: number, first: number][] = [];

  constructor(
    readonly older: PageSource,
    readonly newer: PageSource,
    readonly leaves: { readonly older: Leaves; readonly newer: Leaves },
  ) {
    const pages = Math.min(older.pages, newer.pages);
    this.#same = new Uint8Array(pages + 1);
    this.#next = new Uint32Array(pages + 1);
  }

  /** @param pages How many pages are gone through, from the first on */
  go(pages: number): void {
    const { older, newer } = this;
    const step = Math.max(1, Math.floor(RUN / older.pageSize));
    // used again and again: fresh memory costs more than what is read into it
    const memory = [new Uint8Array(step * older.pageSize), new Uint8Array(step * older.pageSize)];
    for (let first = 1; first <= pages; first += step) {
      const count = Math.min(step, pages - first + 1);
      const a = older.run(first, count, memory[0]);
      const b = newer.run(first, count, memory[1]);
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
      const rows = this.leaves.older.rows(leaf, this.older.run(leaf, 1));
      if (rows !== null) this.#different.push(rows);
    }
    return merged(this.#different.filter(({ lowest, highest }) => lowest <= highest));
  }

  #look(page: number, a: Uint8Array, b: Uint8Array): void {
    const isSame = page < this.#same.length && Buffer.compare(a, b) === 0;
    if (isSame) {
      this.#same[page] = 1;
      this.#next[page] = new DataView(a.buffer, a.byteOffset, 4).getUint32(0);
    }
    const was = this.leaves.older.rows(page, a);
    const isLike = isSame && this.leaves.older.isLike(this.leaves.newer, page);
    const is = isLike ? was : this.leaves.newer.rows(page, b);
    this.#looked += Number(was !== null) + Number(is !== null);
    this.olderCount += was?.keys.length ?? 0;
    this.newerCount += is?.keys.length ?? 0;
    if (isSame && was !== null && is !== null) {
      for (const key of was.keys) this.alike.push(key);
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
