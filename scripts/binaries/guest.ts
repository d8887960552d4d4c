/**
 * Where and how a binary can be run on this machine: as it is, or under an
 * emulator of its system or processor.
 *
 * @module
 */

import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Outcome, runUnder } from "../compile/run_binary.ts";
import { hostTarget, type Target } from "../compile/targets.ts";
import { wineGuest } from "./wine.ts";

/** A machine, real or emulated, that runs one target's binaries. */
export interface Guest {
  /** What it is: `this machine`, `qemu-user`, `Wine`. */
  readonly kind: string;
  /** A folder the guest may use, as this machine names it. */
  readonly folder: string;
  /** A path of this machine as the guest names it. */
  pathOf(path: string): string;
  /** Runs a binary to its end, its environment otherwise empty. */
  run(binary: string, args: readonly string[], env?: Readonly<Record<string, string>>): Outcome;
  /** Ends whatever still runs in the guest. */
  end(): void;
}

/**
 * The guest for a target, or what is missing for one.
 *
 * @param folder Where the guest may keep its files
 */
export function guestFor(target: Target, folder: string): Guest | { readonly missing: string } {
  if (target.name === hostTarget().name) return plainGuest("this machine", folder, []);
  if (target.system === "windows") return wineGuest(target, folder);
  if (Deno.build.os !== "linux" || target.system !== "linux") {
    return { missing: `a machine with ${target.system}` };
  }
  if (target.libc === "musl") return muslGuest(target, folder);
  return qemuGuest(target, folder);
}

/** Debian's place for the libraries of a foreign processor. */
const ARM64_LIBRARIES = "/usr/aarch64-linux-gnu";

function qemuGuest(target: Target, folder: string): Guest | { readonly missing: string } {
  const emulator = "/usr/bin/qemu-aarch64";
  if (target.cpu !== "arm64" || !existsSync(emulator)) return { missing: "qemu-user" };
  if (!existsSync(`${ARM64_LIBRARIES}/lib/ld-linux-aarch64.so.1`)) {
    return { missing: "libc6-arm64-cross" };
  }
  return plainGuest("qemu-user", folder, [emulator, "-L", ARM64_LIBRARIES]);
}

function muslGuest(target: Target, folder: string): Guest | { readonly missing: string } {
  const cpu = target.cpu === "arm64" ? "aarch64" : "x86_64";
  const isHere = target.cpu === hostTarget().cpu && existsSync(`/lib/ld-musl-${cpu}.so.1`) &&
    existsSync("/usr/lib/libstdc++.so.6");
  return isHere ? plainGuest("this machine", folder, []) : { missing: "musl with libstdc++" };
}

function plainGuest(kind: string, folder: string, before: readonly string[]): Guest {
  const cwd = join(folder, "cwd");
  mkdirSync(cwd, { recursive: true });
  return {
    kind,
    folder,
    pathOf: (path) => path,
    run: (binary, args, env = {}) => runUnder([...before, binary, ...args], { cwd, env }),
    end: () => {},
  };
}
