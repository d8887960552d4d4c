/**
 * Bytes written whole, whatever the system takes at a time.
 *
 * @module
 */

import { writeSync } from "node:fs";
import process from "node:process";
import { codeOf } from "./output_error.ts";

/**
 * Writes all bytes to a file.
 *
 * @throws The system's error
 */
export function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) {
    at += writeSync(descriptor, bytes, at, bytes.length - at);
  }
}

/**
 * Writes all bytes to what may be a pipe, and waits while the pipe is full.
 *
 * @throws The system's error: `EPIPE` when nobody reads any more
 */
export function writeToPipe(descriptor: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) {
    const end = Math.min(bytes.length, at + MOST);
    try {
      at += writeSync(descriptor, bytes, at, end - at);
    } catch (error) {
      if (codeOf(error) !== "EAGAIN") throw error;
      pause();
    }
  }
}

/**
 * Bytes a pipe takes whole or not at all (PIPE_BUF). Deno tells of a full pipe
 * without saying how much of a larger write went through: it would be sent
 * twice. Bun says so, and many small writes cost more than a few large ones.
 */
const PIPE_BUF = process.platform === "darwin" ? 512 : 4096;
const MOST = process.versions["bun"] === undefined ? PIPE_BUF : 1 << 16;

/** How long to wait for the reader of a full pipe, in milliseconds. */
const PAUSE = 2;

/** Sleeps; a writer that spins would take the processor from its own reader. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
}
