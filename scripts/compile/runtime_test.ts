import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { lockFor } from "./runtime.ts";
import { BUN_VERSION, TARGETS } from "./targets.ts";

const LOCK = JSON.parse(readFileSync(new URL("deno.lock", import.meta.url), "utf8"));

Deno.test("the lock file names every target's runtime with its integrity, and nothing else", () => {
  const expected = TARGETS.map(({ runtimePackage }) => `${runtimePackage}@${BUN_VERSION}`).sort();
  assert.deepEqual(Object.keys(LOCK.npm).sort(), expected);
  for (const entry of Object.values<{ integrity: string }>(LOCK.npm)) {
    assert.match(entry.integrity, /^sha512-/);
  }
});

Deno.test("lockFor() keeps one package and fails for one that is not locked", () => {
  const cut = lockFor("@oven/bun-linux-aarch64", LOCK);
  assert.deepEqual(Object.keys(cut.npm), [`@oven/bun-linux-aarch64@${BUN_VERSION}`]);
  assert.throws(() => lockFor("@oven/bun-elsewhere", LOCK), /@oven\/bun-elsewhere@/);
});
