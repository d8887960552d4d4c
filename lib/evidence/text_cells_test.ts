import assert from "node:assert/strict";
import fc from "fast-check";
import { TextCells } from "./text_cells.ts";

Deno.test("TextCells decodes as a TextDecoder does, however often texts repeat", () => {
  const cells = new TextCells("utf-8");
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  const few = fc.constantFrom([], [0x75], [0xef, 0xbb, 0xbf], [0xe2, 0x9c], [0], [0x61, 0x62]);
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 40 }),
    few.map((list) => Uint8Array.from(list)),
  );
  fc.assert(fc.property(fc.array(bytes), (list) => {
    for (const one of [...list, ...list]) assert.equal(cells.decode(one), decoder.decode(one));
  }));
});
