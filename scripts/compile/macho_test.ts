import assert from "node:assert/strict";
import { machoFacts } from "./macho.ts";
import { signedMacho } from "./macho_sign.ts";

const SIGNED_BYTES = 10_000;

/** A Mach-O file with the load commands that signing needs, and a signature of zeros. */
function program(): Uint8Array {
  const bytes = new Uint8Array(SIGNED_BYTES + 64).map((_, index) => index % 251);
  bytes.fill(0, 0, 400);
  bytes.fill(0, SIGNED_BYTES);
  const view = new DataView(bytes.buffer);
  const commands = [segment("__TEXT"), segment("__LINKEDIT"), library(), build(), signature()];
  let at = 32;
  for (const command of commands) {
    bytes.set(command, at);
    at += command.length;
  }
  [0xfeedfacf, 0x01000007, 3, 2, commands.length].forEach((word, index) =>
    view.setUint32(index * 4, word, true)
  );
  return bytes;
}

function words(...numbers: number[]): Uint8Array {
  return new Uint8Array(new Uint32Array(numbers).buffer);
}

function segment(name: string): Uint8Array {
  const command = new Uint8Array(72);
  command.set(words(0x19, 72));
  command.set(new TextEncoder().encode(name), 8);
  command.set(words(name === "__TEXT" ? 4096 : 0, 0), 48);
  return command;
}

function library(): Uint8Array {
  const command = new Uint8Array(48);
  command.set(words(0xc, 48, 24));
  command.set(new TextEncoder().encode("/usr/lib/libx.dylib"), 24);
  return command;
}

function build(): Uint8Array {
  return words(0x32, 24, 1, 0x000d0000, 0, 0);
}

function signature(): Uint8Array {
  return words(0x1d, 16, SIGNED_BYTES, 64);
}

Deno.test("machoFacts() reads processor, system and libraries", () => {
  const { cpu, minimumMacos, libraries } = machoFacts(program());
  assert.deepEqual([cpu, minimumMacos, libraries], ["x64", "13.0", ["/usr/lib/libx.dylib"]]);
});

Deno.test("signedMacho() makes a signature that fits, and leaves its input alone", () => {
  const before = program();
  assert.equal(machoFacts(before).signature, "of an unknown form");
  const signed = signedMacho(before, "hermeneut");
  assert.equal(machoFacts(signed).signature, "ad-hoc and valid");
  assert.deepEqual(before, program());
  assert.deepEqual(signedMacho(signed, "hermeneut"), signed);
});

Deno.test("machoFacts() finds a changed byte in every page", () => {
  for (const at of [31, 4095, 4096, 9_999]) {
    const signed = signedMacho(program(), "hermeneut");
    signed[at] = (signed[at] ?? 0) ^ 1;
    assert.equal(machoFacts(signed).signature, `wrong for page ${Math.floor(at / 4096)}`);
  }
});

Deno.test("machoFacts() finds a signature that covers too little, or is cut off", () => {
  const signed = signedMacho(program(), "hermeneut");
  const view = new DataView(signed.buffer);
  view.setUint32(SIGNED_BYTES + 20 + 32, SIGNED_BYTES - 4096);
  assert.equal(machoFacts(signed).signature, "over 5904 bytes instead of 10000");
  assert.equal(machoFacts(signed.subarray(0, -20)).signature, "beyond the end of the file");
});

Deno.test("signedMacho() refuses a file whose signature is not at its end", () => {
  const longer = new Uint8Array([...program(), 1]);
  assert.throws(() => signedMacho(longer, "x"), /at the end/);
  assert.throws(() => machoFacts(new Uint8Array(64)), /Expected a 64-bit Mach-O/);
});
