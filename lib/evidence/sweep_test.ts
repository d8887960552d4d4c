import assert from "node:assert/strict";
import { sweeper } from "./sweep.ts";

/** Collections of a length, at the moments of a clock that only they and the test move. */
function clocked(duration: number): { at: number[]; sweepAt: (moment: number) => void } {
  const at: number[] = [];
  let clock = 0;
  const sweep = sweeper(() => {
    at.push(clock);
    clock += duration;
  }, () => clock);
  return {
    at,
    sweepAt: (moment) => {
      clock = moment;
      sweep();
    },
  };
}

Deno.test("a sweep is made after a pause, and again only after another one", () => {
  const { at, sweepAt } = clocked(1);
  for (const moment of [0, 49, 100, 101, 150, 151, 152]) sweepAt(moment);
  assert.deepEqual(at, [100, 151]);
});

Deno.test("sweeps that take long are far apart: a sixteenth of the time at most", () => {
  const { at, sweepAt } = clocked(50);
  for (const moment of [50, 100, 500, 899, 900, 1749, 1750]) sweepAt(moment);
  assert.deepEqual(at, [50, 900, 1750]);
});

Deno.test("where the runtime offers no collection, none is asked for", () => {
  const never = sweeper(null, () => {
    throw new Error("no clock is looked at");
  });
  assert.equal(never(), undefined);
});
