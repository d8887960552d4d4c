import assert from "node:assert/strict";
import fc from "fast-check";
import { field } from "./json_value.ts";
import { parseJson } from "./json_parse.ts";
import { compactJson, textOf } from "./json_print.ts";
import type { Json } from "./json_value.ts";

function parsed(text: string): Json {
  const value = parseJson(text);
  assert.ok(value !== undefined, text);
  return value;
}

Deno.test("compactJson prints what was stored, without its spaces", () => {
  const text = '{"b":[1.0,1497549923779084388,-0,1e5,{}],"10":null,"2":[[],"ü€😀"],"a":true}';
  assert.equal(compactJson(parsed(text.replaceAll(/([,:[])/g, " $1\n "))), text);
});

Deno.test("compactJson prints a lone surrogate as U+FFFD, in keys too", () => {
  assert.equal(
    compactJson(parsed('{"\\udc00":"a\\ud800b","c":"\\ud83d\\ude00"}')),
    '{"\ufffd":"a\ufffdb","c":"😀"}',
  );
});

Deno.test("compactJson escapes as JSON.stringify does", () => {
  const text = '"\\u0000\\u001b\\n\\"\\\\/\u007f\u2028"';
  assert.equal(compactJson(parsed(text)), text);
});

Deno.test("compactJson prints a thousand levels", () => {
  const text = "[".repeat(1000) + "]".repeat(1000);
  assert.equal(compactJson(parsed(text)), text);
});

Deno.test("compactJson and parseJson undo each other", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (text) => {
      const value = parsed(text);
      assert.deepEqual(parsed(compactJson(value)), value);
    }),
  );
});

Deno.test("textOf gives words, or null for an absent value", () => {
  assert.equal(textOf(undefined), null);
  assert.equal(textOf(null), null);
  assert.equal(textOf("as it is"), "as it is");
  assert.equal(textOf(""), "");
  assert.equal(textOf(false), "false");
  assert.equal(textOf(55102), "55102");
  assert.equal(textOf(parsed("1497549923779084388")), "1497549923779084388");
  assert.equal(textOf(parsed('{"a": [1, "x"]}')), '{"a":[1,"x"]}');
});

Deno.test("field finds nothing in a value that is no object", () => {
  assert.equal(field(parsed('{"a":1}'), "a"), 1);
  for (const text of ['{"b":1}', '["a"]', '"a"', "1", "null"]) {
    assert.equal(field(parsed(text), "a"), undefined);
  }
  assert.equal(field(undefined, "a"), undefined);
  assert.equal(field(parsed("{}"), "constructor"), undefined);
  assert.equal(field(parsed("[]"), "length"), undefined);
});
