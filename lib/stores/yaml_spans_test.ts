import assert from "node:assert/strict";
import fc from "fast-check";
import { parseDocument } from "yaml";
import { indentSpans, spans } from "./yaml_spans.ts";

function found(text: string): string[] {
  return [...spans(text)].map(({ start, end }) => text.slice(start, end));
}

Deno.test("spans are found wherever a node can begin, and nowhere else", () => {
  const shapes: [string, string[]][] = [
    ['a: "x\ny"\n', ['"x\ny"']],
    ["- 'x''\ny'\n", ["'x''\ny'"]],
    ['- - k: &a !t "x\n\\"y" # c\n', ['"x\n\\"y"']],
    ['? "x\ny"\n: {b:\n1}\n', ['"x\ny"', "{b:\n1}"]],
    ['a: [b, "]", \'[\n\', c"d # ]\n]\n', ['[b, "]", \'[\n\', c"d # ]\n]']],
    ['a: {"b":"x\ny",c:{}}\n', ['{"b":"x\ny",c:{}}']],
    ['--- "x\ny"\n', ['"x\ny"']],
    ['\n\n"x\ny"\n', ['"x\ny"']],
    ["a: \"x y\"\nb: it's\nc: don't\n", []],
    ["a: |\n  'x\n\n  b'\nc: >2\n   [x\n  ]\n", []],
    ['a: some text\n  "more\n  text"\n', []],
    ['a: "x\n---\nb: "y\n', []],
    ['a: "x\nb: "y"\n', []],
    ["a: [x\nb: }\n", []],
  ];
  for (const [text, expected] of shapes) assert.deepEqual(found(text), expected, text);
});

Deno.test("their lines are indented as YAML asks, and no other line is touched", () => {
  assert.equal(
    indentSpans('a:\n  b: "x\ny\n\n    z"\nc: d\n'),
    'a:\n  b: "x\n   y\n\n    z"\nc: d\n',
  );
  assert.equal(indentSpans("a: b\n"), "a: b\n");
  const wide = " ".repeat(300);
  const many = `${wide}a: "${"\nx".repeat(10_000)}"\n`;
  assert.equal(indentSpans(many), `${wide}a: "${"\n x".repeat(10_000)}"\n`);
});

Deno.test("indenting changes neither the lines nor the value of a scalar", () => {
  const words = fc.stringMatching(/^[a-z:#\-[\]{},' \n]{0,40}$/).filter((text) =>
    !/^(?:---|\.\.\.)/m.test(text)
  );
  fc.assert(fc.property(words, (text) => {
    const written = `k:\n  - "${text}"\nend: 1\n`;
    const indented = indentSpans(written);
    assert.equal(indented.split("\n").length, written.split("\n").length);
    const document = parseDocument(indented);
    assert.deepEqual(document.errors, []);
    assert.deepEqual(document.toJS().end, 1);
    const flat = text.replace(/ *\n */g, "\n");
    const folded = flat.replace(/\n(\n*)/g, (_, more: string) => more === "" ? " " : more);
    assert.deepEqual(document.toJS().k, [folded]);
  }));
});
