import assert from "node:assert/strict";
import fc from "fast-check";
import { KeyIndex } from "./key_index.ts";

Deno.test("KeyIndex gives back every kind of key, its time and its mark", () => {
  const keys = [
    0,
    1,
    2 ** 32 - 1,
    2 ** 32,
    2 ** 53 - 1,
    -1,
    -(2 ** 40),
    2n ** 63n - 1n,
    -(2n ** 63n),
  ];
  const index = new KeyIndex();
  for (const [at, key] of keys.entries()) {
    index.add(key, at % 2 === 0 ? at * 1e15 : null, at * 1e9 % 7);
  }
  for (const [at, key] of keys.entries()) {
    assert.equal(index.key(at), key);
    assert.equal(index.time(at), at % 2 === 0 ? at * 1e15 : Infinity);
    assert.equal(index.mark(at), at * 1e9 % 7);
  }
  assert.equal(index.length, keys.length);
});

Deno.test("KeyIndex grows past one block", () => {
  const index = new KeyIndex();
  for (let key = 0; key < 70_000; key++) index.add(key * 3, key);
  assert.deepEqual([index.key(69_999), index.time(69_999)], [209_997, 69_999]);
});

Deno.test("KeyIndex gives its order and lets go of times and marks, not of keys", () => {
  const index = new KeyIndex();
  for (const [key, time] of [[7, 30], [8, null], [9, 10], [10, 30]] as const) {
    index.add(key, time, 5);
  }
  const order = index.takeOrder();
  assert.deepEqual([...order], [2, 0, 3, 1]);
  assert.deepEqual([...order].map((position) => index.key(position)), [9, 7, 10, 8]);
  assert.deepEqual([index.time(0), index.mark(0), index.length], [0, 0, 4]);
});

Deno.test("KeyIndex gives back any keys in any order of asking", () => {
  const key = fc.oneof(
    fc.integer({ min: -3, max: 6 }),
    fc.integer({ min: -(2 ** 53) + 1, max: 2 ** 53 - 6 }),
    fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n }),
  );
  const run = fc.tuple(key, fc.integer({ min: 1, max: 5 })).map(([first, length]) =>
    Array.from({ length }, (_, at) => typeof first === "bigint" ? first : first + at)
  );
  fc.assert(
    fc.property(fc.array(run), fc.array(fc.nat()), (runs, asked) => {
      const keys = runs.flat();
      fc.pre(keys.length > 0);
      const index = new KeyIndex();
      for (const one of keys) index.add(one, null);
      for (const at of [...keys.keys(), ...asked.map((at) => at % keys.length)]) {
        assert.equal(index.key(at), keys[at]);
      }
    }),
  );
});
