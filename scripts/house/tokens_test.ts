import assert from "node:assert/strict";
import { type Token, tokens } from "./tokens.ts";

function texts(source: string, kind?: Token["kind"]): string[] {
  return tokens(source).filter((token) => !kind || token.kind === kind).map((token) => token.text);
}

Deno.test("tokens() leaves comments out and keeps their lines", () => {
  const found = tokens("a // { one\n/* { two\n\n */ b");
  assert.deepEqual(found.map((token) => [token.text, token.line]), [["a", 1], ["b", 4]]);
});

Deno.test("tokens() does not see braces in strings, templates or regular expressions", () => {
  const source = "f('{\\'{', \"{\", `{ \\` {`, /[{/]{2}/u)";
  assert.deepEqual(texts(source, "mark").filter((text) => "{}".includes(text)), []);
  assert.deepEqual(texts(source, "regex"), ["/[{/]{2}/u"]);
});

Deno.test("tokens() follows a template through nested braces and templates", () => {
  const source = "`a ${x.map((y) => { return `${y}}`; })} b` + {}";
  assert.deepEqual(texts(source, "template"), ["`a ${", "`${", "}}`", "} b`"]);
  assert.equal(texts(source, "mark").filter((text) => text === "{").length, 2);
});

Deno.test("tokens() tells a division from a regular expression", () => {
  assert.deepEqual(texts("a / b / c; (d) / e / f", "regex"), []);
  assert.deepEqual(texts("return /b/; x = /c/g", "regex"), ["/b/", "/c/g"]);
});

Deno.test("tokens() gives every character of code back in order", () => {
  assert.equal(
    texts("const a: b<c> = d?.e ?? 0x1f;").join(" "),
    "const a : b < c > = d ?. e ? ? 0x1f ;",
  );
});
