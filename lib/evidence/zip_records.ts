/**
 * The records of a zip file, always in their 64-bit form: what a bundle's zip
 * is made of, byte for byte, so that any other byte shows.
 *
 * Rests on APPNOTE.TXT 6.3.10, sections 4.3.7 to 4.5.3.
 *
 * @module
 */

/** One file in a zip. */
export interface ZipMember {
  /** As stored, `/` separators. */
  readonly name: string;
  /** Of its local header in the zip. */
  readonly offset: number;
  /** 0 stored, 8 deflated. */
  readonly method: number;
  /** Bytes of the file. */
  readonly size: number;
  /** Bytes it takes in the zip. */
  readonly stored: number;
  readonly crc: number;
  /** Date and time in DOS form, two words. */
  readonly time: readonly [date: number, time: number];
}

/** First bytes of each record. */
export const SIGNATURE = {
  local: 0x04034b50,
  central: 0x02014b50,
  end64: 0x06064b50,
  locator: 0x07064b50,
  end: 0x06054b50,
} as const;

/** Bytes of a record before its name. */
export const LOCAL_SIZE = 30;
export const CENTRAL_SIZE = 46;
export const END64_SIZE = 56;
export const LOCATOR_SIZE = 20;
export const END_SIZE = 22;

/** Stands where the 64-bit field counts. */
export const LONG = 0xffffffff;
export const SHORT = 0xffff;
/** Id of the field with 64-bit sizes. */
export const ZIP64 = 1;

/** Needed to read it, 4.5: 64-bit sizes. */
const VERSION = 45;
/** Made on a system with POSIX modes. */
const MADE_BY = (3 << 8) | VERSION;
/** Names are UTF-8. */
const UTF8 = 0x0800;
/** A regular file that only its owner may read. */
const MODE = 0o100600;

/** The record before a member's bytes. */
export function localHeader(member: ZipMember): Uint8Array {
  const name = new TextEncoder().encode(member.name);
  const fields: Field[] = [
    [4, SIGNATURE.local],
    [2, VERSION],
    ...shared(member),
    [2, name.length],
    [2, 20],
    name,
    [2, ZIP64],
    [2, 16],
    [8, member.size],
    [8, member.stored],
  ];
  return bytesOf(fields);
}

/** A member's record in the directory at the end. */
export function centralRecord(member: ZipMember): Uint8Array {
  const name = new TextEncoder().encode(member.name);
  const fields: Field[] = [
    [4, SIGNATURE.central],
    [2, MADE_BY],
    [2, VERSION],
    ...shared(member),
    [2, name.length],
    [2, 28],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, MODE * 0x10000],
    [4, LONG],
    name,
    [2, ZIP64],
    [2, 24],
    [8, member.size],
    [8, member.stored],
    [8, member.offset],
  ];
  return bytesOf(fields);
}

/** The records after the directory. */
export function endRecords(
  directory: { readonly offset: number; readonly size: number; readonly count: number },
): Uint8Array {
  const { offset, size, count } = directory;
  return bytesOf([
    [4, SIGNATURE.end64],
    [8, END64_SIZE - 12],
    [2, MADE_BY],
    [2, VERSION],
    [4, 0],
    [4, 0],
    [8, count],
    [8, count],
    [8, size],
    [8, offset],
    [4, SIGNATURE.locator],
    [4, 0],
    [8, offset + size],
    [4, 1],
    [4, SIGNATURE.end],
    [2, 0],
    [2, 0],
    [2, SHORT],
    [2, SHORT],
    [4, LONG],
    [4, LONG],
    [2, 0],
  ]);
}

/** A moment in DOS form, as UTC; what lies outside 1980 to 2107 is moved to its edge. */
export function dosTime(milliseconds: number): readonly [date: number, time: number] {
  const at = new Date(Math.min(Math.max(milliseconds, EARLIEST), LATEST));
  const date = (at.getUTCFullYear() - 1980) << 9 | (at.getUTCMonth() + 1) << 5 | at.getUTCDate();
  const time = at.getUTCHours() << 11 | at.getUTCMinutes() << 5 | at.getUTCSeconds() >> 1;
  return [date, time];
}

const EARLIEST = Date.UTC(1980, 0, 1);
const LATEST = Date.UTC(2107, 11, 31, 23, 59, 58);

/** A number of so many bytes, little-endian, or bytes as they are. */
type Field = readonly [width: 2 | 4 | 8, value: number] | Uint8Array;

function shared(member: ZipMember): Field[] {
  const [date, time] = member.time;
  return [
    [2, UTF8],
    [2, member.method],
    [2, time],
    [2, date],
    [4, member.crc],
    [4, LONG],
    [4, LONG],
  ];
}

function bytesOf(fields: readonly Field[]): Uint8Array {
  const length = fields.reduce((sum, field) => sum + widthOf(field), 0);
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const field of fields) {
    if (field instanceof Uint8Array) bytes.set(field, at);
    else if (field[0] === 2) view.setUint16(at, field[1], true);
    else if (field[0] === 4) view.setUint32(at, field[1], true);
    else view.setBigUint64(at, BigInt(field[1]), true);
    at += widthOf(field);
  }
  return bytes;
}

function widthOf(field: Field): number {
  return field instanceof Uint8Array ? field.length : field[0];
}
