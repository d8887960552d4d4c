import assert from "node:assert/strict";
import { summaryOf } from "./summary.ts";

Deno.test("summaryOf() reads a run that passed, with and without steps", () => {
  assert.deepEqual(summaryOf("running 3 tests\n\nok | 3 passed | 0 failed (12ms)\n"), {
    passed: 3,
    failed: 0,
    ignored: 0,
  });
  assert.deepEqual(
    summaryOf("ok | 5 passed (7 steps) | 0 failed | 2 ignored | 1 filtered out (1s)"),
    {
      passed: 5,
      failed: 0,
      ignored: 2,
    },
  );
});

Deno.test("summaryOf() reads a run that failed, in colour", () => {
  const line =
    "\x1b[0m\x1b[31mFAILED\x1b[0m | 23 passed (1 step) | 1 failed (2 steps) \x1b[38;5;245m(1s)\x1b[0m";
  assert.deepEqual(summaryOf(`${line}\n`), { passed: 23, failed: 1, ignored: 0 });
});

Deno.test("summaryOf() is null for a run that broke down", () => {
  assert.equal(summaryOf('error: Module not found "file:///x.ts"\n'), null);
});

Deno.test("summaryOf() takes no test's name or output for the summary", () => {
  const output =
    'says "ok | 9 passed | 0 failed" ... ok (1ms)\nok | 8 passed | 0 failed\nok | 1 passed | 0 failed (2ms)\n';
  assert.equal(summaryOf(output)?.passed, 1);
});
