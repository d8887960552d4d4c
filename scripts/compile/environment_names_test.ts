import assert from "node:assert/strict";
import { ENVIRONMENT_NAMES, withoutEnvironmentNames } from "./environment_names.ts";
import { TARGETS } from "./targets.ts";

const NONE = Object.fromEntries(ENVIRONMENT_NAMES.map(({ name }) => [name, 0]));

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

Deno.test("withoutEnvironmentNames() overwrites every place and nothing else", () => {
  const runtime = bytes("a BUN_OPTIONS\0BUN_OPTIONSBUN_INSPECT_PRELOAD z");
  const patched = withoutEnvironmentNames(runtime, { ...NONE, BUN_OPTIONS: 2, BUN_INSPECT: 1 });
  assert.equal(
    new TextDecoder().decode(patched),
    "a \0UN_OPTIONS\0\0UN_OPTIONS\0UN_INSPECT_PRELOAD z",
  );
  assert.equal(new TextDecoder().decode(runtime).includes("\0UN_"), false);
});

Deno.test("withoutEnvironmentNames() fails when a count differs, either way", () => {
  const counts = { ...NONE, BUN_BE_BUN: 1 };
  const message = (found: number) => ({
    message: `Expected BUN_BE_BUN 1 times in the runtime, found it ${found} times`,
  });
  assert.throws(() => withoutEnvironmentNames(bytes("BUN_BE_BUN BUN_BE_BUN"), counts), message(2));
  assert.throws(() => withoutEnvironmentNames(bytes(""), counts), message(0));
});

Deno.test("every target pins a count for every name", () => {
  for (const { name, nameCounts } of TARGETS) {
    const expected = ENVIRONMENT_NAMES.map((entry) => entry.name).sort();
    assert.deepEqual(Object.keys(nameCounts).sort(), expected, name);
  }
});
