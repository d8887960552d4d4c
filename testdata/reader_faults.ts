/**
 * What every reader must bear: nothing, noise, and a file cut anywhere.
 *
 * @module
 */

import assert from "node:assert/strict";
import { EvidenceError } from "../lib/evidence/errors.ts";
import { isTrouble } from "../lib/row/trouble.ts";
import type { StoreReader, Told } from "../lib/stores/reader.ts";
import { memoryFile } from "./memory_file.ts";
import { printed, toldOf } from "./sample.ts";

const LF = 10;

/** A whole sample and the reader that reads it. */
export interface FaultCase {
  readonly reader: StoreReader;
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** What a reader tells, or the evidence fault it lets pass; anything else thrown is a failure. */
export function toldOrFault({ reader, path, bytes }: FaultCase): Told[] | EvidenceError {
  try {
    return toldOf(reader, memoryFile(path, bytes));
  } catch (error) {
    if (error instanceof EvidenceError) return error;
    throw error;
  }
}

/** An empty file and 64 KiB of noise end in rows or an evidence fault. */
export function assertBearsNoise(sample: FaultCase): void {
  for (const bytes of [new Uint8Array(0), noise(1), noise(2), noise(3)]) {
    toldOrFault({ ...sample, bytes });
  }
}

/**
 * A file of lines cut at any byte gives what its whole lines gave, then of the
 * torn line either nothing, or one error row, or all that the whole line gave.
 */
export function assertLinesCut(sample: FaultCase): void {
  const whole = toldOrFault(sample);
  assert(!(whole instanceof EvidenceError));
  for (let cut = 0; cut < sample.bytes.length; cut++) {
    const bytes = sample.bytes.slice(0, cut);
    const told = toldOrFault({ ...sample, bytes });
    assert(!(told instanceof EvidenceError), `Fault at byte ${cut}`);
    const torn = bytes.filter((byte) => byte === LF).length + 1;
    const ended: Told[] = whole.filter((item) => Number(item.line) < torn);
    const before: Told[] = told.filter((item) => Number(item.line) < torn);
    assert.deepEqual(printed(before), printed(ended), `Cut at byte ${cut}`);
    const rest: Told[] = told.filter((item) => Number(item.line) >= torn);
    const [only] = rest;
    if (rest.length === 0 || (rest.length === 1 && only !== undefined && isTrouble(only))) continue;
    const line: Told[] = whole.filter((item) => Number(item.line) === torn);
    assert.deepEqual(printed(rest), printed(line), `Cut at byte ${cut}`);
  }
}

/** A document cut at any byte gives one whole-file row, or the rows it had. */
export function assertDocumentCut(sample: FaultCase): void {
  const whole = toldOrFault(sample);
  assert(!(whole instanceof EvidenceError));
  for (let cut = 0; cut < sample.bytes.length; cut++) {
    const told = toldOrFault({ ...sample, bytes: sample.bytes.slice(0, cut) });
    assert(!(told instanceof EvidenceError), `Fault at byte ${cut}`);
    const [only] = told;
    const oneFileRow = told.length === 1 && only !== undefined && isTrouble(only) &&
      only.trouble === "file";
    if (!oneFileRow) assert.deepEqual(printed(told), printed(whole), `Cut at byte ${cut}`);
  }
}

/** 64 KiB that look random and are the same each time. */
function noise(seed: number): Uint8Array {
  const bytes = new Uint8Array(65_536);
  let state = seed;
  for (let i = 0; i < bytes.length; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[i] = state >>> 24;
  }
  return bytes;
}
