import assert from "node:assert/strict";
import { beginningOf, widthOf } from "./width.ts";

Deno.test("widthOf() counts columns, not characters", () => {
  const known: readonly [string, number][] = [
    ["", 0],
    ["ana", 3],
    ["Müller", 6],
    ["e\u0301ve", 3],
    ["田中太郎", 8],
    ["한글", 4],
    ["ﾃｽﾄ", 3],
    ["テスト", 6],
    ["😀x", 3],
    ["…→", 2],
    ["\u{20000}", 2],
  ];
  for (const [text, width] of known) assert.equal(widthOf(text), width, text);
});

Deno.test("beginningOf() cuts no character, and leaves no half of a wide one", () => {
  assert.equal(beginningOf("田中太郎", 5), "田中");
  assert.equal(beginningOf("e\u0301ve", 1), "e\u0301");
  assert.equal(beginningOf("😀x", 1), "");
  assert.equal(beginningOf("ana", 9), "ana");
});
