import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closingLine, isGood } from "./test.ts";

/** Runs the script on one test file; its exit code and its last line. */
function outcomeOf(text: string): [number, string] {
  const folder = mkdtempSync(join(tmpdir(), "test-"));
  try {
    const file = join(folder, "one_test.ts");
    writeFileSync(file, text);
    const script = join(import.meta.dirname ?? "", "test.ts");
    const { code, stdout } = new Deno.Command(Deno.execPath(), {
      args: ["run", "--quiet", "--allow-all", script, "--no-check", file],
      stderr: "null",
    }).outputSync();
    return [code, new TextDecoder().decode(stdout).trimEnd().split("\n").at(-1) ?? ""];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

Deno.test("test: the last line counts, the exit code tells", () => {
  assert.deepEqual(outcomeOf('Deno.test("a", () => {}); Deno.test("b", () => {});'), [
    0,
    "2 passed, 0 failed",
  ]);
  assert.deepEqual(outcomeOf('Deno.test("a", () => {}); Deno.test("b", () => { throw 1; });'), [
    1,
    "1 passed, 1 failed",
  ]);
});

Deno.test("test: a run without tests, or that breaks down, fails", () => {
  assert.equal(outcomeOf("export {};")[0], 1);
  assert.deepEqual(outcomeOf("this is not code"), [1, "0 passed, 1 failed"]);
});

Deno.test("test: nothing passed is not good", () => {
  assert.equal(isGood({ passed: 0, failed: 0, ignored: 3 }), false);
  assert.equal(isGood({ passed: 1, failed: 0, ignored: 0 }), true);
  assert.equal(closingLine(null), "0 passed, 1 failed");
});
