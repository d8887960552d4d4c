/**
 * The first hundred bytes of a SQLite database, read without SQLite.
 *
 * Rests on https://www.sqlite.org/fileformat2.html#the_database_header
 *
 * @module
 */

import type { EvidenceFile } from "./file.ts";

/** Bytes of the header that starts page 1. */
export const HEADER_SIZE = 100;

/** The text encoding of every string in the database. */
export type SqliteEncoding = "UTF-8" | "UTF-16le" | "UTF-16be";

/** What the header says of the database behind it. */
export interface SqliteHeader {
  /** Bytes, a power of two from 512 to 65536. */
  readonly pageSize: number;
  readonly encoding: SqliteEncoding;
  /** Both version bytes (18 and 19) ask for a write-ahead log. */
  readonly walMode: boolean;
  readonly changeCounter: number;
  readonly schemaCookie: number;
  /** As `PRAGMA user_version` prints it: signed. */
  readonly userVersion: number;
  /** As `PRAGMA application_id` prints it: signed. */
  readonly applicationId: number;
}

const MAGIC = new TextEncoder().encode("SQLite format 3\0");

/**
 * The header that `bytes` start with, or null when they are not the start of a
 * SQLite database: too short, another magic, or an impossible page size.
 */
export function sqliteHeader(bytes: Uint8Array): SqliteHeader | null {
  if (bytes.length < HEADER_SIZE || MAGIC.some((byte, at) => bytes[at] !== byte)) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, HEADER_SIZE);
  const pageSize = storedPageSize(view.getUint16(16));
  if (pageSize === null) return null;
  return {
    pageSize,
    encoding: encodingOf(view.getUint32(56)),
    walMode: view.getUint8(18) === 2 && view.getUint8(19) === 2,
    changeCounter: view.getUint32(24),
    schemaCookie: view.getUint32(40),
    userVersion: view.getInt32(60),
    applicationId: view.getInt32(68),
  };
}

/** True when the first sixteen bytes say SQLite, whatever follows. */
export function saysSqlite(file: EvidenceFile): boolean {
  const bytes = file.read(0, MAGIC.length);
  return bytes.length === MAGIC.length && MAGIC.every((byte, at) => bytes[at] === byte);
}

/** Tells a page size SQLite can have: a power of two from 512 to 65536 bytes. */
export function isPageSize(size: number): boolean {
  return size >= 512 && size <= 65536 && (size & (size - 1)) === 0;
}

/** Two bytes cannot hold 65536, so 1 stands for it. */
function storedPageSize(stored: number): number | null {
  const size = stored === 1 ? 65536 : stored;
  return isPageSize(size) ? size : null;
}

/** 0 stands in a database that has no table yet; SQLite then takes UTF-8. */
function encodingOf(stored: number): SqliteEncoding {
  if (stored === 2) return "UTF-16le";
  if (stored === 3) return "UTF-16be";
  return "UTF-8";
}
