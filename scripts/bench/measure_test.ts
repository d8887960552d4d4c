import assert from "node:assert/strict";
import { measure, median } from "./measure.ts";

function evaluate(code: string): readonly string[] {
  return [Deno.execPath(), "eval", code];
}

Deno.test("measure() says how long a program took", async () => {
  const { seconds } = await measure(evaluate("await new Promise((go) => setTimeout(go, 300))"));
  assert.ok(seconds > 0.3 && seconds < 20, `${seconds} s`);
});

Deno.test({
  name: "measure() says how much memory a program had",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    const held =
      "const held = new Uint8Array(3e8).fill(1); await new Promise((go) => setTimeout(go, 99, held))";
    const small = await measure(evaluate("await new Promise((go) => setTimeout(go, 99))"));
    const large = await measure(evaluate(held));
    const difference = (large.peak ?? 0) - (small.peak ?? 0);
    assert.ok(Math.abs(difference - 3e8) < 5e7, `${difference} bytes`);
  },
});

Deno.test("measure() fails when the program does", async () => {
  await assert.rejects(
    measure(evaluate("console.error('why'); Deno.exit(2)")),
    /ended with 2: why/,
  );
});

Deno.test("median() is the number in the middle", () => {
  assert.equal(median([3, 1, 2]), 2);
  assert.equal(median([9]), 9);
});
