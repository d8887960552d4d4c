/**
 * The Bun runtimes, from the npm registry, checked before they are used.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { BUN_VERSION, type Target } from "./targets.ts";

/** A runtime on this machine. */
export interface Runtime {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/**
 * A target's runtime, fetched into Deno's own cache when it is not there yet.
 *
 * @throws {Error} When it cannot be had, or is not the one that is pinned
 */
export function runtimeFor(target: Target): Runtime {
  const path = fetched(target);
  const bytes = readFileSync(path);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  if (sha256 !== target.runtimeSha256) {
    throw new Error(
      `Expected ${path} to have the SHA-256 ${target.runtimeSha256}, found ${sha256}`,
    );
  }
  return { path, bytes };
}

/** What a `deno.lock` says of packages; the rest of it is not read here. */
interface Lock {
  readonly version: string;
  readonly specifiers: Readonly<Record<string, string>>;
  readonly npm: Readonly<Record<string, unknown>>;
}

/**
 * The lock file cut down to one package. Deno fetches all that a lock file
 * names, and one target needs one runtime.
 *
 * @throws {Error} When the lock file does not name the package
 */
export function lockFor(runtimePackage: string, lock: Lock): Lock {
  const pinned = `${runtimePackage}@${BUN_VERSION}`;
  const entry = lock.npm[pinned];
  if (entry === undefined) throw new Error(`Expected ${pinned} in the lock file, found nothing`);
  return {
    version: lock.version,
    specifiers: { [`npm:${pinned}`]: BUN_VERSION },
    npm: { [pinned]: entry },
  };
}

/** Makes Deno fetch and check the package, and asks where it put the runtime. */
const FETCH = `
const name = Deno.args[0];
await import(name + "/package.json", { with: { type: "json" } });
console.log(import.meta.resolve(name + "/" + Deno.args[1]));
`;

function fetched(target: Target): string {
  const folder = mkdtempSync(join(tmpdir(), "hermeneut-runtime-"));
  try {
    const lock: Lock = JSON.parse(readFileSync(new URL("deno.lock", import.meta.url), "utf8"));
    const lockFile = join(folder, "deno.lock");
    const script = join(folder, "fetch.ts");
    writeFileSync(lockFile, JSON.stringify(lockFor(target.runtimePackage, lock)));
    writeFileSync(script, FETCH);
    const inside = target.system === "windows" ? "bin/bun.exe" : "bin/bun";
    const { success, stdout, stderr } = new Deno.Command(Deno.execPath(), {
      args: [
        ...["run", "--quiet", "--no-config", "--node-modules-dir=none"],
        ...[`--lock=${lockFile}`, "--frozen", script],
        ...[`npm:${target.runtimePackage}@${BUN_VERSION}`, inside],
      ],
    }).outputSync();
    if (!success) {
      throw new Error(
        `Cannot fetch ${target.runtimePackage} ${BUN_VERSION}: ${new TextDecoder().decode(stderr)}`,
      );
    }
    return fileURLToPath(new TextDecoder().decode(stdout).trim());
  } finally {
    rmSync(folder, { recursive: true });
  }
}
