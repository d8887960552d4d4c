import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import fc from "fast-check";
import { TextCells } from "./text_cells.ts";

/** Texts, bytes that are none, marks of byte order, characters cut off at an end. */
const anyBytes = fc.oneof(
  fc.uint8Array({ maxLength: 40 }),
  fc.constantFrom([], [0x75], [0xef, 0xbb, 0xbf], [0xe2, 0x9c], [0], [0x61, 0x62])
    .map((list) => Uint8Array.from(list)),
  fc.tuple(fc.string({ unit: "binary", maxLength: 90 }), fc.nat({ max: 90 })).map(
    ([text, end]) => new TextEncoder().encode(`\ufeff${text}`).slice(0, end),
  ),
);

Deno.test("TextCells decodes as a TextDecoder does, however often texts repeat", () => {
  for (const encoding of ["utf-8", "utf-16le"]) {
    const cells = new TextCells(encoding);
    const decoder = new TextDecoder(encoding, { ignoreBOM: true });
    fc.assert(fc.property(fc.array(anyBytes), (list) => {
      for (const one of [...list, ...list]) assert.equal(cells.decode(one), decoder.decode(one));
      const all = Buffer.concat(list);
      let start = 0;
      for (const one of list) {
        const end = start + one.length;
        assert.equal(cells.decodePart(all, start, end), decoder.decode(one));
        start = end;
      }
    }));
  }
});
