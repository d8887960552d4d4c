/**
 * Columns of numbers that grow in blocks: no copy is made of what is there.
 *
 * @module
 */

const BLOCK = 1 << 16;

type Block = Float64Array | Uint32Array | Int32Array | Uint16Array | Uint8Array;

/** A column of numbers, as wide as its blocks. */
export class GrowingColumn {
  readonly #make: (length: number) => Block;
  readonly #blocks: (Block | undefined)[] = [];

  /** @param make Makes an empty block of the wanted type */
  constructor(make: (length: number) => Block) {
    this.#make = make;
  }

  /** The number at a place; 0 where none was set. */
  get(at: number): number {
    return this.#blocks[at >>> 16]?.[at & (BLOCK - 1)] ?? 0;
  }

  /** Sets the number at a place, which may lie beyond the end; zeros cost nothing. */
  set(at: number, value: number): void {
    let block = this.#blocks[at >>> 16];
    if (block === undefined) {
      if (value === 0) return;
      block = this.#make(BLOCK);
      this.#blocks[at >>> 16] = block;
    }
    block[at & (BLOCK - 1)] = value;
  }
}

/** Doubles. */
export function doubles(): GrowingColumn {
  return new GrowingColumn((length) => new Float64Array(length));
}

/** Whole numbers from 0 to 2^32 - 1. */
export function words(): GrowingColumn {
  return new GrowingColumn((length) => new Uint32Array(length));
}

/** Whole numbers from 0 to 255. */
export function bytes(): GrowingColumn {
  return new GrowingColumn((length) => new Uint8Array(length));
}

/** Whole numbers from 0 to 65,535. */
export function shorts(): GrowingColumn {
  return new GrowingColumn((length) => new Uint16Array(length));
}
