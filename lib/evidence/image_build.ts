/**
 * Puts a database together from its files, page by page, into a place of ours.
 *
 * @module
 */

import { closeSync, ftruncateSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { pieces } from "./pieces.ts";
import { type Survey, surveyUnit, type Unit } from "./image_survey.ts";

/** Where an image is put together. */
export interface ImageSink {
  /** Cuts or extends with zeros, in bytes. */
  resize(size: number): void;
  write(offset: number, bytes: Uint8Array): void;
}

const RUN = 1024 * 1024;
/** Offset of the two bytes that ask for a write-ahead log. */
const JOURNAL_MODE_BYTES = 18;

/**
 * Fills `sink` with the database of a unit. The main file is read first, log
 * and journal after it: what a running writer changed in the main file
 * meanwhile is in one of them, or shows in the stamps.
 *
 * @param first A survey made before
 * @returns The survey the image was made by
 * @throws {EvidenceError} `not-this-format`, `unreadable`
 */
export function buildImage(unit: Unit, first: Survey, sink: ImageSink): Survey {
  copyMain(unit, Math.min(first.mainSize, first.size), sink);
  const survey = surveyUnit(unit, first);
  sink.resize(survey.size);
  const { pageSize } = survey;
  const memory = new Uint8Array(pageSize);
  for (
    const [source, pages] of [
      [unit.journal, survey.fromJournal],
      [unit.wal, survey.fromWal],
    ] as const
  ) {
    for (const [page, offset] of pages) {
      const at = (page - 1) * pageSize;
      if (source !== null && at + pageSize <= survey.size) {
        sink.write(at, source.read(offset, pageSize, memory));
      }
    }
  }
  sink.write(JOURNAL_MODE_BYTES, new Uint8Array([1, 1]));
  return survey;
}

function copyMain(unit: Unit, size: number, sink: ImageSink): void {
  let at = 0;
  for (const bytes of pieces(unit.main, { to: size, piece: RUN })) {
    sink.write(at, bytes);
    at += bytes.length;
  }
}

/** An image in memory. */
export interface MemorySink extends ImageSink {
  /** The image so far. */
  bytes(): Uint8Array;
}

/** @param size Bytes expected; more is possible */
export function memorySink(size: number): MemorySink {
  let image = new Uint8Array(size);
  const resize = (size: number): void => {
    const resized = new Uint8Array(size);
    resized.set(image.subarray(0, size));
    image = resized;
  };
  return {
    resize: (size) => size === image.length || resize(size),
    write: (offset, bytes) => image.set(bytes, offset),
    bytes: () => image,
  };
}

/** An image in a file of ours. */
export interface FileSink extends ImageSink {
  readonly path: string;
  /** Closes the file; it stays until {@linkcode FileSink.remove}. */
  close(): void;
  remove(): void;
}

/**
 * Makes a new file in `folder`.
 *
 * @throws {Error} When the folder cannot be written to, or is full: that is
 * about our own disk, not about evidence
 */
export function fileSink(folder: string): FileSink {
  const { fd, path } = newFile(folder);
  let open = true;
  return {
    path,
    resize: (size) => ftruncateSync(fd, size),
    write: (offset, bytes) => writeWhole(fd, bytes, offset),
    close: () => {
      if (open) closeSync(fd);
      open = false;
    },
    remove: () => rmSync(path, { force: true }),
  };
}

function newFile(folder: string): { fd: number; path: string } {
  for (let number = 1;; number++) {
    const path = join(folder, `image-${number}.db`);
    try {
      return { fd: openSync(path, "wx", 0o600), path };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

function writeWhole(fd: number, bytes: Uint8Array, offset: number): void {
  for (let done = 0; done < bytes.length;) {
    done += writeSync(fd, bytes, done, bytes.length - done, offset + done);
  }
}
