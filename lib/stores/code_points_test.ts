import assert from "node:assert/strict";
import fc from "fast-check";
import { afterCodePoints, codePoints } from "./code_points.ts";

const anyText = fc.string({ unit: "binary" });

Deno.test("code points are counted as a string's iterator counts them", () => {
  fc.assert(fc.property(anyText, (text) => {
    assert.equal(codePoints(text, 0, text.length), [...text].length);
  }));
});

Deno.test("an offset behind n code points leaves the rest of the iterator behind it", () => {
  fc.assert(fc.property(anyText, fc.nat(20), (text, count) => {
    const at = afterCodePoints(text, 0, count);
    if (at === null) assert([...text].length < count);
    else assert.equal(text.slice(at), [...text].slice(count).join(""));
  }));
});
