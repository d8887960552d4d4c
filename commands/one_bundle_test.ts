import assert from "node:assert/strict";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { collected, inPlaces, runCommand } from "./collect_fixture.ts";
import { parseCommand } from "./parse.ts";

Deno.test("collect makes no bundle of two machines, and says which path or host both have", async () => {
  await inPlaces(async ({ evidence, out }) => {
    for (const name of ["a", "b"]) {
      const home = join(evidence, name, "home/ana/.hermes");
      mkdirSync(home, { recursive: true });
      writeFileSync(join(home, ".hermes_history"), "\n# 2026-10-29 09:30:16.400\n+hello\n");
    }
    const roots = [join(evidence, "a"), join(evidence, "b")];
    await assert.rejects(
      () => collected([], { root: roots, out }),
      /two machines, each with \/home\/ana\/\.hermes: collect each by itself/,
    );
    renameSync(join(evidence, "b/home/ana"), join(evidence, "b/home/bob"));
    const bundles: string[] = [];
    for (const [root = "", host] of roots.map((root, at) => [root, `host${at}`])) {
      bundles.push((await collected([], { root: [root], out, host })).bundle);
    }
    await assert.rejects(
      () => collected(bundles, { out }),
      /one bundle of host0 and host1: collect each by itself/,
    );
    assert.equal(readdirSync(out).length, 2);
    const file = join(out, "rows.jsonl");
    await runCommand(parseCommand, bundles, { out: file, format: "jsonl" });
    const rows = readFileSync(file, "utf8").trimEnd().split("\n").map((line) => JSON.parse(line));
    assert.deepEqual(rows.map(({ host, user }) => [host, user]), [["host0", "ana"], [
      "host1",
      "bob",
    ]]);
  });
});

Deno.test("a bundle's log keeps one line for one thing said, whatever a name holds", async () => {
  await inPlaces(async ({ evidence, out }) => {
    const home = join(evidence, "home/ana/.hermes");
    mkdirSync(join(home, "sessions"), { recursive: true });
    writeFileSync(join(home, ".hermes_history"), "");
    symlinkSync("/nowhere", join(home, "sessions", "a\nhermeneut: done\x1b[2J.jsonl"));
    const { bundle, code } = await collected([], { root: [evidence], out });
    assert.equal(code, 1);
    const log = readFileSync(join(bundle, "hermeneut.log"), "utf8").trimEnd().split("\n");
    assert.equal(log.length, 1);
    assert.ok(log[0]?.includes("a\\x0ahermeneut: done\\x1b[2J.jsonl: link: "));
  });
});
