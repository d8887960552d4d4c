import assert from "node:assert/strict";
import fc from "fast-check";
import { type KeptRow, KeptRows, type Says, saysOf } from "./kept_rows.ts";

const anyRow: fc.Arbitrary<KeptRow> = fc.record({
  time: fc.oneof(fc.integer({ min: 0, max: 4.2e15 }), fc.constant(Infinity)),
  place: fc.integer({ min: 0, max: 2 ** 27 - 1 }),
  call: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  line: fc.oneof(
    fc.constant(null),
    fc.maxSafeInteger(),
    fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n }),
  ),
  turn: fc.constantFrom("user", "assistant", "thinking", "tool_use", "tool_result", "system"),
  local: fc.boolean(),
  byTime: fc.boolean(),
  group: fc.integer({ min: 1, max: 200_000 }),
}, { noNullPrototype: true });

const ROW: KeptRow = {
  time: 0,
  place: 0,
  call: 0,
  line: 1,
  turn: "user",
  local: false,
  byTime: false,
  group: 1,
};

Deno.test("what is kept of a row comes back as it was, whatever its numbers", () => {
  fc.assert(
    fc.property(fc.array(anyRow, { maxLength: 50 }), (rows) => {
      const kept = new KeptRows();
      for (const [at, row] of rows.entries()) assert.equal(kept.add(saysOf(`${at % 7}`), row), at);
      for (const [at, row] of rows.entries()) {
        assert.deepEqual(
          {
            time: kept.time(at),
            place: kept.place(at),
            call: kept.call(at),
            line: kept.line(at),
            turn: kept.turn(at),
            local: kept.local(at),
            byTime: kept.byTime(at),
            group: kept.group(at),
          },
          row,
        );
        assert.deepEqual(kept.says(at), saysOf(`${at % 7}`));
      }
      for (let text = 0; text < 8; text++) {
        const saying = [...kept.saying(saysOf(`${text}`))].sort((a, b) => a - b);
        assert.deepEqual(saying, [...rows.keys()].filter((at) => at % 7 === text));
      }
    }),
    { numRuns: 50 },
  );
});

Deno.test("rows are found among many others, also when their first words are equal", () => {
  const kept = new KeptRows();
  const says = (at: number): Says => [at % 3, at % 5, at, 0];
  for (let at = 0; at < 3000; at++) kept.add(says(at), ROW);
  for (const at of [0, 1, 2047, 2048, 2999]) assert.deepEqual([...kept.saying(says(at))], [at]);
  assert.deepEqual([...kept.saying(says(3000))], []);
});

Deno.test("a row remembers the last group it absorbed a copy of", () => {
  const kept = new KeptRows();
  const number = kept.add(saysOf("x"), ROW);
  kept.absorb(number, 70_000);
  assert.equal(kept.group(number), 70_000);
});
