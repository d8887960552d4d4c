import assert from "node:assert/strict";
import { requestFrom } from "./arguments.ts";
import { stockArguments } from "./stock.ts";
import { hostTarget, targetNamed, TARGETS } from "./targets.ts";

Deno.test("requestFrom() builds this machine's binary with Bun into dist", () => {
  assert.deepEqual(requestFrom([]), {
    targets: [hostTarget()],
    compiler: "bun",
    outputFolder: "dist",
  });
});

Deno.test("requestFrom() takes all targets, or those that are named", () => {
  assert.deepEqual(requestFrom(["--all"]).targets, TARGETS);
  const words = ["--target", "macos-arm64", "--target", "linux-x64", "--outdir", "x"];
  const { targets, outputFolder } = requestFrom(words);
  assert.deepEqual(targets.map(({ name }) => name), ["macos-arm64", "linux-x64"]);
  assert.equal(outputFolder, "x");
});

Deno.test("requestFrom() refuses what it does not know", () => {
  assert.throws(() => requestFrom(["--target", "beos-x64"]), /Expected a target .*beos-x64/);
  assert.throws(() => requestFrom(["--with", "gcc"]), /--with bun or --with deno, found "gcc"/);
  assert.throws(() => requestFrom(["--fast"]));
});

Deno.test("stockArguments() gives the least rights and Deno's name for the target", () => {
  const words = stockArguments(targetNamed("windows-x64"), "dist");
  for (const word of ["--deny-net", "--deny-run", "--deny-ffi", "--no-prompt"]) {
    assert.ok(words.includes(word), word);
  }
  assert.ok(words.includes("--target=x86_64-pc-windows-msvc"));
  assert.ok(words.includes("--output=dist/hermeneut-windows-x64.exe"));
  assert.equal(words.some((word) => /^--allow-(?:all|net|run|ffi)|^-A$/.test(word)), false);
});

Deno.test("stockArguments() refuses a target that Deno has no runtime for", () => {
  assert.throws(() => stockArguments(targetNamed("linux-x64-musl"), "dist"), RangeError);
});
