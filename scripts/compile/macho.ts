/**
 * Reads what macOS checks before it runs a 64-bit Mach-O program.
 *
 * @module
 */

import { createHash } from "node:crypto";

/** What the loader and the kernel of macOS look at. */
export interface MachoFacts {
  readonly cpu: "x64" | "arm64" | "other";
  /** `major.minor` of the oldest macOS. */
  readonly minimumMacos: string;
  readonly libraries: readonly string[];
  /** `ad-hoc and valid`, or what is wrong with the signature. */
  readonly signature: string;
}

const LOAD_LIBRARY = 0xc;
const LOAD_WEAK_LIBRARY = 0x80000018;
const CODE_SIGNATURE = 0x1d;
const BUILD_VERSION = 0x32;

const SUPER_BLOB = 0xfade0cc0;
const CODE_DIRECTORY = 0xfade0c02;
const AD_HOC = 0x2;
const SHA256 = 2;

interface Command {
  readonly kind: number;
  readonly at: number;
  readonly size: number;
}

/**
 * Facts of a program for one processor.
 *
 * @throws {Error} When the bytes are no such program
 */
export function machoFacts(bytes: Uint8Array): MachoFacts {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength < 32 || view.getUint32(0, true) !== 0xfeedfacf) {
    throw new Error("Expected a 64-bit Mach-O program, found other bytes");
  }
  const commands = commandsOf(view);
  const build = commands.find(({ kind }) => kind === BUILD_VERSION);
  if (build === undefined) throw new Error("Expected a build version in the Mach-O file");
  const minimum = view.getUint32(build.at + 12, true);
  const cpu = view.getUint32(4, true);
  return {
    cpu: cpu === 0x01000007 ? "x64" : cpu === 0x0100000c ? "arm64" : "other",
    minimumMacos: `${minimum >>> 16}.${(minimum >>> 8) & 0xff}`,
    libraries: commands
      .filter(({ kind }) => kind === LOAD_LIBRARY || kind === LOAD_WEAK_LIBRARY)
      .map(({ at, size }) => {
        const name = bytes.subarray(at + view.getUint32(at + 8, true), at + size);
        return new TextDecoder().decode(name.subarray(0, name.indexOf(0)));
      }),
    signature: signatureOf(bytes, commands.find(({ kind }) => kind === CODE_SIGNATURE)),
  };
}

function commandsOf(view: DataView): Command[] {
  const commands: Command[] = [];
  let at = 32;
  for (let left = view.getUint32(16, true); left > 0; left--) {
    const size = view.getUint32(at + 4, true);
    commands.push({ kind: view.getUint32(at, true), at, size });
    at += size;
  }
  return commands;
}

/** Checks the signature as the kernel does: every page against its hash. */
function signatureOf(bytes: Uint8Array, command: Command | undefined): string {
  if (command === undefined) return "missing";
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const blob = view.getUint32(command.at + 8, true);
  const end = blob + view.getUint32(command.at + 12, true);
  if (end > bytes.length) return "beyond the end of the file";
  if (view.getUint32(blob) !== SUPER_BLOB) return "of an unknown form";
  for (let index = 0; index < view.getUint32(blob + 8); index++) {
    const at = blob + view.getUint32(blob + 12 + index * 8 + 4);
    if (view.getUint32(at) === CODE_DIRECTORY) return directoryVerdict(bytes, at, blob);
  }
  return "without a code directory";
}

function directoryVerdict(bytes: Uint8Array, at: number, signedEnd: number): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const hashes = at + view.getUint32(at + 16);
  const slots = view.getUint32(at + 28);
  const limit = view.getUint32(at + 32);
  const hashSize = bytes[at + 36] ?? 0;
  const pageSize = 2 ** (bytes[at + 39] ?? 0);
  if ((view.getUint32(at + 12) & AD_HOC) === 0) return "not ad-hoc";
  if (bytes[at + 37] !== SHA256 || hashSize !== 32) return "not of SHA-256";
  if (limit !== signedEnd) return `over ${limit} bytes instead of ${signedEnd}`;
  if (slots !== Math.ceil(limit / pageSize)) return `of ${slots} pages`;
  for (let slot = 0; slot < slots; slot++) {
    const page = bytes.subarray(slot * pageSize, Math.min((slot + 1) * pageSize, limit));
    const expected = bytes.subarray(hashes + slot * hashSize, hashes + (slot + 1) * hashSize);
    const found = createHash("sha256").update(page).digest();
    if (!found.equals(expected)) return `wrong for page ${slot}`;
  }
  return "ad-hoc and valid";
}
