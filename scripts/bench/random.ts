/**
 * Random numbers and texts that are the same for the same seed.
 *
 * @module
 */

/** A stream of random things. */
export interface Random {
  /** At least 0, less than 1. */
  fraction(): number;
  /** A whole number, at least 0, less than `limit`. */
  below(limit: number): number;
  /** True in `share` of all calls. */
  chance(share: number): boolean;
  /** Hexadecimal digits. */
  hex(digits: number): string;
  /** Readable text of about that many characters. */
  text(length: number): string;
  /** A length whose mean is `mean`: mostly short, sometimes many times longer. */
  length(mean: number): number;
}

const WORDS =
  "the a index file build test error line value returns from with über naïve 東京 function const import /srv/project/src/main.ts 42 0x1f => { } 'quoted' \"said\", done. Next, check whether it still holds\n"
    .split(" ");

/** Characters of the text that all texts are cut from. */
const POOL_LENGTH = 1 << 18;

/**
 * A stream of random things for a seed (mulberry32).
 *
 * @param seed Any whole number
 */
export function randomFrom(seed: number): Random {
  let state = seed | 0;
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(fraction() * limit);
  const pool = poolFrom(below);
  return {
    fraction,
    below,
    chance: (share) => fraction() < share,
    hex: (digits) => Array.from({ length: digits }, () => below(16).toString(16)).join(""),
    text: (length) => {
      const start = below(Math.max(1, POOL_LENGTH - length));
      return pool.slice(start, start + length);
    },
    length: (mean) => Math.ceil(-Math.log(1 - fraction()) * mean),
  };
}

function poolFrom(below: (limit: number) => number): string {
  let pool = "";
  while (pool.length < POOL_LENGTH) pool += `${WORDS[below(WORDS.length)]} `;
  return pool;
}
