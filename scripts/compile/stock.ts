/**
 * The other compiler: the one that Deno brings. Its runtime comes from Deno's
 * own download host, which not every machine reaches.
 *
 * @module
 */

import { requireCatalog, runDeno } from "./run_deno.ts";
import { fileNameOf, type Target } from "./targets.ts";

/** Deno's names for the targets; it has no musl and no Windows on arm64. */
const TRIPLES: Readonly<Record<string, string>> = {
  "linux-x64": "x86_64-unknown-linux-gnu",
  "linux-arm64": "aarch64-unknown-linux-gnu",
  "windows-x64": "x86_64-pc-windows-msvc",
  "macos-x64": "x86_64-apple-darwin",
  "macos-arm64": "aarch64-apple-darwin",
};

/** Rights the program has, and those it must never get. */
const PERMISSIONS = [
  "--allow-read",
  "--allow-write",
  "--allow-env",
  "--allow-sys",
  "--deny-net",
  "--deny-run",
  "--deny-ffi",
  "--no-prompt",
];

/**
 * The arguments of `deno compile` for a target.
 *
 * @throws {RangeError} When Deno has no runtime for it
 */
export function stockArguments(target: Target, outputFolder: string): string[] {
  const triple = TRIPLES[target.name];
  if (triple === undefined) {
    const names = Object.keys(TRIPLES).join(", ");
    throw new RangeError(`Expected a target of Deno's (${names}), found "${target.name}"`);
  }
  return [
    ...["compile", "--quiet", "--frozen", ...PERMISSIONS],
    ...[`--target=${triple}`, `--output=${outputFolder}/${fileNameOf(target)}`, "main.ts"],
  ];
}

/**
 * Compiles with Deno's own compiler, after checking all that can be checked
 * without its runtime: the types, and that the program is one.
 *
 * @param root The repository's root on this machine
 * @throws {Error} When a check fails, or the runtime cannot be fetched
 */
export function compileStock(root: string, target: Target, outputFolder: string): void {
  const compile = stockArguments(target, outputFolder);
  requireCatalog(root);
  runDeno(root, ["check", "--frozen", "main.ts"], "Cannot check main.ts");
  const rights = PERMISSIONS.filter((right) => right !== "--no-prompt");
  runDeno(
    root,
    ["run", "--quiet", "--frozen", ...rights, "main.ts", "--version"],
    "Cannot run main.ts",
  );
  runDeno(root, compile, `Cannot compile for ${target.name} (all checks before it passed)`);
}
