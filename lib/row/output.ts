/**
 * Text on its way to a file or to standard output, in pieces of a megabyte.
 *
 * @module
 */

import { closeSync, fsyncSync, rmSync } from "node:fs";
import { ClosedPipe, codeOf, OutputError, reasonOf } from "./output_error.ts";
import {
  createTemporary,
  discard,
  type OutputPlace,
  outputStep,
  placeOf,
  publish,
} from "./output_place.ts";
import { writeAll, writeToPipe } from "./pipe.ts";

/** Takes text and makes UTF-8 of it; a lone surrogate becomes U+FFFD. */
export interface TextSink {
  write(text: string): void;
  /** The text with each `"` in it doubled. */
  writeDoubled(text: string): void;
}

/** A file or standard output. */
export interface Output extends TextSink {
  /** Everything written so far is on disk afterwards, and nothing may follow. */
  seal(): void;
  /** Gives the sealed file its name. */
  publish(): void;
  /** Removes the file under either name. */
  abort(): void;
}

/** How much is gathered before it is written, in bytes. */
const PIECE = 1 << 20;

/**
 * Opens an output; each of its methods may throw {@linkcode OutputError}.
 *
 * @param path Null for standard output, which may throw {@linkcode ClosedPipe}
 * @throws {OutputPlaceError} When the file cannot be created
 */
export function openOutput(path: string | null): Output {
  if (path === null) return new StandardOutput();
  const place = placeOf(path);
  return new FileOutput(place, createTemporary(place));
}

/** Bytes of text that are looked through at a time; doubled they fit into a piece. */
const SCRATCH = 1 << 16;

const QUOTE = 0x22;

/** Copies bytes with each quote doubled; returns where the copy ends. */
function copyDoubled(from: Uint8Array, to: Uint8Array, start: number): number {
  let end = start;
  for (let at = 0; at < from.length; at++) {
    const byte = from[at] as number;
    to[end++] = byte;
    if (byte === QUOTE) to[end++] = QUOTE;
  }
  return end;
}

/** Encodes into one buffer, used again and again: a new one for each piece costs more. */
class Gatherer {
  readonly #buffer = new Uint8Array(PIECE);
  readonly #scratch = new Uint8Array(SCRATCH);
  readonly #encoder = new TextEncoder();
  #used = 0;

  constructor(readonly send: (bytes: Uint8Array) => void) {}

  add(text: string): void {
    for (let rest = text; rest !== "";) {
      const { read, written } = this.#encoder.encodeInto(rest, this.#buffer.subarray(this.#used));
      this.#used += written;
      if (read === rest.length) return;
      this.flush();
      rest = rest.slice(read);
    }
  }

  /** Bytes are doubled rather than strings: a loop over bytes costs a tenth of it. */
  addDoubled(text: string): void {
    for (let rest = text; rest !== "";) {
      const { read, written } = this.#encoder.encodeInto(rest, this.#scratch);
      if (this.#used + 2 * written > this.#buffer.length) this.flush();
      this.#used = copyDoubled(this.#scratch.subarray(0, written), this.#buffer, this.#used);
      if (read === rest.length) return;
      rest = rest.slice(read);
    }
  }

  flush(): void {
    const used = this.#used;
    this.#used = 0;
    if (used > 0) this.send(this.#buffer.subarray(0, used));
  }
}

class FileOutput implements Output {
  readonly #text: Gatherer;
  readonly #place: OutputPlace;
  #descriptor: number | null;
  #published = false;

  constructor(place: OutputPlace, descriptor: number) {
    this.#place = place;
    this.#descriptor = descriptor;
    this.#text = new Gatherer((bytes) => outputStep(place.path, () => writeAll(descriptor, bytes)));
  }

  write(text: string): void {
    this.#text.add(text);
  }

  writeDoubled(text: string): void {
    this.#text.addDoubled(text);
  }

  seal(): void {
    this.#text.flush();
    const descriptor = this.#descriptor;
    if (descriptor === null) return;
    outputStep(this.#place.path, () => fsyncSync(descriptor));
    this.#close();
  }

  publish(): void {
    publish(this.#place);
    this.#published = true;
  }

  abort(): void {
    this.#close();
    discard(this.#place);
    if (this.#published) rmSync(this.#place.path, { force: true });
  }

  #close(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor);
    this.#descriptor = null;
  }
}

class StandardOutput implements Output {
  readonly #text = new Gatherer(sendToReader);

  write(text: string): void {
    this.#text.add(text);
  }

  writeDoubled(text: string): void {
    this.#text.addDoubled(text);
  }

  seal(): void {
    this.#text.flush();
  }

  publish(): void {}

  abort(): void {}
}

const STDOUT = 1;

function sendToReader(bytes: Uint8Array): void {
  try {
    writeToPipe(STDOUT, bytes);
  } catch (error) {
    // Windows says EOF of a pipe whose other end is gone.
    if (codeOf(error) === "EPIPE" || codeOf(error) === "EOF") throw new ClosedPipe();
    throw new OutputError("-", `Cannot write to standard output: ${reasonOf(error)}`);
  }
}
