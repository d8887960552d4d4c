import assert from "node:assert/strict";
import fc from "fast-check";
import { compareCodePoints, compareRanked, type Ranked } from "./order.ts";

function ranked(
  time: number | null,
  storeOrder: number,
  pathRank: number,
  emission: number,
): Ranked {
  return { time, storeOrder, pathRank, emission };
}

Deno.test("compareRanked orders by time, store, path and emission, untimed rows last", () => {
  const sorted = [
    ranked(1, 9, 9, 9),
    ranked(2, 0, 5, 7),
    ranked(2, 1, 0, 3),
    ranked(2, 1, 2, 0),
    ranked(2, 1, 2, 1),
    ranked(4e15, 0, 0, 0),
    ranked(null, 0, 3, 3),
    ranked(null, 1, 0, 0),
    ranked(null, 1, 0, 1),
  ];
  fc.assert(
    fc.property(fc.shuffledSubarray(sorted, { minLength: sorted.length }), (rows) => {
      assert.deepEqual(rows.sort(compareRanked), sorted);
    }),
  );
});

Deno.test("compareCodePoints puts what lies beyond U+FFFF last", () => {
  const sorted = [
    "",
    "A",
    "AB",
    "B",
    "a",
    "é",
    "\ud800",
    "\ud83d",
    "\ue000",
    "\uffff",
    "😀",
    "😀a",
  ];
  assert.deepEqual([...sorted].reverse().sort(compareCodePoints), sorted);
});

Deno.test("compareCodePoints agrees with a comparison of code point lists", () => {
  const unit = fc.constantFrom("a", "b", "\ud83d", "\ude00", "\uffff", "😀", "é");
  const text = fc.array(unit, { maxLength: 4 }).map((units) => units.join(""));
  fc.assert(
    fc.property(text, text, (a, b) => {
      assert.equal(Math.sign(compareCodePoints(a, b)), compareLists(points(a), points(b)));
    }),
    { numRuns: 1000 },
  );
});

function points(text: string): number[] {
  return Array.from(text, (character) => character.codePointAt(0) ?? 0);
}

function compareLists(a: number[], b: number[]): number {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    if (a[at] !== b[at]) return Math.sign((a[at] ?? 0) - (b[at] ?? 0));
  }
  return Math.sign(a.length - b.length);
}
