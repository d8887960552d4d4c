/**
 * A pass over the rows of a table's tree, page by page.
 *
 * Rests on https://www.sqlite.org/fileformat2.html#b_tree_pages
 *
 * @module
 */

import { type Bounded, LEAF, leavesOf, localSize, OddPage, requireWhole } from "./leaf_page.ts";
import type { PageSource } from "./page_source.ts";
import type { RecordCells } from "./record_cells.ts";
import { sweep } from "./sweep.ts";

/** Bytes that are read at once: no page is larger. */
const RUN = 1 << 18;
/** Pages of other trees that are read along rather than skipped. */
const GAP = 8;

/**
 * Bytes of a record that are put together at most: what claims more is SQLite's
 * to judge. It has a limit of its own, and a claim may be far beyond the file.
 */
const LONGEST_RECORD = 1 << 28;
/** Bytes that are kept for the next long record. */
const KEPT_RECORD = 1 << 20;

/** One pass over a tree. */
export class PagePass {
  readonly #source: PageSource;
  readonly #cells: RecordCells;
  readonly #visit: (key: number, cells: RecordCells) => void;
  /** Used again and again: fresh memory costs more than what is read into it. */
  readonly #memory: Uint8Array;
  /** Pages one after the other, as they were read last. */
  #bytes: Uint8Array = new Uint8Array();
  #first = 1;
  /** A record put together from several pages. */
  #record = new Uint8Array();
  /** A page of such a record that is not at hand. */
  readonly #elsewhere: Uint8Array;

  /**
   * @param cells What is wanted of each record
   * @param visit Told of each row in turn; the cells hold until it returns
   */
  constructor(
    source: PageSource,
    cells: RecordCells,
    visit: (key: number, cells: RecordCells) => void,
  ) {
    this.#source = source;
    this.#cells = cells;
    this.#visit = visit;
    this.#memory = new Uint8Array(Math.min(RUN, source.pages * source.pageSize));
    this.#elsewhere = new Uint8Array(source.pageSize);
  }

  /**
   * Visits the rows below a page, in the tree's order.
   *
   * @throws {OddPage} When there is anything odd about the tree, in the middle of it too
   * @throws {EvidenceError} `unreadable`
   */
  go(root: number): void {
    for (const run of this.#runs(root)) {
      for (const leaf of run) this.#leaf(leaf, leaf.page === root);
    }
  }

  /** The same, yielding after each leaf. */
  *leaves(root: number): Generator<void> {
    for (const run of this.#runs(root)) {
      for (const leaf of run) {
        this.#leaf(leaf, leaf.page === root);
        yield;
      }
    }
  }

  /** Leaves that were read at once. */
  *#runs(root: number): Generator<readonly Bounded[]> {
    requireWhole(this.#source);
    for (const leaves of leavesOf(this.#source, root)) {
      sweep();
      for (let next = 0; next < leaves.length;) {
        const end = this.#readRun(leaves, next);
        yield leaves.slice(next, end);
        next = end;
      }
    }
  }

  /** Reads leaves that lie close together; gives where the next ones begin. */
  #readRun(leaves: readonly Bounded[], start: number): number {
    const { pageSize } = this.#source;
    const { page: first } = leaves[start] as Bounded;
    let last = first;
    let end = start + 1;
    for (; end < leaves.length; end++) {
      const { page: leaf } = leaves[end] as Bounded;
      if (leaf <= last || leaf > last + GAP || (leaf - first + 1) * pageSize > RUN) break;
      last = leaf;
    }
    this.#first = first;
    this.#bytes = this.#source.run(first, last - first + 1, this.#memory);
    this.#cells.lookAt(this.#bytes);
    return end;
  }

