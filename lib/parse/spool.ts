/**
 * Rows put in order on their way to the timeline: in memory while they are few,
 * in sorted runs in the work folder when they are many.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { closeSync, openSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";
import { EvidenceError } from "../evidence/errors.ts";
import { merge } from "../row/merge.ts";
import { compareRanked, type Ranked } from "../row/order.ts";
import type { StampedRow } from "../row/stamped.ts";

/** A row with its place in the timeline. */
export interface PlacedRow extends Ranked {
  readonly row: StampedRow;
  /** Number under which pairing keeps the row; null when it does not. */
  readonly number: number | null;
}

/** Collects rows in any order and gives them back in the timeline's. */
export class Spool {
  readonly #folder: (() => string) | null;
  readonly #budget: number;
  #rows: PlacedRow[] = [];
  #bytes = 0;
  readonly #runs: string[] = [];

  /**
   * @param folder Makes the work folder, or null when there is none
   * @param budget Bytes of rows held in memory, about
   */
  constructor(folder: (() => string) | null, budget: number) {
    this.#folder = folder;
    this.#budget = budget;
  }

  /**
   * Takes one row.
   *
   * @throws {EvidenceError} `needs-work-folder` when there are too many rows and no folder
   */
  add(placed: PlacedRow): void {
    this.#rows.push(placed);
    this.#bytes += weightOf(placed.row);
    if (this.#bytes > this.#budget) this.#writeRun();
  }

  /** All rows in order; call once, after the last `add`. */
  *rows(): Generator<PlacedRow> {
    const held = this.#rows.sort(compareRanked);
    yield* merge([...this.#runs.map(readRun), held], compareRanked);
  }

  #writeRun(): void {
    if (this.#folder === null) {
      const mebibytes = Math.ceil(this.#bytes / 2 ** 20);
      throw new EvidenceError(
        "needs-work-folder",
        "",
        `Sorting needs more than ${mebibytes} MiB: name an output file with --out, or a folder with --work DIR`,
      );
    }
    const path = join(this.#folder(), `rows-${runs++}.jsonl`);
    const file = openSync(path, "wx", 0o600);
    try {
      let lines = "";
      for (const placed of this.#rows.sort(compareRanked)) {
        lines += `${JSON.stringify(placed, keepBigint)}\n`;
        if (lines.length > CHUNK) {
          writeWhole(file, lines);
          lines = "";
        }
      }
      writeWhole(file, lines);
    } finally {
      closeSync(file);
    }
    this.#runs.push(path);
    this.#rows = [];
    this.#bytes = 0;
  }
}

/** What a row weighs beside its longer texts, in bytes, about. */
const ROW_BYTES = 600;

/** Bytes, about; any text that evidence holds may be long. */
function weightOf({ text, notes, toolName, toolUseId, sessionId }: StampedRow): number {
  const letters = [text, toolName, toolUseId, sessionId, ...notes]
    .reduce((sum, words) => sum + (words?.length ?? 0), 0);
  return ROW_BYTES + 2 * letters;
}

const CHUNK = 2 ** 20;

let runs = 0;

/** A write may take only a part of what it is given. */
function writeWhole(file: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done);
}

function keepBigint(key: string, value: unknown): unknown {
  return key === "line" && typeof value === "bigint" ? `${value}` : value;
}

function reviveBigint(key: string, value: unknown): unknown {
  return key === "line" && typeof value === "string" ? BigInt(value) : value;
}

function* readRun(path: string): Generator<PlacedRow> {
  const file = openSync(path, "r");
  const chunk = new Uint8Array(CHUNK);
  const decoder = new TextDecoder();
  let pieces: string[] = []; // of a line that is longer than a chunk
  try {
    for (;;) {
      const got = readSync(file, chunk);
      if (got === 0) return;
      const lines = decoder.decode(chunk.subarray(0, got), { stream: true }).split("\n");
      const rest = lines.pop() ?? "";
      for (const line of lines) {
        yield JSON.parse(pieces.join("") + line, reviveBigint) as PlacedRow;
        pieces = [];
      }
      pieces.push(rest);
    }
  } finally {
    closeSync(file);
  }
}
