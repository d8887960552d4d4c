import assert from "node:assert/strict";
import fc from "fast-check";
import { isList, isObject, type Json, JsonNumber } from "./json_value.ts";
import { parseJson } from "./json_parse.ts";

Deno.test("parseJson keeps integer-like keys and __proto__ in stored order", () => {
  const value = parseJson('{"b":1,"10":2,"2":3,"__proto__":{"x":4}}');
  assert.ok(isObject(value));
  assert.deepEqual([...value.keys()], ["b", "10", "2", "__proto__"]);
  assert.deepEqual(value.get("__proto__"), new Map([["x", 4]]));
});

Deno.test("parseJson gives a repeated key its first place and its last value", () => {
  const value = parseJson('{"a":1,"b":2,"\\u0061":3}');
  assert.deepEqual(value, new Map([["a", 3], ["b", 2]]));
  assert.ok(isObject(value));
  assert.deepEqual([...value.keys()], ["a", "b"]);
});

Deno.test("parseJson keeps the token of a number that would print differently", () => {
  for (
    const token of [
      "1497549923779084388",
      "-0",
      "1.0",
      "1e3",
      "1E400",
      "0.10",
      "0.0000001",
      "1793266216.40",
    ]
  ) {
    const value = parseJson(`[${token}]`);
    assert.deepEqual(value, [new JsonNumber(token)], token);
  }
  for (const token of ["0", "-1", "1.5", "9007199254740991", "1793266216.4", "1e+21"]) {
    assert.deepEqual(parseJson(token), Number(token), token);
  }
});

Deno.test("parseJson refuses what is no JSON", () => {
  const texts = [
    "",
    " ",
    "NaN",
    "Infinity",
    "-Infinity",
    "-",
    "01",
    "1.",
    ".5",
    "+1",
    "1e",
    "nul",
    "True",
    "[1,]",
    "[,1]",
    "[1 2]",
    "[",
    "]",
    "{",
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    "{a:1}",
    "{'a':1}",
    '"',
    '"\\',
    '"\\"',
    '"a\nb"',
    '"\\x41"',
    '"\\u12"',
    "[1]]",
    "1 2",
    "\ufeff1",
    "[}",
    "{]",
    "\u00a01",
    "// c\n1",
  ]; // deno-fmt-ignore
  for (const text of texts) assert.equal(parseJson(text), undefined, JSON.stringify(text));
});

Deno.test("parseJson takes a thousand levels and not one more", () => {
  for (const [open, close] of [["[", "]"], ['{"a":[', "]}"]] as const) {
    const levels = open === "[" ? 1000 : 500;
    assert.notEqual(parseJson(open.repeat(levels) + close.repeat(levels)), undefined);
    const deeper = `[${open.repeat(levels)}${close.repeat(levels)}]`;
    assert.equal(parseJson(deeper), undefined);
  }
  assert.equal(parseJson("[".repeat(2_000_000)), undefined);
  assert.equal(parseJson('{"a":'.repeat(2_000_000)), undefined);
});

Deno.test("parseJson agrees with JSON.parse on every valid text", () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), fc.nat(2), (text, indent) => {
      const plain = JSON.parse(text);
      const spaced = JSON.stringify(plain, null, indent);
      assert.deepEqual(plainOf(parseJson(spaced)), plain);
    }),
  );
});

Deno.test("parseJson agrees with JSON.parse on what is valid", () => {
  const edit = fc.tuple(fc.nat(), fc.nat(3), fc.constantFrom(...'[]{}:,"\\0-.e 1tn\n\t'));
  fc.assert(
    fc.property(fc.json({ maxDepth: 3 }), fc.array(edit, { maxLength: 3 }), (json, edits) => {
      let text = json;
      for (const [where, cut, put] of edits) {
        const at = where % (text.length + 1);
        text = text.slice(0, at) + put + text.slice(at + cut);
      }
      assert.equal(parseJson(text) !== undefined, isValid(text), text);
    }),
    { numRuns: 2000 },
  );
});

Deno.test("parseJson reads strings as JSON.parse does", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      assert.equal(parseJson(JSON.stringify(text)), text);
    }),
  );
});

function isValid(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** What JSON.parse would have made of it. */
function plainOf(value: Json | undefined): unknown {
  if (value instanceof JsonNumber) return Number(value.token);
  if (isList(value)) return value.map(plainOf);
  if (!isObject(value)) return value;
  // Not Object.assign: it would call the setter of __proto__.
  return Object.fromEntries([...value].map(([key, inner]) => [key, plainOf(inner)]));
}