  #leaf({ page, after, to }: Bounded, isRoot: boolean): void {
    const { pageSize } = this.#source;
    const bytes = this.#bytes;
    const start = (page - this.#first) * pageSize;
    const count = twoBytes(bytes, start + 3);
    const pointers = start + LEAF_HEADER;
    // SQLite's own bound: a cell and its pointer take six bytes at least
    const most = (pageSize - LEAF_HEADER) / 6;
    if (page === 1 || bytes[start] !== LEAF || count > most) throw new OddPage();
    // SQLite bears no empty leaf but the root
    if (count === 0 && !isRoot) throw new OddPage();
    let last = after;
    for (let cell = 0; cell < count; cell++) {
      const key = this.#row(start, start + twoBytes(bytes, pointers + 2 * cell));
      if (key <= last || key > to) throw new OddPage();
      last = key;
    }
  }

  /**
   * Visits a row and gives its key.
   *
   * @param start Where the page begins in the bytes
   */
  #row(start: number, cell: number): number {
    const { usable } = this.#source;
    const bytes = this.#bytes;
    let at = cell;
    let byte = bytes[at++] as number;
    let size = byte & 0x7f;
    while (byte >= 0x80) {
      byte = bytes[at++] as number;
      size = size * 0x80 + (byte & 0x7f);
    }
    const keyStart = at;
    byte = bytes[at++] as number;
    let key = byte & 0x7f;
    while (byte >= 0x80) {
      byte = bytes[at++] as number;
      key = key * 0x80 + (byte & 0x7f);
    }
    // nine bytes hold negative and unsafe keys
    if (at - keyStart >= 9 || !Number.isSafeInteger(key)) throw new OddPage();
    const local = localSize(size, usable);
    const end = at + local;
    if (!(end <= start + usable)) throw new OddPage();
    const needed = this.#cells.turnTo(at, end, size);
    if (needed <= end) this.#visit(key, this.#cells);
    else {
      this.#turnToLong(at, { size, local, wanted: needed - at });
      this.#visit(key, this.#cells);
      this.#cells.lookAt(bytes);
    }
    return key;
  }

  /** Turns to a record with wanted cells beyond its leaf. */
  #turnToLong(
    start: number,
    { size, local, wanted }: {
      readonly size: number;
      readonly local: number;
      readonly wanted: number;
    },
  ): void {
    const record = this.#roomFor(wanted);
    const end = start + local;
    record.set(this.#bytes.subarray(start, end));
    let next = fourBytes(this.#bytes, end);
    for (let done = local; done < wanted;) {
      const page = this.#page(next);
      next = fourBytes(page, 0);
      const part = page.subarray(4, Math.min(this.#source.usable, 4 + wanted - done));
      record.set(part, done);
      done += part.length;
    }
    this.#cells.lookAt(record);
    this.#cells.turnTo(0, wanted, size);
  }

  #roomFor(wanted: number): Uint8Array {
    const { pages, usable } = this.#source;
    if (wanted > Math.min(LONGEST_RECORD, pages * usable)) throw new OddPage();
    if (wanted > KEPT_RECORD) return new Uint8Array(wanted);
    if (this.#record.length < wanted) {
      this.#record = new Uint8Array(Math.min(KEPT_RECORD, 2 * wanted));
    }
    return this.#record;
  }

  /** Holds until the next one is asked for. */
  #page(page: number): Uint8Array {
    const { pageSize, pages } = this.#source;
    if (page < 2 || page > pages) throw new OddPage();
    const start = (page - this.#first) * pageSize;
    const isHere = start >= 0 && start + pageSize <= this.#bytes.length;
    return isHere
      ? this.#bytes.subarray(start, start + pageSize)
      : this.#source.run(page, 1, this.#elsewhere);
  }
}

/** Bytes before the cell pointers of a leaf. */
const LEAF_HEADER = 8;

function twoBytes(bytes: Uint8Array, at: number): number {
  return (bytes[at] as number) << 8 | bytes[at + 1] as number;
}

function fourBytes(bytes: Uint8Array, at: number): number {
  return twoBytes(bytes, at) * 0x10000 + twoBytes(bytes, at + 2);
}
