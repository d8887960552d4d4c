/**
 * One binary for one target, from the bundle to the checked file.
 *
 * @module
 */

import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BinaryFacts, binaryFacts, type ProgramTexts } from "./binary_facts.ts";
import { type Bundle, BUNDLE_ENTRY } from "./bundle.ts";
import { withoutEnvironmentNames } from "./environment_names.ts";
import { signedMacho } from "./macho_sign.ts";
import { runtimeFor } from "./runtime.ts";
import type { Target } from "./targets.ts";
import { withResources } from "./windows_resources.ts";

/** A finished binary. */
export interface Binary {
  readonly bytes: Uint8Array;
  readonly facts: BinaryFacts;
}

/** What every binary of one build is made from. */
export interface Ingredients {
  readonly bundle: Bundle;
  readonly texts: ProgramTexts;
  /** Path of a Bun that runs on this machine. */
  readonly compiler: string;
}

/** Bytes a binary may have. */
const SIZE_CEILING = 120_000_000;

/**
 * Compiles the bundle for a target and checks what came out.
 *
 * @throws {Error} When a runtime is not the pinned one, Bun's compiler fails,
 *   or the binary does not hold what is promised for its target
 */
export function binaryFor(target: Target, ingredients: Ingredients): Binary {
  const { texts } = ingredients;
  const hardened = withoutEnvironmentNames(runtimeFor(target).bytes, target.nameCounts);
  const isWindows = target.system === "windows";
  const runtime = isWindows ? withResources(hardened, texts) : hardened;
  const compiled = compiledFrom(runtime, target, ingredients);
  const bytes = target.system === "darwin" ? signedMacho(compiled, texts.name) : compiled;
  if (bytes.length > SIZE_CEILING) {
    throw new Error(
      `Expected ${SIZE_CEILING} bytes at most for ${target.name}, found ${bytes.length}`,
    );
  }
  return { bytes, facts: binaryFacts(bytes, target, texts) };
}

/** Bun's names for the targets. */
function bunTargetOf(target: Target): string {
  return target.runtimePackage.replace("@oven/", "");
}

/**
 * Runs Bun's compiler in a folder of its own, with an environment of its own.
 * File names that end up in the binary are the same on every machine.
 */
function compiledFrom(
  runtime: Uint8Array,
  target: Target,
  { bundle, compiler }: Ingredients,
): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), "hermeneut-compile-"));
  try {
    const work = join(folder, "work");
    mkdirSync(work);
    for (const [name, text] of bundle) writeFileSync(join(work, name), text);
    writeFileSync(join(work, "runtime"), runtime);
    chmodSync(join(work, "runtime"), 0o755);
    const output = target.system === "windows" ? "hermeneut.exe" : "hermeneut";
    const { success, stderr } = new Deno.Command(compiler, {
      args: compilerArguments(target, output),
      cwd: work,
      clearEnv: true,
      env: { HOME: folder, TMPDIR: folder, TEMP: folder, TMP: folder },
    }).outputSync();
    if (!success) {
      throw new Error(`Cannot compile for ${target.name}: ${new TextDecoder().decode(stderr)}`);
    }
    return readFileSync(join(work, output));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function compilerArguments(target: Target, output: string): string[] {
  return [
    ...["build", BUNDLE_ENTRY, "--compile", "--splitting", `--outfile=${output}`],
    ...[`--target=${bunTargetOf(target)}`, "--compile-executable-path=runtime"],
    // Without these a bunfig.toml or .env in the current folder steers the binary.
    ...["--no-compile-autoload-dotenv", "--no-compile-autoload-bunfig"],
    ...["--no-compile-autoload-tsconfig", "--no-compile-autoload-package-json"],
    // Parsing the program takes longer than all else before the first line of it runs.
    ...["--bytecode", "--no-optimize-bytecode", "--format=esm"],
    // The first function made into machine code costs more than a short run has to give;
    // a long run does not feel that each of them waits eight times as long.
    "--compile-jit-policy=8",
    // Windows' runtime leaves little room below the ceiling: no bytecode for inner functions.
    ...(target.system === "windows" ? ["--bytecode-depth=0"] : []),
    ...["--minify-whitespace", "--sourcemap=none"],
  ];
}
