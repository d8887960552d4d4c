import assert from "node:assert/strict";
import { medianLines, sizeFaults } from "./check_sizes.ts";
import type { Source } from "./house/sources.ts";

function source(path: string, lines: number, text = ""): Source {
  return { path, text: text + "\n".repeat(lines), isTest: path.endsWith("_test.ts") };
}

function functionOf(lines: number): string {
  return `function long() {\n${"  step();\n".repeat(lines - 2)}}\n`;
}

Deno.test("sizes: a module of 300 lines passes, one of 301 does not", () => {
  assert.deepEqual(sizeFaults([source("lib/a.ts", 300)]), []);
  assert.deepEqual(sizeFaults([source("lib/a.ts", 301)]), [
    { path: "lib/a.ts", line: 0, message: "module has 301 lines, 300 at most" },
  ]);
});

Deno.test("sizes: a last line without a line feed counts", () => {
  assert.equal(sizeFaults([source("lib/a.ts", 300, "x")]).length, 0);
  const text = "\n".repeat(300) + "x";
  assert.equal(sizeFaults([{ path: "lib/a.ts", text, isTest: false }]).length, 1);
});

Deno.test("sizes: a function of 50 lines passes, one of 51 does not", () => {
  assert.deepEqual(sizeFaults([source("lib/a.ts", 1, functionOf(50))]), []);
  assert.deepEqual(sizeFaults([source("lib/a.ts", 1, "\n" + functionOf(51))]), [
    { path: "lib/a.ts", line: 2, message: "function long has 51 lines, 50 at most" },
  ]);
});

Deno.test("sizes: tests are left out", () => {
  assert.deepEqual(sizeFaults([source("lib/a_test.ts", 900, functionOf(99))]), []);
  assert.equal(medianLines([source("lib/a.ts", 10), source("lib/a_test.ts", 900)]), 10);
});

Deno.test("sizes: the median of an even number lies between the two in the middle", () => {
  const sources = [1, 9, 4, 6].map((lines) => source(`lib/${lines}.ts`, lines));
  assert.equal(medianLines(sources), 5);
  assert.equal(medianLines([]), 0);
});
