/**
 * Proves the binaries in dist/: that each is whole and of the right form, and,
 * as far as this machine can run it, that it does what the source does.
 *
 * @module
 */

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { makeHome } from "./bench/home.ts";
import { guestFor } from "./binaries/guest.ts";
import { EXPLAINED, portable, proofsFor, type Reference } from "./binaries/proofs.ts";
import { binaryFacts } from "./compile/binary_facts.ts";
import { sha256 } from "./compile/bundle.ts";
import { fileNameOf, type Target, targetNamed, TARGETS } from "./compile/targets.ts";

/** How many things held. */
interface Tally {
  passed: number;
  failed: number;
}

/**
 * Checks one binary's file against its record and the sums.
 *
 * @throws {Error} When a file is missing or says otherwise
 */
function checkFile(target: Target, dist: string): void {
  const file = fileNameOf(target);
  const bytes = readFileSync(join(dist, file));
  const record = JSON.parse(readFileSync(join(dist, `hermeneut-${target.name}.json`), "utf8"));
  const sum = sha256(bytes);
  if (record.sha256 !== sum || record.size !== bytes.length || record.target !== target.name) {
    throw new Error(`Expected the record of ${file} to fit it`);
  }
  if (!readFileSync(join(dist, "SHA256SUMS"), "utf8").includes(`${sum}  ${file}\n`)) {
    throw new Error(`Expected ${file} in SHA256SUMS with ${sum}`);
  }
  const { minimumSystem } = binaryFacts(bytes, target, {
    name: "hermeneut",
    version: record.version,
    description: record.description,
  });
  if (record.minimumSystem !== minimumSystem) {
    throw new Error(`Expected ${record.minimumSystem} for ${file}, found ${minimumSystem}`);
  }
}

/** What the source says, which every binary must say too. */
function referenceIn(folder: string): Reference {
  const home = join(folder, "reference");
  makeHome(home, { messages: 400, seed: 11, withWal: true });
  const { version } = JSON.parse(readFileSync("deno.json", "utf8"));
  return {
    version,
    home,
    timeline: portable(sourceSays(["parse", home, "--format", "jsonl", "--quiet"]), home),
    explained: sourceSays(["explain-path", ...EXPLAINED]),
  };
}

function sourceSays(args: readonly string[]): string {
  const rights = ["--allow-read", "--allow-write", "--allow-env", "--allow-sys"];
  const { success, stdout, stderr } = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", ...rights, "main.ts", ...args],
    env: { NO_COLOR: "1" },
  }).outputSync();
  const decoder = new TextDecoder();
  if (!success) throw new Error(`Cannot run ${args[0]} from source: ${decoder.decode(stderr)}`);
  return decoder.decode(stdout);
}

async function attempt(
  tally: Tally,
  name: string,
  prove: () => void | Promise<void>,
): Promise<void> {
  try {
    await prove();
    tally.passed++;
    console.log(`${name} ... ok`);
  } catch (error) {
    tally.failed++;
    console.log(`${name} ... FAILED: ${error instanceof Error ? error.message : error}`);
  }
}

interface Run {
  readonly dist: string;
  readonly folder: string;
  readonly reference: Reference;
  readonly tally: Tally;
}

async function checkTarget(target: Target, { dist, folder, reference, tally }: Run): Promise<void> {
  await attempt(tally, `${target.name}: file`, () => checkFile(target, dist));
  const place = join(folder, target.name);
  mkdirSync(place);
  const guest = guestFor(target, place);
  if ("missing" in guest) {
    console.log(`${target.name}: not run, ${guest.missing} is missing`);
    return;
  }
  const binary = resolve(dist, fileNameOf(target));
  try {
    for (const { name, prove } of proofsFor({ guest, binary, reference })) {
      await attempt(tally, `${target.name}: on ${guest.kind}, ${name}`, prove);
    }
  } finally {
    guest.end();
  }
}

/** Checks the named targets, or all whose file is there, and counts what held. */
async function checkAll(folder: string): Promise<Tally> {
  const { values } = parseArgs({
    args: Deno.args,
    options: {
      dist: { type: "string", default: "dist" },
      only: { type: "string", multiple: true, default: [] },
    },
  });
  const tally: Tally = { passed: 0, failed: 0 };
  const run = { dist: values.dist, folder, reference: referenceIn(folder), tally };
  const targets = values.only.length > 0
    ? values.only.map(targetNamed)
    : TARGETS.filter((target) => existsSync(join(values.dist, fileNameOf(target))));
  for (const target of targets) await checkTarget(target, run);
  return tally;
}

if (import.meta.main) {
  const folder = mkdtempSync(join(tmpdir(), "hermeneut-binaries-"));
  try {
    const { passed, failed } = await checkAll(folder);
    console.log(`binaries: ${passed} passed, ${failed} failed`);
    if (failed > 0 || passed === 0) Deno.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
