import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32, deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { EvidenceError } from "./errors.ts";
import type { EvidenceFile } from "./file.ts";
import { memoryFile } from "../../testdata/memory_file.ts";
import { readDirectory } from "./zip_directory.ts";
import { expander } from "./zip_expand.ts";
import { centralRecord, dosTime, endRecords, localHeader, type ZipMember } from "./zip_records.ts";
import { type Expand, zipTree } from "./zip_tree.ts";

interface Given {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly method?: number;
  /** What the directory says, when it lies. */
  readonly size?: number;
}

function zipOf(files: readonly Given[]): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  const members: ZipMember[] = [];
  let at = 0;
  const add = (bytes: Uint8Array): void => {
    parts.push(bytes);
    at += bytes.length;
  };
  for (const { name, bytes, method = 0, size = bytes.length } of files) {
    const packed = method === 8 ? deflateRawSync(bytes) : bytes;
    const crc = crc32(bytes);
    const time = dosTime(Date.UTC(2026, 9, 29, 9, 30, 16));
    const member = { name, offset: at, method, size, stored: packed.length, crc, time };
    add(localHeader(member));
    add(packed);
    members.push(member);
  }
  const offset = at;
  for (const member of members) add(centralRecord(member));
  add(endRecords({ offset, size: at - offset, count: members.length }));
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

function asFile(bytes: Uint8Array<ArrayBuffer>): EvidenceFile {
  return memoryFile("/x.zip", bytes);
}

const NEVER: Expand = () => assert.fail("nothing is expanded");

Deno.test("what was stored in a zip is read where it lies, at any offset", () => {
  const file = fc.record({
    name: fc.stringMatching(/^[a-zü]{1,8}(?:\/[a-z]{1,8})?$/),
    bytes: fc.uint8Array({ maxLength: 200 }),
  });
  const files = fc.uniqueArray(file, { selector: ({ name }) => name.split("/")[0], maxLength: 6 });
  fc.assert(fc.property(files, fc.nat(200), fc.nat(200), (given, offset, length) => {
    const tree = zipTree(asFile(zipOf(given)), NEVER);
    for (const { name, bytes } of given) {
      const opened = tree.open(`/${name}`);
      assert.equal(opened.size, bytes.length);
      assert.deepEqual([...opened.read(offset, length)], [...bytes.slice(offset, offset + length)]);
    }
  }));
});

Deno.test("a deflated file is expanded once, and removed with its folder", () => {
  const folder = mkdtempSync(join(tmpdir(), "zip-"));
  const bytes = Uint8Array.from({ length: 300_000 }, (_, at) => at * at % 251);
  try {
    const tree = zipTree(asFile(zipOf([{ name: "a/b", bytes, method: 8 }])), expander(folder));
    for (let times = 0; times < 2; times++) {
      const file = tree.open("/a/b");
      assert.equal(file.path, "/a/b");
      assert.deepEqual(file.read(1000, 5), bytes.slice(1000, 1005));
      assert.deepEqual(file.read(299_999, 9), bytes.slice(299_999));
      file.close();
    }
    assert.equal(readdirSync(folder).length, 1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

Deno.test("a file that holds another number of bytes than it says is refused", () => {
  const folder = mkdtempSync(join(tmpdir(), "zip-"));
  try {
    for (const [size, words] of [[10, "more"], [100_000, "less"]] as const) {
      const zip = zipOf([{ name: "bomb", bytes: new Uint8Array(50_000), method: 8, size }]);
      const tree = zipTree(asFile(zip), expander(folder));
      assert.throws(() => tree.open("/bomb"), new RegExp(`holds ${words} than it says`));
    }
    const zip = zipOf([{ name: "odd", bytes: new Uint8Array(5), method: 12 }]);
    assert.throws(() => zipTree(asFile(zip), NEVER).open("/odd"), /method 12/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

Deno.test("a zip that is cut off or no zip is said to be none", () => {
  const zip = zipOf([{ name: "a", bytes: new Uint8Array(9) }]);
  for (const length of [0, 1, 30, zip.length - 1, zip.length - 22]) {
    assert.throws(() => readDirectory(asFile(zip.slice(0, length))), EvidenceError);
  }
  assert.throws(() => readDirectory(asFile(new Uint8Array(500))), /no directory/);
});

Deno.test("damage never makes the reader fail in another way", () => {
  const zip = zipOf([{ name: "abc/def", bytes: new Uint8Array(40) }, {
    name: "x",
    bytes: new Uint8Array(3),
  }]);
  fc.assert(fc.property(fc.nat(zip.length - 1), fc.integer({ min: 1, max: 255 }), (at, mask) => {
    const damaged = zip.slice();
    damaged[at] = (damaged[at] ?? 0) ^ mask;
    try {
      const tree = zipTree(asFile(damaged), NEVER);
      for (const { path, kind } of tree.list("/")) {
        if (kind === "file") tree.open(path).read(0, 100);
      }
    } catch (error) {
      assert.ok(error instanceof EvidenceError, String(error));
    }
  }));
});

Deno.test("times outside of the zip's calendar are moved to its edge", () => {
  assert.deepEqual(dosTime(0), [0x21, 0]);
  assert.deepEqual(dosTime(Number.MAX_SAFE_INTEGER), dosTime(Date.UTC(2107, 11, 31, 23, 59, 59)));
  assert.deepEqual(dosTime(Date.UTC(2026, 9, 29, 9, 30, 16)), [
    (46 << 9) | (10 << 5) | 29,
    (9 << 11) | (30 << 5) | 8,
  ]);
});
