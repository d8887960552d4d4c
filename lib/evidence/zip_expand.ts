/**
 * Expands deflated members of a zip into a folder, piece by piece.
 *
 * @module
 */

import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { Inflate } from "pako";
import { EvidenceError } from "./errors.ts";
import type { EvidenceFile } from "./file.ts";
import { localTree } from "./local_tree.ts";
import { pieces } from "./pieces.ts";
import { dataOffset } from "./zip_directory.ts";
import type { ZipMember } from "./zip_records.ts";
import type { Expand } from "./zip_tree.ts";

const CHUNK = 64 * 1024;

/**
 * Expands each member once.
 *
 * @param folder Made on first need; the caller removes it
 */
export function expander(folder: string): Expand {
  const expanded = new Map<string, string>();
  return (zip, member) => {
    const known = expanded.get(`${zip.path}\0${member.name}`);
    const path = known ?? `${folder}/${expanded.size}`;
    if (known === undefined) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      expand(zip, member, path);
      expanded.set(`${zip.path}\0${member.name}`, path);
    }
    return localTree({ stable: true }).open(path);
  };
}

/** A member that holds more than it says is cut: it would fill the disk. */
function expand(zip: EvidenceFile, member: ZipMember, path: string): void {
  const begin = dataOffset(zip, member);
  const fd = openSync(path, "w", 0o600);
  let size = 0;
  const inflate = new Inflate({ raw: true, chunkSize: CHUNK });
  inflate.onData = (bytes) => {
    size += bytes.length;
    if (size > member.size) throw broken(zip, member, "holds more than it says");
    for (let at = 0; at < bytes.length;) at += writeSync(fd, bytes, at, bytes.length - at);
  };
  try {
    const stored = { from: begin, to: begin + member.stored, piece: CHUNK };
    for (const bytes of pieces(zip, stored)) {
      inflate.push(bytes);
      if (inflate.err !== 0) throw broken(zip, member, "is damaged");
    }
  } catch (error) {
    if (error instanceof EvidenceError) throw error;
    const { code } = error as { code?: unknown };
    if (typeof code === "string") throw error; // the work folder's own fault
    throw broken(zip, member, "is damaged");
  } finally {
    closeSync(fd);
  }
  if (size < member.size) throw broken(zip, member, "holds less than it says");
}

function broken(zip: EvidenceFile, member: ZipMember, what: string): EvidenceError {
  return new EvidenceError("unreadable", zip.path, `Member ${member.name} ${what}`);
}
