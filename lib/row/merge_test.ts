import assert from "node:assert/strict";
import fc from "fast-check";
import { merge } from "./merge.ts";

Deno.test("merge equals a stable sort of all streams", () => {
  const streams = fc.array(fc.array(fc.integer({ min: 0, max: 20 })), { maxLength: 9 });
  fc.assert(
    fc.property(streams, (numbers) => {
      const sorted = numbers.map((list, stream) =>
        list.toSorted((a, b) => a - b).map((number, at) => ({ number, stream, at }))
      );
      assert.deepEqual(
        [...merge(sorted, (a, b) => a.number - b.number)],
        sorted.flat().sort((a, b) => a.number - b.number),
      );
    }),
  );
});

Deno.test("merge takes one item ahead of each stream, no more", () => {
  const taken: string[] = [];
  function* stream(name: string, numbers: number[]): Generator<number> {
    for (const number of numbers) {
      taken.push(`${name}${number}`);
      yield number;
    }
  }
  const merged = merge([stream("a", [1, 4]), stream("b", [2, 3])], (a, b) => a - b);
  assert.equal(merged.next().value, 1);
  assert.deepEqual(taken, ["a1", "b2"]);
  assert.deepEqual([...merged], [2, 3, 4]);
});

function* counting(closed: string[], name: string, failsAt = Infinity): Generator<number> {
  try {
    for (let number = 0;; number++) {
      if (number === failsAt) throw new Error(`${name} failed`);
      yield number;
    }
  } finally {
    closed.push(name);
  }
}

Deno.test("merge closes every stream when it is abandoned", () => {
  const closed: string[] = [];
  for (const number of merge([counting(closed, "a"), counting(closed, "b")], (a, b) => a - b)) {
    if (number === 3) break;
  }
  assert.deepEqual(closed, ["a", "b"]);
});

Deno.test("merge closes the others when one stream fails", () => {
  const closed: string[] = [];
  const streams = [counting(closed, "a"), counting(closed, "b", 2), counting(closed, "c")];
  assert.throws(() => [...merge(streams, (a, b) => a - b)], /^Error: b failed$/);
  assert.deepEqual(closed.sort(), ["a", "b", "c"]);
});
