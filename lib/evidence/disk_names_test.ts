import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import fc from "fast-check";
import { diskNames, isRaw } from "./disk_names.ts";

function shownOf(...names: (string | number[])[]): string[] {
  return diskNames(names.map((name) => Buffer.from(name as string))).map(({ shown }) => shown);
}

Deno.test("diskNames() shows a name that is not UTF-8 with U+FFFD when nothing looks like it", () => {
  assert.deepEqual(shownOf([0x61, 0xff], "b", [0xc3]), ["a\ufffd", "b", "\ufffd"]);
});

Deno.test("diskNames() tells names apart that only bytes that are no character tell apart", () => {
  assert.deepEqual(shownOf([0x78, 0xfe], [0x78, 0xff], "x"), ["x", "x\ufffdfe", "x\ufffdff"]);
  assert.deepEqual(shownOf([0x78, 0xff], "x\ufffd"), ["x\ufffd", "x\ufffdff"]);
  assert.deepEqual(
    shownOf([0xc3, 0xbc, 0xff, 0xe2, 0x82], [0xc3, 0xbc, 0xfe, 0xe2, 0x82]),
    ["ü\ufffdfe\ufffde2\ufffd82", "ü\ufffdff\ufffde2\ufffd82"],
  );
});

Deno.test("diskNames() gives no name away to one that imitates it", () => {
  assert.deepEqual(
    shownOf([0xff], [0xfe], "\ufffdfe", [0xfd, 0x66, 0x66]),
    ["\ufffdfe", "\ufffdfe\ufffd", "\ufffdff", "\ufffdff\ufffd"].sort(),
  );
});

Deno.test("diskNames() shows no two names of a folder alike, in whatever order they come", () => {
  const byte = fc.constantFrom(0x61, 0x66, 0x65, 0xff, 0xfe, 0xef, 0xbf, 0xbd, 0xc3, 0xbc);
  const name = fc.array(byte, { minLength: 1, maxLength: 5 }).map((bytes) => Buffer.from(bytes));
  const names = fc.uniqueArray(name, { selector: (bytes) => bytes.toString("hex"), maxLength: 40 });
  fc.assert(fc.property(names, (given) => {
    const made = diskNames(given);
    assert.equal(new Set(made.map(({ shown }) => shown)).size, given.length);
    assert.deepEqual(diskNames(given.toReversed()), made);
    for (const one of made) if (!isRaw(one)) assert.equal(one.shown, one.bytes.toString());
  }));
});
