import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { peFacts } from "./pe.ts";

/** A PE file with an import table in one section and a version text in another. */
function program(texts: Readonly<Record<string, string>> = {}): Uint8Array {
  const bytes = Buffer.alloc(0x800);
  bytes.writeUInt32LE(0x40, 0x3c);
  bytes.write("PE\0\0", 0x40, "latin1");
  bytes.writeUInt16LE(0x8664, 0x44);
  bytes.writeUInt16LE(2, 0x46);
  bytes.writeUInt16LE(0xf0, 0x54);
  bytes.writeUInt16LE(0x20b, 0x58);
  bytes.writeUInt16LE(3, 0x58 + 68);
  bytes.writeUInt32LE(0x1000, 0x58 + 120);
  section(bytes, 0x148, { name: ".rdata", address: 0x1000, offset: 0x400 });
  section(bytes, 0x170, { name: ".rsrc", address: 0x2000, offset: 0x600 });
  bytes.writeUInt32LE(0x1080, 0x400 + 12);
  bytes.write("KERNEL32.dll\0", 0x480, "latin1");
  let at = 0x606;
  for (const [key, text] of Object.entries(texts)) {
    at += bytes.write(`${key}\0`, at, "utf16le");
    at = 0x600 + Math.ceil((at - 0x600) / 4) * 4;
    at += bytes.write(`${text}\0`, at, "utf16le");
  }
  return bytes;
}

interface Place {
  readonly name: string;
  readonly address: number;
  readonly offset: number;
}

function section(bytes: Buffer, at: number, { name, address, offset }: Place): void {
  bytes.write(name, at, "latin1");
  [0x200, address, 0x200, offset].forEach((word, index) => {
    bytes.writeUInt32LE(word, at + 8 + index * 4);
  });
}

Deno.test("peFacts() reads processor, subsystem and libraries", () => {
  const { cpu, subsystem, libraries } = peFacts(program());
  assert.deepEqual([cpu, subsystem, libraries], ["x64", "console", ["KERNEL32.dll"]]);
});

Deno.test("peFacts() reads the version texts, or gives nothing", () => {
  const facts = peFacts(program({ ProductName: "hermeneut", ProductVersion: "1.2.3" }));
  assert.deepEqual([facts.product, facts.version, facts.description], ["hermeneut", "1.2.3", ""]);
});

Deno.test("peFacts() refuses other bytes and 32-bit programs", () => {
  assert.throws(() => peFacts(new Uint8Array(300)), /Expected a PE program/);
  const old = program();
  old[0x59] = 1;
  assert.throws(() => peFacts(old), /64-bit PE program, found a 32-bit one/);
});
