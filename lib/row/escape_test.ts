import assert from "node:assert/strict";
import fc from "fast-check";
import { forTerminal, jsonForTerminal, wellFormed } from "./escape.ts";

Deno.test("JSON for a terminal says the same without what would act on one", () => {
  const value = { "a\u202e": "\x1b[2J \u009b31m \x7f\u2066é\u2028\n😀" };
  const json = jsonForTerminal(JSON.stringify(value));
  assert.equal(json, '{"a\\u202e":"\\u001b[2J \\u009b31m \\u007f\\u2066é\\u2028\\n😀"}');
  assert.deepEqual(JSON.parse(json), value);
});

Deno.test("forTerminal shows what would act on a terminal", () => {
  assert.equal(forTerminal("\x1b[2J\x07"), "\\x1b[2J\\x07");
  assert.equal(forTerminal("a\nb\tc\rd\0"), "a\\x0ab\\x09c\\x0dd\\x00");
  assert.equal(forTerminal("\x7f\x9b31m"), "\\x7f\\x9b31m");
  assert.equal(
    forTerminal("exe.\u202efdp \u2066\u200f\u061c"),
    "exe.\\u202efdp \\u2066\\u200f\\u061c",
  );
  assert.equal(forTerminal("\u2028"), "\\u2028");
  assert.equal(forTerminal("naïve 日本 😀 \ud800"), "naïve 日本 😀 \ufffd");
});

Deno.test("forTerminal leaves nothing that acts", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      assert.doesNotMatch(forTerminal(text), /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u);
    }),
    { numRuns: 1000 },
  );
});

Deno.test("wellFormed replaces lone surrogates only", () => {
  assert.equal(wellFormed("a\ud800b\udc00😀"), "a\ufffdb\ufffd😀");
});
