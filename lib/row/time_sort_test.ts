import assert from "node:assert/strict";
import fc from "fast-check";
import { positionsByTime } from "./time_sort.ts";

Deno.test("positionsByTime sorts by time, keeps ties in order and puts the untimed last", () => {
  const time = fc.oneof(fc.integer({ min: 0, max: 9 }), fc.constant(Infinity));
  fc.assert(fc.property(fc.array(time, { maxLength: 60 }), (times) => {
    const expected = times.map((_, at) => at).sort((a, b) =>
      (times[a] === times[b] ? 0 : (times[a] ?? 0) - (times[b] ?? 0)) || a - b
    );
    assert.deepEqual([...positionsByTime(times.length, (at) => times[at] ?? 0)], expected);
  }));
});
