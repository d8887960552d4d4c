/**
 * Signs a Mach-O program the way Apple's linker does: ad-hoc, one SHA-256 for
 * every page. The runtime's own signature no longer fits once the runtime has
 * been changed, and macOS kills a program whose signature does not fit.
 *
 * @module
 */

import { createHash } from "node:crypto";

const CODE_SIGNATURE = 0x1d;
const SEGMENT = 0x19;

const PAGE = 4096;
const HASH = 32;
/** Bytes of a code directory of version 0x20400, before its texts. */
const DIRECTORY = 88;
/** Bytes of a super blob that holds one other blob. */
const SUPER = 20;

/**
 * A signed copy of a program for one processor.
 *
 * @param program Bytes of a 64-bit Mach-O file that ends with a signature, valid or not
 * @param identifier What the signature calls the program
 * @throws {Error} When the file has no place for a signature at its end
 */
export function signedMacho(program: Uint8Array, identifier: string): Uint8Array {
  const { signature, linkedit, text } = placesOf(program);
  const source = viewOf(program);
  const limit = source.getUint32(signature + 8, true);
  if (limit + source.getUint32(signature + 12, true) !== program.length) {
    throw new Error("Expected the signature at the end of the Mach-O file");
  }
  const pages = Math.ceil(limit / PAGE);
  const blobSize = SUPER + DIRECTORY + identifier.length + 1 + pages * HASH;
  const signed = new Uint8Array(limit + Math.ceil(blobSize / 16) * 16);
  signed.set(program.subarray(0, limit));
  const view = viewOf(signed);
  view.setUint32(signature + 12, signed.length - limit, true);
  const linkeditStart = Number(view.getBigUint64(linkedit + 40, true));
  const linkeditSize = signed.length - linkeditStart;
  view.setBigUint64(linkedit + 32, BigInt(Math.ceil(linkeditSize / 0x4000) * 0x4000), true);
  view.setBigUint64(linkedit + 48, BigInt(linkeditSize), true);
  const textSize = view.getBigUint64(text + 48, true);
  writeDirectory(view, { limit, pages, identifier, textSize, blobSize });
  writeHashes(signed, limit, limit + blobSize - pages * HASH);
  return signed;
}

/** Offsets of the load commands that signing reads and changes. */
interface Places {
  readonly signature: number;
  readonly linkedit: number;
  readonly text: number;
}

function placesOf(program: Uint8Array): Places {
  const view = viewOf(program);
  let [signature, linkedit, text] = [0, 0, 0];
  let at = 32;
  for (let left = view.getUint32(16, true); left > 0; left--) {
    const kind = view.getUint32(at, true);
    const name = new TextDecoder().decode(program.subarray(at + 8, at + 24)).replace(/\0+$/, "");
    if (kind === CODE_SIGNATURE) signature = at;
    if (kind === SEGMENT && name === "__LINKEDIT") linkedit = at;
    if (kind === SEGMENT && name === "__TEXT") text = at;
    at += view.getUint32(at + 4, true);
  }
  if (signature === 0 || linkedit === 0 || text === 0) {
    throw new Error("Expected a signature, __LINKEDIT and __TEXT in the Mach-O file");
  }
  return { signature, linkedit, text };
}

interface Directory {
  /** Bytes that are signed: all before the signature. */
  readonly limit: number;
  readonly pages: number;
  readonly identifier: string;
  readonly textSize: bigint;
  readonly blobSize: number;
}

/** The super blob and the code directory; all numbers are big-endian. */
function writeDirectory(view: DataView, directory: Directory): void {
  const { limit, pages, identifier, textSize, blobSize } = directory;
  const words = [
    ...[0xfade0cc0, blobSize, 1, 0, SUPER],
    // Magic, length, version, flags: ad-hoc and signed by a linker.
    ...[0xfade0c02, blobSize - SUPER, 0x20400, 0x20002],
    // Where the hashes and the identifier are, special slots, code slots, signed bytes.
    ...[DIRECTORY + identifier.length + 1, DIRECTORY, 0, pages, limit],
    // Hash size 32, hash type SHA-256, no platform, pages of 2^12 bytes.
    0x2002000c,
  ];
  words.forEach((word, index) => view.setUint32(limit + index * 4, word));
  const start = limit + SUPER;
  view.setBigUint64(start + 72, textSize);
  // The segment at that place is the main program's.
  view.setBigUint64(start + 80, 1n);
  [...identifier].forEach((letter, index) =>
    view.setUint8(start + DIRECTORY + index, letter.charCodeAt(0))
  );
}

function writeHashes(signed: Uint8Array, limit: number, hashes: number): void {
  for (let page = 0; page * PAGE < limit; page++) {
    const bytes = signed.subarray(page * PAGE, Math.min((page + 1) * PAGE, limit));
    signed.set(createHash("sha256").update(bytes).digest(), hashes + page * HASH);
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
