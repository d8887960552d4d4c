/**
 * What the compile script was asked for.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { hostTarget, type Target, targetNamed, TARGETS } from "./targets.ts";

/** One run of the compile script. */
export interface Request {
  readonly targets: readonly Target[];
  /** Which compiler: Bun's, or the one Deno brings. */
  readonly compiler: "bun" | "deno";
  /** Folder for the binaries and what belongs to them. */
  readonly outputFolder: string;
}

/** How the script is called. */
export const USAGE = `deno task compile [--all | --target NAME…] [--with bun|deno] [--outdir DIR]

  --all          every target, not only this machine's
  --target NAME  ${TARGETS.map(({ name }) => name).join(", ")}
  --with deno    the compiler that Deno brings (fetches Deno's own runtime)
  --outdir DIR   where to (default: dist)`;

/**
 * Reads the script's arguments.
 *
 * @param operands Without the script's own name
 * @throws {Error} When an option or a name is unknown
 */
export function requestFrom(operands: readonly string[]): Request {
  const { values } = parseArgs({
    args: [...operands],
    options: {
      all: { type: "boolean", default: false },
      target: { type: "string", multiple: true, default: [] },
      with: { type: "string", default: "bun" },
      outdir: { type: "string", default: "dist" },
    },
  });
  const compiler = values.with;
  if (compiler !== "bun" && compiler !== "deno") {
    throw new RangeError(`Expected --with bun or --with deno, found "${compiler}"`);
  }
  const named = values.target.map(targetNamed);
  const some = named.length === 0 ? [hostTarget()] : named;
  return { targets: values.all ? TARGETS : some, compiler, outputFolder: values.outdir };
}
