/**
 * The program as JavaScript: one file that starts it, and pieces that are loaded
 * when a command needs them.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withLateModules } from "./late_modules.ts";
import { requireCatalog, runDeno } from "./run_deno.ts";

/** The text of each file by its name, sorted; a piece's name is made of its content. */
export type Bundle = ReadonlyMap<string, string>;

/** The file of a bundle that starts the program. */
export const BUNDLE_ENTRY = "main.js";

/**
 * Bundles main.ts and all it imports, the catalog's texts included. Of one file
 * all would be read and laid out in memory at every start.
 *
 * @param root The repository's root on this machine
 * @throws {Error} When the program does not bundle, or its catalog does not
 *   pass the gate
 */
export function bundleOf(root: string): Bundle {
  requireCatalog(root);
  const folder = mkdtempSync(join(tmpdir(), "hermeneut-bundle-"));
  try {
    const options = ["--quiet", "--frozen", "--platform=deno", "--code-splitting"];
    const words = ["bundle", ...options, `--outdir=${folder}`, "main.ts"];
    runDeno(root, words, "Cannot bundle main.ts");
    const names = readdirSync(folder).sort();
    if (!names.includes(BUNDLE_ENTRY)) {
      throw new Error(`Expected ${BUNDLE_ENTRY} in the bundle, found ${names.join(", ")}`);
    }
    return new Map(names.map((name) => [name, fileText(join(folder, name))]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function fileText(path: string): string {
  return withLateModules(readFileSync(path, "utf8"));
}

/** One hash over a bundle: of a line `<sha256>  <name>` per file, sorted by name. */
export function bundleHash(bundle: Bundle): string {
  return sha256([...bundle].map(([name, text]) => `${sha256(text)}  ${name}\n`).join(""));
}

/**
 * One hash over the whole catalog: of a line `<sha256>  <path>` per YAML file,
 * sorted by path.
 *
 * @param root The repository's root on this machine
 */
export function catalogHash(root: string): string {
  const lines = readdirSync(join(root, "catalog"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".yaml"))
    .map((path) => path.replaceAll("\\", "/"))
    .sort()
    .map((path) => `${sha256(readFileSync(join(root, "catalog", path)))}  ${path}\n`);
  return sha256(lines.join(""));
}

/** SHA-256 in hexadecimal digits. */
export function sha256(data: Uint8Array | string): string {
  return createHash("sha256").update(data).digest("hex");
}
