/**
 * The binary for this machine, for tests and measurements: built once for each
 * state of the source and kept among the system's temporary files.
 *
 * @module
 */

import {
  chmodSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { binaryFor } from "./binary.ts";
import { bundleHash, bundleOf, sha256 } from "./bundle.ts";
import { runtimeFor } from "./runtime.ts";
import { fileNameOf, hostTarget } from "./targets.ts";

/** Milliseconds after which a binary of an older source is thrown away. */
const KEPT_FOR = 3_600_000;

/**
 * Path of a binary made from the source as it is now, or of the one that the
 * variable HERMENEUT_BINARY names.
 *
 * @param root The repository's root on this machine
 * @throws {Error} When it cannot be built
 */
export function testBinary(root: string): string {
  const path = built.get(root) ?? build(root);
  built.set(root, path);
  return path;
}

/** What this process has built already. */
const built = new Map<string, string>();

function build(root: string): string {
  const named = Deno.env.get("HERMENEUT_BINARY");
  if (named !== undefined) return named;
  const shelf = join(tmpdir(), "hermeneut-test-binaries");
  mkdirSync(shelf, { recursive: true, mode: 0o700 });
  const bundle = bundleOf(root);
  const { version } = JSON.parse(readFileSync(join(root, "deno.json"), "utf8"));
  const target = hostTarget();
  const folder = join(shelf, sha256(`${compilerSource()} ${version} ${bundleHash(bundle)}`));
  const path = join(folder, fileNameOf(target));
  if (existsSync(path)) return path;
  throwOldAway(shelf);
  const { bytes } = binaryFor(target, {
    bundle,
    texts: { name: "hermeneut", version, description: "built for a test" },
    compiler: runtimeFor(target).path,
  });
  place(bytes, { shelf, folder, name: fileNameOf(target) });
  return path;
}

/** The modules of this folder: what they do differently gives another binary. */
function compilerSource(): string {
  const folder = import.meta.dirname ?? ".";
  return readdirSync(folder).sort()
    .filter((name) => name.endsWith(".ts") && !name.endsWith("_test.ts"))
    .map((name) => readFileSync(join(folder, name), "utf8")).join("");
}

interface Place {
  readonly shelf: string;
  readonly folder: string;
  readonly name: string;
}

/** Puts the whole folder in place at once: another test may be building the same. */
function place(bytes: Uint8Array, { shelf, folder, name }: Place): void {
  const draft = mkdtempSync(join(shelf, "draft-"));
  writeFileSync(join(draft, name), bytes);
  chmodSync(join(draft, name), 0o755);
  if (existsSync(folder)) rmSync(draft, { recursive: true });
  else renameSync(draft, folder);
}

function throwOldAway(shelf: string): void {
  for (const name of readdirSync(shelf)) {
    const path = join(shelf, name);
    if (Date.now() - statSync(path).mtimeMs > KEPT_FOR) rmSync(path, { recursive: true });
  }
}
