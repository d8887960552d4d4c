import assert from "node:assert/strict";
import fc from "fast-check";
import type { EvidenceFile } from "./file.ts";
import { decodeText, readLines, withoutBom } from "./lines.ts";
import { memoryFile } from "../../testdata/memory_file.ts";

const encoder = new TextEncoder();

function texts(text: string): string[] {
  return [...readLines(memoryFile("/x", encoder.encode(text)))].map(({ bytes }) =>
    decodeText(bytes)
  );
}

Deno.test("readLines() ends lines at LF alone", () => {
  const text = "a\r\nb\u2028c\u0085d\x0be\rf\n\n\x00g";
  assert.deepEqual(texts(text), ["a\r", "b\u2028c\u0085d\x0be\rf", "", "\x00g"]);
});

Deno.test("readLines() tells whether an LF followed", () => {
  const ended = (text: string): boolean[] =>
    [...readLines(memoryFile("/x", encoder.encode(text)))].map((line) => line.ended);
  assert.deepEqual(ended(""), []);
  assert.deepEqual(ended("\n"), [true]);
  assert.deepEqual(ended("a\nb"), [true, false]);
  assert.deepEqual(ended("a\nb\n"), [true, true]);
});

Deno.test("readLines() gives back every byte, numbered from 1", () => {
  fc.assert(fc.property(
    fc.array(fc.oneof(fc.constant(10), fc.integer({ min: 0, max: 255 }))),
    fc.integer({ min: 1, max: 7 }),
    (bytes, chunk) => {
      const file = dripping(memoryFile("/x", Uint8Array.from(bytes)), chunk);
      const lines = [...readLines(file)];
      const again = lines.flatMap((line) => [...line.bytes, ...(line.ended ? [10] : [])]);
      assert.deepEqual(again, bytes);
      assert.deepEqual(lines.map(({ number }) => number), lines.map((_, at) => at + 1));
      assert.ok(lines.every((line) => line.length === line.bytes.length && !line.cut));
    },
  ));
});

Deno.test("readLines() cuts a long line, and counts its characters as decoded", () => {
  fc.assert(fc.property(
    fc.uint8Array({ maxLength: 60 }).map((bytes) => bytes.filter((byte) => byte !== 10)),
    fc.integer({ min: 1, max: 9 }),
    (bytes, chunk) => {
      const whole = Uint8Array.from([97, 10, ...bytes, 10, 98]);
      const file = dripping(memoryFile("/x", whole), chunk);
      const [first, line, last] = [...readLines(file, { longest: 8 })];
      assert.equal(line?.length, bytes.length);
      assert.equal(line?.cut, bytes.length > 8);
      assert.deepEqual(line?.bytes, bytes.slice(0, 8));
      assert.equal(line?.characters, line?.cut ? [...decodeText(bytes)].length : 0);
      assert.deepEqual([first?.bytes[0], last?.bytes[0]], [97, 98]);
    },
  ));
});

Deno.test("readLines() comes past a line of hundreds of MiB in little memory", () => {
  const size = 300 * 1024 ** 2;
  const block = new Uint8Array(1024 ** 2).fill(120);
  const edge = encoder.encode("first\n");
  const huge: EvidenceFile = {
    ...memoryFile("/x", new Uint8Array()),
    size: edge.length + size + 5,
    read(offset, length): Uint8Array {
      if (offset < edge.length) return edge.slice(offset);
      const left = edge.length + size - offset;
      if (left > 0) return block.subarray(0, Math.min(length, left));
      return encoder.encode("\nlast").slice(-left);
    },
  };
  const before = Deno.memoryUsage();
  const [first, line, last] = [...readLines(huge, { longest: 1024 ** 2 })];
  const after = Deno.memoryUsage();
  assert.equal(first?.length, 5);
  assert.deepEqual([line?.length, line?.characters, line?.bytes.length], [size, size, 1024 ** 2]);
  assert.equal(decodeText(last?.bytes ?? block), "last");
  assert.ok(after.external - before.external < 100 * 1024 ** 2);
});

Deno.test("readLines() stops where the file ended when it was opened", () => {
  const file = memoryFile("/x", encoder.encode("a\nb\nc\n"));
  const numbers = [...readLines({ ...file, size: 4 })].map(({ number }) => number);
  assert.deepEqual(numbers, [1, 2]);
});

Deno.test("withoutBom() drops one mark, only at the start; decodeText() drops none", () => {
  const bytes = encoder.encode("\ufeff\ufeffa\ufeff");
  assert.equal(decodeText(withoutBom(bytes)), "\ufeffa\ufeff");
  assert.equal(decodeText(bytes), "\ufeff\ufeffa\ufeff");
  assert.equal(decodeText(withoutBom(bytes.subarray(0, 2))), "\ufffd");
  assert.equal(
    decodeText(Uint8Array.of(0xe2, 0x9c, 0, 0xed, 0xa0, 0x80)),
    "\ufffd\0\ufffd\ufffd\ufffd",
  );
});

/** The same file in reads of at most `most` bytes. */
function dripping(file: EvidenceFile, most: number): EvidenceFile {
  return { ...file, read: (offset, length) => file.read(offset, Math.min(most, length)) };
}
