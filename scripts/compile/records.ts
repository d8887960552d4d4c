/**
 * What is written beside the binaries: a record of each, and the sums of all.
 *
 * @module
 */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Binary } from "./binary.ts";
import { sha256 } from "./bundle.ts";
import { BUN_VERSION, fileNameOf, type Target } from "./targets.ts";

/** What all binaries of one build have in common. */
export interface Build {
  readonly version: string;
  readonly description: string;
  /** SHA-256 over the catalog, as `catalogHash` takes it. */
  readonly catalogSha256: string;
  /** SHA-256 over the bundle that was compiled, as `bundleHash` takes it. */
  readonly bundleSha256: string;
}

/**
 * The record of a binary, as JSON text. It holds no time and no path, so that
 * the same commit gives the same bytes.
 */
export function recordOf(target: Target, binary: Binary, build: Build): string {
  const record = {
    file: fileNameOf(target),
    sha256: sha256(binary.bytes),
    size: binary.bytes.length,
    version: build.version,
    description: build.description,
    catalogSha256: build.catalogSha256,
    bundleSha256: build.bundleSha256,
    target: target.name,
    minimumSystem: binary.facts.minimumSystem,
    libraries: binary.facts.libraries,
    runtime: {
      name: "bun",
      version: BUN_VERSION,
      package: target.runtimePackage,
      sha256: target.runtimeSha256,
    },
    compiler: { deno: Deno.version.deno, bun: BUN_VERSION },
  };
  return JSON.stringify(record, null, 2) + "\n";
}

/**
 * Writes SHA256SUMS over the binaries and records that are in a folder now.
 *
 * @param folder Where the binaries are
 */
export function writeSums(folder: string): void {
  const lines = readdirSync(folder)
    .filter((name) => /^hermeneut-/.test(name))
    .sort()
    .map((name) => `${sha256(readFileSync(join(folder, name)))}  ${name}\n`);
  writeFileSync(join(folder, "SHA256SUMS"), lines.join(""));
}
