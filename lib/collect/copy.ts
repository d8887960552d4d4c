/**
 * Copies the bytes of one file, hashing them on the way: one read per file.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { lstatSync } from "node:fs";
import type { EvidenceFile } from "../evidence/file.ts";
import { pieces } from "../evidence/pieces.ts";
import type { Member } from "./target.ts";

/** Bytes that were copied. */
export interface Copied {
  readonly sha256: string;
  readonly size: number;
  /** The first bytes, as they were copied. */
  readonly head: Uint8Array;
}

/** Bytes kept of the head: what tells one state of a database from another. */
const HEAD = 64;
const CHUNK = 1024 * 1024;
/** Zeros are looked for in pieces of this size. */
const PIECE = 64 * 1024;
const ZEROS = Buffer.alloc(PIECE);

/**
 * Copies a file, up to the size it has at the start: one that goes on growing has
 * an end. Holes stay holes.
 *
 * @throws {EvidenceError} `unreadable`
 * @throws {OutputError}
 */
export function copyBytes(file: EvidenceFile, member: Member): Copied {
  const hash = createHash("sha256");
  const size = file.now()?.size ?? file.size;
  const sparse = holes(file) > 0;
  let head: Uint8Array = new Uint8Array();
  let at = 0;
  for (const bytes of pieces(file, { to: size, piece: CHUNK })) {
    hash.update(bytes);
    if (at === 0) head = bytes.slice(0, HEAD);
    if (sparse) writeSparsely(bytes, member);
    else member.write(bytes);
    at += bytes.length;
  }
  return { sha256: hash.digest("hex"), size: at, head };
}

function writeSparsely(bytes: Uint8Array, member: Member): void {
  for (let at = 0; at < bytes.length; at += PIECE) {
    const piece = bytes.subarray(at, at + PIECE);
    if (ZEROS.subarray(0, piece.length).equals(piece)) member.hole(piece);
    else member.write(piece);
  }
}

/** Bytes of the file that take no room on its disk; 0 where the system does not tell. */
export function holes(file: EvidenceFile): number {
  const local = file.inPlace?.localPath;
  if (local === undefined) return 0;
  const stat = lstatSync(local, { throwIfNoEntry: false });
  if (stat === undefined || typeof stat.blocks !== "number") return 0;
  return Math.max(0, stat.size - stat.blocks * BLOCK);
}

/** Unit of `st_blocks` in bytes, whatever the file system's own. */
const BLOCK = 512;
