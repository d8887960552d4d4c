/**
 * The program as one JavaScript file.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Bundles main.ts and all it imports, the catalog's texts included.
 *
 * @param root The repository's root on this machine
 * @throws {Error} When the program does not bundle
 */
export function bundleOf(root: string): string {
  const folder = mkdtempSync(join(tmpdir(), "hermeneut-bundle-"));
  try {
    const output = join(folder, "hermeneut.js");
    const { success, stderr } = new Deno.Command(Deno.execPath(), {
      args: ["bundle", "--quiet", "--frozen", "--platform=deno", `--output=${output}`, "main.ts"],
      cwd: root,
    }).outputSync();
    if (!success) throw new Error(`Cannot bundle main.ts: ${new TextDecoder().decode(stderr)}`);
    return readFileSync(output, "utf8");
  } finally {
    rmSync(folder, { recursive: true });
  }
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
