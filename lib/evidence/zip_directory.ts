/**
 * Reads the directory of a zip, whoever wrote it.
 *
 * Rests on APPNOTE.TXT 6.3.10, sections 4.3.12 to 4.5.3.
 *
 * @module
 */

import { EvidenceError } from "./errors.ts";
import type { EvidenceFile } from "./file.ts";
import {
  CENTRAL_SIZE,
  END64_SIZE,
  END_SIZE,
  LOCAL_SIZE,
  LOCATOR_SIZE,
  LONG,
  SHORT,
  SIGNATURE,
  ZIP64,
  type ZipMember,
} from "./zip_records.ts";

/** What a zip says it holds. */
export interface ZipDirectory {
  readonly members: readonly ZipMember[];
  /** Where the directory begins, and its bytes. */
  readonly offset: number;
  readonly size: number;
}

/**
 * The members of a zip, in the order of its directory.
 *
 * @throws {EvidenceError} `not-this-format`, `unreadable`
 */
export function readDirectory(zip: EvidenceFile): ZipDirectory {
  const { offset, size, count } = findDirectory(zip);
  if (offset + size > zip.size) throw broken(zip, "its directory lies outside of it");
  const view = viewOf(zip.read(offset, size));
  const members: ZipMember[] = [];
  for (let at = 0; members.length < count;) {
    const found = memberAt(view, at);
    if (found === null) throw broken(zip, `its directory is damaged at byte ${offset + at}`);
    members.push(found.member);
    at = found.end;
  }
  return { members, offset, size };
}

/**
 * Where a member's bytes begin.
 *
 * @throws {EvidenceError} `not-this-format`, `unreadable`
 */
export function dataOffset(zip: EvidenceFile, member: ZipMember): number {
  const view = viewOf(zip.read(member.offset, LOCAL_SIZE));
  if (view.byteLength < LOCAL_SIZE || view.getUint32(0, true) !== SIGNATURE.local) {
    throw broken(zip, `no member begins at byte ${member.offset}`);
  }
  const begin = member.offset + LOCAL_SIZE + view.getUint16(26, true) + view.getUint16(28, true);
  if (begin + member.stored > zip.size) throw broken(zip, `it is cut off in ${member.name}`);
  return begin;
}

interface Where {
  readonly offset: number;
  readonly size: number;
  readonly count: number;
}

/** A comment of up to 65,535 bytes may stand at the very end. */
function findDirectory(zip: EvidenceFile): Where {
  const length = Math.min(zip.size, END_SIZE + SHORT);
  const from = zip.size - length;
  const view = viewOf(zip.read(from, length));
  for (let at = view.byteLength - END_SIZE; at >= 0; at--) {
    if (view.getUint32(at, true) !== SIGNATURE.end) continue;
    if (at + END_SIZE + view.getUint16(at + 20, true) > view.byteLength) continue;
    const short = {
      count: view.getUint16(at + 10, true),
      size: view.getUint32(at + 12, true),
      offset: view.getUint32(at + 16, true),
    };
    const isShort = short.count < SHORT && short.size < LONG && short.offset < LONG;
    return isShort ? short : longDirectory(zip, from + at) ?? short;
  }
  throw broken(zip, "it has no directory: cut off, or no zip at all");
}

/** The 64-bit form, found through a record right before the short one. */
function longDirectory(zip: EvidenceFile, end: number): Where | null {
  if (end < LOCATOR_SIZE) return null;
  const locator = viewOf(zip.read(end - LOCATOR_SIZE, LOCATOR_SIZE));
  if (locator.getUint32(0, true) !== SIGNATURE.locator) return null;
  const view = viewOf(zip.read(longAt(locator, 8), END64_SIZE));
  if (view.byteLength < END64_SIZE || view.getUint32(0, true) !== SIGNATURE.end64) {
    throw broken(zip, "its end record is damaged");
  }
  return { count: longAt(view, 32), size: longAt(view, 40), offset: longAt(view, 48) };
}

function memberAt(view: DataView, at: number): { member: ZipMember; end: number } | null {
  if (at + CENTRAL_SIZE > view.byteLength || view.getUint32(at, true) !== SIGNATURE.central) {
    return null;
  }
  const nameLength = view.getUint16(at + 28, true);
  const extraLength = view.getUint16(at + 30, true);
  const extraAt = at + CENTRAL_SIZE + nameLength;
  const end = extraAt + extraLength + view.getUint16(at + 32, true);
  if (end > view.byteLength) return null;
  const name = new Uint8Array(view.buffer, view.byteOffset + at + CENTRAL_SIZE, nameLength);
  const [size, stored, offset] = longFields(view, { at: extraAt, end: extraAt + extraLength }, [
    view.getUint32(at + 24, true),
    view.getUint32(at + 20, true),
    view.getUint32(at + 42, true),
  ]);
  const member = {
    name: new TextDecoder("utf-8", { ignoreBOM: true }).decode(name),
    offset,
    method: view.getUint16(at + 10, true),
    size,
    stored,
    crc: view.getUint32(at + 16, true),
    time: [view.getUint16(at + 14, true), view.getUint16(at + 12, true)] as const,
  };
  return { member, end };
}

/** Replaces each field that says it is too long by the next one of the 64-bit record. */
function longFields(
  view: DataView,
  extra: { readonly at: number; readonly end: number },
  short: readonly [number, number, number],
): [number, number, number] {
  const result: [number, number, number] = [...short];
  for (let at = extra.at; at + 4 <= extra.end;) {
    const length = view.getUint16(at + 2, true);
    if (view.getUint16(at, true) === ZIP64) {
      let field = at + 4;
      for (const index of [0, 1, 2] as const) {
        if (result[index] !== LONG || field + 8 > Math.min(at + 4 + length, extra.end)) continue;
        result[index] = longAt(view, field);
        field += 8;
      }
    }
    at += 4 + length;
  }
  return result;
}

function longAt(view: DataView, at: number): number {
  return Number(view.getBigUint64(at, true));
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function broken(zip: EvidenceFile, why: string): EvidenceError {
  return new EvidenceError("not-this-format", zip.path, `Not a whole zip file: ${why}`);
}
