/**
 * Builds the binaries: `deno bundle`, then Bun's compiler on a runtime that
 * obeys no variable of the host.
 *
 * @module
 */

import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Request, requestFrom, USAGE } from "./compile/arguments.ts";
import { binaryFor } from "./compile/binary.ts";
import { bundleHash, bundleOf, catalogHash } from "./compile/bundle.ts";
import { runtimeFor } from "./compile/runtime.ts";
import { type Build, recordOf, writeSums } from "./compile/records.ts";
import { compileStock } from "./compile/stock.ts";
import { fileNameOf, hostTarget } from "./compile/targets.ts";

/** What the binaries call themselves where a system asks. */
const NAME = "hermeneut";
const DESCRIPTION = "Reads what the Hermes agent left on a machine";

/**
 * Builds what was asked for and writes it, one line on stdout for each file.
 *
 * @param root The repository's root on this machine
 * @throws {Error} When anything is not as pinned or promised; binaries finished
 *   before it stay
 */
export function build(root: string, request: Request): void {
  mkdirSync(request.outputFolder, { recursive: true });
  if (request.compiler === "deno") buildStock(root, request);
  else buildHardened(root, request);
}

function buildStock(root: string, { targets, outputFolder }: Request): void {
  for (const target of targets) {
    compileStock(root, target, outputFolder);
    console.log(join(outputFolder, fileNameOf(target)));
  }
}

function buildHardened(root: string, { targets, outputFolder }: Request): void {
  const { version } = JSON.parse(readFileSync(join(root, "deno.json"), "utf8"));
  const bundle = bundleOf(root);
  const build: Build = {
    version,
    description: DESCRIPTION,
    catalogSha256: catalogHash(root),
    bundleSha256: bundleHash(bundle),
  };
  const ingredients = {
    bundle,
    texts: { name: NAME, version, description: DESCRIPTION },
    compiler: runtimeFor(hostTarget()).path,
  };
  for (const target of targets) {
    const binary = binaryFor(target, ingredients);
    const path = join(outputFolder, fileNameOf(target));
    writeFileSync(path, binary.bytes);
    chmodSync(path, 0o755);
    writeFileSync(
      join(outputFolder, `hermeneut-${target.name}.json`),
      recordOf(target, binary, build),
    );
    console.log(`${path} ${(binary.bytes.length / 1e6).toFixed(1)} MB`);
  }
  writeSums(outputFolder);
}

/** What was asked for; ends the script with its usage when that is not clear. */
function requestOrUsage(): Request {
  try {
    return requestFrom(Deno.args);
  } catch (error) {
    console.error(`${messageOf(error)}\n\n${USAGE}`);
    Deno.exit(2);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

if (import.meta.main) {
  const request = requestOrUsage();
  try {
    build(Deno.cwd(), request);
  } catch (error) {
    console.error(messageOf(error));
    Deno.exit(1);
  }
}
