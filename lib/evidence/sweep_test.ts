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

Deno.test("a sweep is made when the run is no short one, and again only after a pause", () => {
  const { at, sweepAt } = clocked(1);
  for (const moment of [0, 299, 300, 301, 350, 351, 352]) sweepAt(moment);
  assert.deepEqual(at, [300, 351]);
});

Deno.test("sweeps that take long are far apart: a sixteenth of the time at most", () => {
  const { at, sweepAt } = clocked(50);
  for (const moment of [300, 400, 800, 1149, 1150, 1999, 2000]) sweepAt(moment);
  assert.deepEqual(at, [300, 1150, 2000]);
});

Deno.test("where the runtime offers no collection, none is asked for", () => {
  const never = sweeper(null, () => {
    throw new Error("no clock is looked at");
  });
  assert.equal(never(), undefined);
});
