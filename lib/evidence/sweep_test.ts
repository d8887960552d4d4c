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
  for (const moment of [0, 499, 500, 501, 550, 551, 552]) sweepAt(moment);
  assert.deepEqual(at, [500, 551]);
});

Deno.test("sweeps that take long are far apart: a sixteenth of the time at most", () => {
  const { at, sweepAt } = clocked(50);
  for (const moment of [500, 600, 1000, 1349, 1350, 2199, 2200]) sweepAt(moment);
  assert.deepEqual(at, [500, 1350, 2200]);
});

Deno.test("where the runtime offers no collection, none is asked for", () => {
  const never = sweeper(null, () => {
    throw new Error("no clock is looked at");
  });
  assert.equal(never(), undefined);
});
