import assert from "node:assert/strict";
import fc from "fast-check";
import { CumulativeHistories } from "./cumulative_histories.ts";

const anyHistories = fc.array(fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 5 }), {
  maxLength: 6,
});

Deno.test("within a session each place tells each message once, first come first told", () => {
  fc.assert(fc.property(anyHistories, (histories) => {
    const cumulative = new CumulativeHistories();
    const told = new Set<string>();
    for (const history of histories) {
      const fresh = cumulative.fresh("s", history);
      for (const [position, message] of history.entries()) {
        const key = `${position} ${message}`;
        assert.equal(fresh.has(position), !told.has(key));
        told.add(key);
      }
    }
  }));
});

Deno.test("without a session a history loses exactly the longest earlier one it begins with", () => {
  fc.assert(fc.property(anyHistories, (histories) => {
    const cumulative = new CumulativeHistories();
    for (const [index, history] of histories.entries()) {
      const earlier = histories.slice(0, index).filter((one) =>
        one.every((message, position) => history[position] === message)
      );
      const known = Math.max(0, ...earlier.map((one) => one.length));
      const fresh = [...cumulative.fresh(null, history)];
      assert.deepEqual(fresh, [...history.keys()].slice(known));
    }
  }));
});
