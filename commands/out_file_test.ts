import assert from "node:assert/strict";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildSample } from "../testdata/build.ts";
import { catalogCommand } from "./catalog.ts";
import { collected, inPlaces, runCommand, verified } from "./collect_fixture.ts";
import type { Command } from "./command.ts";
import { discoverCommand } from "./discover.ts";
import { explainPathCommand } from "./explain_path.ts";
import { verifyCommand } from "./verify.ts";

Deno.test("what a command would print goes to the file of --out, and nowhere else", async () => {
  await inPlaces(async ({ evidence, out }) => {
    buildSample("reference", evidence);
    const { bundle } = await collected([], { root: [evidence], out });
    const file = join(out, "said.txt");
    const asked: [Command, string[], Record<string, unknown>][] = [
      [discoverCommand, [], { root: [evidence] }],
      [discoverCommand, [], { root: [evidence], json: true }],
      [verifyCommand, [bundle], {}],
      [verifyCommand, [bundle], { json: true }],
      [catalogCommand, [], {}],
      [explainPathCommand, ["/home/ana/.hermes/state.db"], {}],
    ];
    for (const [command, operands, options] of asked) {
      const printed = await runCommand(command, operands, options);
      const written = await runCommand(command, operands, { ...options, out: file });
      assert.deepEqual(written, { ...printed, out: [] }, command.name);
      assert.equal(readFileSync(file, "utf8"), printed.out.map((line) => `${line}\n`).join(""));
      rmSync(file);
    }
    const inside: [Command, string][] = [[verifyCommand, bundle], [discoverCommand, evidence]];
    for (const [command, operand] of inside) {
      await assert.rejects(
        () => runCommand(command, [operand], { out: join(operand, "said.txt") }),
        /it lies inside the evidence/,
      );
    }
  });
});

Deno.test("a zone that does not exist is refused, also where no time is converted", async () => {
  await inPlaces(async ({ evidence, out }) => {
    buildSample("reference", evidence);
    const { bundle } = await collected([], { root: [evidence], out });
    const wrong = { hostTz: "Europe/Berlim" };
    const asked: (() => Promise<unknown>)[] = [
      () => runCommand(discoverCommand, [], { root: [evidence], ...wrong }),
      () => collected([], { root: [evidence], out, ...wrong }),
      () => runCommand(verifyCommand, [bundle], wrong),
    ];
    for (const one of asked) await assert.rejects(one, /Unknown time zone Europe\/Berlim/);
    const zoned = await collected([], { root: [evidence], out, hostTz: "Europe/Berlin" });
    const record = JSON.parse(readFileSync(join(zoned.bundle, "case.json"), "utf8"));
    assert.equal(record.host.time_zone, "Europe/Berlin");
  });
});

Deno.test("verify takes bundles whole, and says so", async () => {
  for (const name of ["root", "home", "user", "profile"]) {
    await assert.rejects(
      () => runCommand(verifyCommand, ["bundle"], { [name]: ["x"] }),
      new RegExp(`Cannot use --${name} with verify: expected bundles, each checked whole`),
    );
  }
});

Deno.test("verify shows names that would move a cursor or turn a line, and calls no whole bundle damaged", async () => {
  await inPlaces(async ({ evidence, out }) => {
    const home = join(evidence, "home/ana/.hermes");
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, ".hermes_history"), "\n# 2026-10-29 09:30:16.400\n+hello\n");
    for (const name of ["a\u2028b", "\u2029", "a\nb", "a\u0085b", "\u202eb"]) {
      writeFileSync(join(home, name), name);
    }
    const { bundle } = await collected([], { root: [evidence], out });
    const whole = await verified(bundle);
    assert.deepEqual([whole.code, whole.out.length], [0, 1], whole.out.join("\n"));
    writeFileSync(join(bundle, "files", "\u202e\x1b[31m\nx"), "");
    const { code, out: said } = await verified(bundle);
    assert.equal(code, 1);
    assert.equal(said[0], "extra  files/\\u202e\\x1b[31m\\x0ax: named in no record");
    assert.ok(said[1]?.endsWith(", 1 fault"));
    const { out: [json = ""] } = await runCommand(verifyCommand, [bundle], { json: true });
    assert.ok(!json.includes("\u202e"));
    assert.equal(JSON.parse(json).faults[0].file, "files/\u202e\x1b[31m\nx");
  });
});

Deno.test("verify calls no bundle complete whose record it cannot read", async () => {
  await inPlaces(async ({ evidence, out }) => {
    buildSample("reference", evidence);
    const { bundle } = await collected([], { root: [evidence], out });
    renameSync(join(bundle, "case.json"), join(out, "case.json"));
    const { code, out: said } = await verified(bundle);
    assert.equal(code, 1);
    assert.match(said.at(-1) ?? "", /: state not known, \d+ files, \d+ bytes, 2 faults$/);
  });
});
