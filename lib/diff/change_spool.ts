/**
 * Changes on their way from the comparison to the output: the counts are told
 * first, so the changes wait, in memory as long as they fit.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { closeSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { EvidenceError } from "../evidence/errors.ts";
import type { Change } from "./change.ts";

/** Changes in the order in which they came; taken out once, in that order. */
export class ChangeSpool {
  readonly #limit: number;
  readonly #workFolder: (() => string) | null;
  #held: string[] = [];
  #bytes = 0;
  #file: { readonly path: string; readonly descriptor: number } | null = null;

  /** @param options.limit Bytes that may wait in memory */
  constructor(options: { limit: number; workFolder: (() => string) | null }) {
    this.#limit = options.limit;
    this.#workFolder = options.workFolder;
  }

  /**
   * Adds a change.
   *
   * @throws {EvidenceError} `needs-work-folder` when it is too much for memory
   */
  add(told: Change): void {
    const line = `${JSON.stringify(told, packed)}\n`;
    this.#held.push(line);
    this.#bytes += line.length * 2;
    if (this.#bytes > this.#limit) this.#spill();
  }

  /** All changes; then the spool is empty. */
  *take(): Generator<Change> {
    for (const line of this.#lines()) yield JSON.parse(line, unpacked) as Change;
    this.close();
  }

  /** Removes what was written. */
  close(): void {
    this.#held = [];
    this.#bytes = 0;
    if (this.#file === null) return;
    closeSync(this.#file.descriptor);
    rmSync(this.#file.path, { force: true });
    this.#file = null;
  }

  #spill(): void {
    if (this.#workFolder === null) {
      const message = "The differences need more memory than --max-memory allows: " +
        "name a folder for them with --work DIR";
      throw new EvidenceError("needs-work-folder", "-", message);
    }
    if (this.#file === null) {
      const path = join(this.#workFolder(), "changes.jsonl");
      this.#file = { path, descriptor: openSync(path, "w+", 0o600) };
    }
    const bytes = Buffer.from(this.#held.join(""));
    for (let at = 0; at < bytes.length;) at += writeSync(this.#file.descriptor, bytes, at);
    this.#held = [];
    this.#bytes = 0;
  }

  *#lines(): Generator<string> {
    if (this.#file !== null) yield* linesOf(this.#file.descriptor);
    yield* this.#held;
  }
}

/** Bytes read back at once. */
const CHUNK = 1 << 20;
const LINE_FEED = 0x0a;

/** Lines of our own file: UTF-8, each ended. */
function* linesOf(descriptor: number): Generator<string> {
  const buffer = Buffer.alloc(CHUNK);
  let rest = Buffer.alloc(0);
  for (let position = 0;;) {
    const count = readSync(descriptor, buffer, 0, CHUNK, position);
    if (count === 0) return;
    position += count;
    const bytes = Buffer.concat([rest, buffer.subarray(0, count)]);
    let from = 0;
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, from)) {
      yield bytes.toString("utf8", from, end);
      from = end + 1;
    }
    rest = bytes.subarray(from);
  }
}

/** A row id beyond what a JSON number holds. */
function packed(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? { wide: value.toString() } : value;
}

function unpacked(_key: string, value: unknown): unknown {
  const isWide = typeof value === "object" && value !== null && "wide" in value;
  return isWide ? BigInt((value as { wide: string }).wide) : value;
}
