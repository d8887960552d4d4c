import assert from "node:assert/strict";
import fc from "fast-check";
import { memoryFile } from "../../testdata/memory_file.ts";
import { pieces } from "./pieces.ts";

Deno.test("pieces are the stretch, as far as the file goes", () => {
  const wanted = fc.record({
    bytes: fc.uint8Array({ maxLength: 300 }),
    from: fc.nat({ max: 320 }),
    to: fc.nat({ max: 320 }),
    piece: fc.integer({ min: 1, max: 400 }),
  });
  fc.assert(fc.property(wanted, ({ bytes, from, to, piece }) => {
    const found: number[] = [];
    for (const part of pieces(memoryFile("/h/f", bytes), { from, to, piece })) {
      assert.ok(part.length > 0 && part.length <= piece);
      found.push(...part);
    }
    assert.deepEqual(found, [...bytes.subarray(from, Math.max(from, to))]);
  }));
});

Deno.test("pieces take no more memory than the stretch, whatever a damaged header says of it", () => {
  const asked: number[] = [];
  const file = memoryFile("/h/f", new Uint8Array(10));
  const watched = {
    ...file,
    read(offset: number, length: number, into?: Uint8Array): Uint8Array {
      asked.push(into?.length ?? 0);
      return file.read(offset, length, into);
    },
  };
  assert.equal([...pieces(watched, { to: 10, piece: 1 << 20 })].length, 1);
  assert.equal([...pieces(watched, { to: 2 ** 50, piece: 4 })].length, 3);
  assert.deepEqual(asked, [10, 4, 4, 4, 4]);
});
