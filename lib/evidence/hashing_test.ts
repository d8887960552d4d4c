import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { hashFile } from "./hashing.ts";
import { memoryFile } from "../../testdata/memory_file.ts";

Deno.test("hashFile() hashes the published test vectors", () => {
  const hash = (text: string): string =>
    hashFile(memoryFile("/x", new TextEncoder().encode(text))).sha256;
  assert.equal(hash(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  assert.equal(hash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});

Deno.test("hashFile() reads on over many chunks", () => {
  const bytes = Uint8Array.from({ length: 3 * 1024 ** 2 + 17 }, (_, at) => at % 251);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  assert.deepEqual(hashFile(memoryFile("/x", bytes)), { sha256, size: bytes.length });
});

Deno.test("hashFile() covers what was there at the opening, or what is left of it", () => {
  const bytes = new TextEncoder().encode("abcdef");
  const grown = { ...memoryFile("/x", bytes), size: 3 };
  assert.equal(hashFile(grown).sha256, hashFile(memoryFile("/x", bytes.subarray(0, 3))).sha256);
  assert.equal(hashFile({ ...memoryFile("/x", bytes), size: 99 }).size, 6);
});
