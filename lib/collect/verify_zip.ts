/**
 * Checks what holds a zip together: every byte that belongs to no file of it.
 *
 * @module
 */

import { crc32 } from "node:zlib";
import { Buffer } from "node:buffer";
import type { EvidenceFile } from "../evidence/file.ts";
import { pieces } from "../evidence/pieces.ts";
import { readDirectory } from "../evidence/zip_directory.ts";
import { centralRecord, endRecords, localHeader, type ZipMember } from "../evidence/zip_records.ts";
import type { Fault } from "./verify.ts";

/**
 * The records that are not byte for byte what collect wrote. A zip that another
 * program packed is none of ours: its records are left alone.
 *
 * @throws {EvidenceError} `unreadable`
 */
export function zipFaults(zip: EvidenceFile): Fault[] {
  const directory = readDirectory(zip);
  const { members } = directory;
  const wrong = members.filter((member) => !isAt(zip, member.offset, localHeader(member)));
  if (wrong.length > members.length / 2) return [];
  const faults = wrong.map((member) => fault(member.name, "its header in the zip is damaged"));
  for (const member of members) {
    if (wrong.includes(member) || crcOf(zip, member) === member.crc) continue;
    faults.push(fault(member.name, "its checksum in the zip is not that of its bytes"));
  }
  let at = 0;
  for (const member of members) {
    if (member.offset !== at) faults.push(fault(member.name, "does not follow the file before it"));
    at = member.offset + localHeader(member).length + member.stored;
  }
  return [...faults, ...directoryFaults(zip, at, directory)];
}

function directoryFaults(
  zip: EvidenceFile,
  end: number,
  directory: { readonly members: readonly ZipMember[]; readonly offset: number },
): Fault[] {
  const faults: Fault[] = [];
  let at = directory.offset;
  if (at !== end) faults.push(fault(zip.path, "its directory does not follow the last file"));
  for (const member of directory.members) {
    const record = centralRecord(member);
    if (!isAt(zip, at, record)) {
      faults.push(fault(member.name, "its record in the zip's directory is damaged"));
    }
    at += record.length;
  }
  const { offset, members } = directory;
  const last = endRecords({ offset, size: at - offset, count: members.length });
  if (!isAt(zip, at, last)) faults.push(fault(zip.path, "its end record is damaged"));
  if (at + last.length !== zip.size) faults.push(fault(zip.path, "bytes follow its end record"));
  return faults;
}

function fault(file: string, detail: string): Fault {
  return { file, what: "damaged", detail };
}

function isAt(zip: EvidenceFile, offset: number, bytes: Uint8Array): boolean {
  return Buffer.from(bytes).equals(zip.read(offset, bytes.length));
}

const CHUNK = 1024 * 1024;

function crcOf(zip: EvidenceFile, member: ZipMember): number {
  const begin = member.offset + localHeader(member).length;
  let crc = 0;
  for (const bytes of pieces(zip, { from: begin, to: begin + member.stored, piece: CHUNK })) {
    crc = crc32(bytes, crc);
  }
  return crc;
}
