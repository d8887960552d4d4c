/**
 * Runs every folder of testdata/cases, from source and as the binary, and holds
 * the evidence to be untouched afterwards.
 *
 * `HERMENEUT_UPDATE=1` writes what came out instead: read the difference before
 * it is committed.
 */

import assert from "node:assert/strict";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSample } from "../testdata/build.ts";
import { evidencePrint } from "../testdata/evidence_print.ts";
import { type Program, PROGRAMS, type Ran, ROOT, runProgram } from "../testdata/program.ts";

/** `case.json`: what is run on which sample, and how it ends. */
interface Case {
  /** Sample below testdata/homes, built as `evidence`. */
  readonly sample: string;
  readonly args: readonly string[];
  readonly exit: number;
  readonly stdin?: string;
  /** Files below `out` whose content is held too. */
  readonly files?: readonly string[];
}

const CASES = join(ROOT, "testdata", "cases");
const UPDATE = Deno.env.get("HERMENEUT_UPDATE") === "1";

for (const name of readdirSync(CASES).sort()) {
  for (const program of PROGRAMS) {
    if (UPDATE && program.name === "binary") continue;
    Deno.test(`case ${name} (${program.name})`, () => checkCase(name, program));
  }
}

async function checkCase(name: string, program: Program): Promise<void> {
  const folder = join(CASES, name);
  const asked = JSON.parse(readFileSync(join(folder, "case.json"), "utf8")) as Case;
  const cwd = mkdtempSync(join(tmpdir(), "case-"));
  try {
    const evidence = join(cwd, "evidence");
    mkdirSync(evidence);
    mkdirSync(join(cwd, "out"));
    buildSample(asked.sample, evidence);
    const before = evidencePrint(evidence);
    const input = asked.stdin === undefined ? {} : { stdin: asked.stdin };
    const ran = await runProgram(program, asked.args, { cwd, ...input });
    assert.deepEqual(evidencePrint(evidence), before, "the evidence was touched");
    const written = Object.fromEntries(
      (asked.files ?? []).map((file) => [file, readFileSync(join(cwd, "out", file), "utf8")]),
    );
    assert.deepEqual(readdirSync(join(cwd, "out")).sort(), Object.keys(written).sort());
    if (UPDATE) update(folder, ran, written);
    hold(folder, ran, { exit: asked.exit, written });
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

function update(folder: string, ran: Ran, written: Record<string, string>): void {
  writeFileSync(join(folder, "expected.stdout"), ran.stdout);
  writeFileSync(join(folder, "expected.stderr"), ran.stderr);
  for (const [file, text] of Object.entries(written)) {
    writeFileSync(join(folder, `expected.${file}`), text);
  }
}

function hold(
  folder: string,
  ran: Ran,
  also: { exit: number; written: Record<string, string> },
): void {
  const expected = (file: string): string => {
    const path = join(folder, `expected.${file}`);
    return existsSync(path) ? readFileSync(path, "utf8") : "";
  };
  assert.equal(ran.stderr, expected("stderr"));
  assert.equal(ran.stdout, expected("stdout"));
  for (const [file, text] of Object.entries(also.written)) assert.equal(text, expected(file));
  assert.equal(ran.code, also.exit);
}
