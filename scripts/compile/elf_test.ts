import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { elfFacts } from "./elf.ts";

const STRINGS = "\0libc.so.6\0GLIBC_2.9\0GLIBC_2.17\0";

/** Places in the file; the program is loaded 0x10000 higher than it lies. */
const HIGHER = 0x10000;
const [LOADER, DYNAMIC, TEXTS, NEEDS] = [0x200, 0x240, 0x300, 0x340] as const;

/** A 64-bit ELF file for x64 that needs one library in two versions. */
function program(): Uint8Array {
  const bytes = Buffer.alloc(0x400);
  bytes.write("\x7fELF\x02\x01", 0, "latin1");
  bytes.writeUInt16LE(62, 18);
  bytes.writeBigUInt64LE(0x40n, 32);
  bytes.writeUInt16LE(56, 54);
  bytes.writeUInt16LE(3, 56);
  segment(bytes, 0x40, { type: 1, offset: 0, size: 0x400 });
  segment(bytes, 0x78, { type: 3, offset: LOADER, size: 0x20 });
  segment(bytes, 0xb0, { type: 2, offset: DYNAMIC, size: 0x80 });
  bytes.write("/lib/ld.so\0", LOADER, "latin1");
  const entries = [[1, 1], [5, TEXTS + HIGHER], [0x6ffffffe, NEEDS + HIGHER], [0, 0]];
  entries.flat().forEach((number, index) =>
    bytes.writeBigUInt64LE(BigInt(number), DYNAMIC + index * 8)
  );
  bytes.write(STRINGS, TEXTS, "latin1");
  bytes.writeUInt16LE(2, NEEDS + 2);
  bytes.writeUInt32LE(16, NEEDS + 8);
  version(bytes, NEEDS + 16, [STRINGS.indexOf("GLIBC_2.17"), 16]);
  version(bytes, NEEDS + 32, [STRINGS.indexOf("GLIBC_2.9"), 0]);
  return bytes;
}

interface Segment {
  readonly type: number;
  readonly offset: number;
  readonly size: number;
}

function segment(bytes: Buffer, at: number, { type, offset, size }: Segment): void {
  bytes.writeUInt32LE(type, at);
  [offset, offset + HIGHER, offset + HIGHER, size].forEach((number, index) =>
    bytes.writeBigUInt64LE(BigInt(number), at + 8 + index * 8)
  );
}

function version(bytes: Buffer, at: number, [name, next]: [number, number]): void {
  bytes.writeUInt32LE(name, at + 8);
  bytes.writeUInt32LE(next, at + 12);
}

Deno.test("elfFacts() reads processor, loader, libraries and the newest glibc by number", () => {
  assert.deepEqual(elfFacts(program()), {
    cpu: "x64",
    interpreter: "/lib/ld.so",
    libraries: ["libc.so.6"],
    glibc: "2.17",
  });
});

Deno.test("elfFacts() refuses other bytes and static programs", () => {
  assert.throws(() => elfFacts(new Uint8Array(64)), /Expected a 64-bit ELF program/);
  const unloaded = program();
  unloaded[0x78] = 4;
  assert.throws(() => elfFacts(unloaded), /dynamically linked/);
});
