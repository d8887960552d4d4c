/**
 * The name at the end of a rollback journal that joins the transactions of
 * several databases: while that file exists, none of them has committed.
 *
 * Rests on SQLite's own reader of it; the format page only mentions it.
 *
 * @module
 */

import type { EvidenceFile } from "./file.ts";

const MAGIC = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];
/** Length, checksum and magic close the record. */
const TRAILER = 16;
/** Longest name we take for one; SQLite's own limit is the system's path length. */
const LONGEST = 4096;

/**
 * The name as stored, or null when the journal ends without one that checks.
 *
 * @param size Bytes of the journal
 * @throws {EvidenceError} `unreadable`
 */
export function superJournalName(journal: EvidenceFile, size: number): string | null {
  if (size < TRAILER) return null;
  const trailer = journal.read(size - TRAILER, TRAILER);
  if (trailer.length < TRAILER || MAGIC.some((byte, at) => trailer[8 + at] !== byte)) return null;
  const view = new DataView(trailer.buffer, trailer.byteOffset, TRAILER);
  const length = view.getUint32(0);
  if (length === 0 || length > LONGEST || length > size - TRAILER) return null;
  const name = journal.read(size - TRAILER - length, length);
  if (name.length < length || signedSum(name) !== view.getInt32(4) || name[0] === 0) return null;
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(name);
}

/** Sums the bytes as C's signed characters. */
function signedSum(bytes: Uint8Array): number {
  return bytes.reduce((sum, byte) => (sum + (byte << 24 >> 24)) | 0, 0);
}

/**
 * Whether the super-journal is still there, as far as the evidence tells. Its
 * name is the database's own with an ending when the transaction was opened on
 * this database; any other place is not visited, and an unfinished transaction
 * is by far the likelier reason for the journal to exist.
 */
export function superJournalExists(database: EvidenceFile, name: string): boolean {
  const base = name.split(/[\\/]/).at(-1) ?? "";
  const own = database.facts.name;
  if (!base.startsWith(`${own}-mj`)) return true;
  const found = database.companion(base.slice(own.length));
  found?.close();
  return found !== null;
}
