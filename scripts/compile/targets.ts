/**
 * The machines a binary is built for, and the runtime each one rests on.
 *
 * @module
 */

/** Operating systems by the names Deno gives them. */
export type System = "linux" | "windows" | "darwin";

/** One machine, and everything pinned about its runtime. */
export interface Target {
  /** `<system>-<cpu>`, with `-musl` for the other Linux C library. */
  readonly name: string;
  readonly system: System;
  readonly cpu: "x64" | "arm64";
  readonly libc: "glibc" | "musl" | null;
  /** npm package that holds the runtime; its tarball's integrity is in `deno.lock` beside this file. */
  readonly runtimePackage: string;
  /** SHA-256 of the runtime inside that package. */
  readonly runtimeSha256: string;
  /** How often each name of `environment_names.ts` stands in that runtime. */
  readonly nameCounts: Readonly<Record<string, number>>;
}

/** Version of the Bun runtime and compiler. */
export const BUN_VERSION = "1.4.4";

/** Counts that are equal on every system. */
const NAME_COUNTS = {
  BUN_OPTIONS: 2,
  BUN_BE_BUN: 1,
  BUN_INSPECT: 11,
  BUN_BYTECODE_: 4,
  BUN_ENABLE_CRASH_REPORTING: 1,
  BUN_CRASH_REPORT_URL: 1,
  BUN_RUNTIME_TRANSPILER_CACHE_PATH: 1,
  BUN_WATCHER_TRACE: 1,
  BUN_CONFIG_MAX_HTTP_REQUESTS: 3,
};

const ON_LINUX_X64 = { ...NAME_COUNTS, BUN_FEATURE_FLAG_: 38, SIMDUTF_FORCE_IMPLEMENTATION: 2 };
const ON_LINUX_ARM64 = { ...NAME_COUNTS, BUN_FEATURE_FLAG_: 38, SIMDUTF_FORCE_IMPLEMENTATION: 0 };
const ON_WINDOWS = { ...NAME_COUNTS, BUN_FEATURE_FLAG_: 31, SIMDUTF_FORCE_IMPLEMENTATION: 2 };
const ON_DARWIN = { ...NAME_COUNTS, BUN_FEATURE_FLAG_: 37, SIMDUTF_FORCE_IMPLEMENTATION: 2 };

/** Every target; for x64 always the runtime that asks least of the processor. */
export const TARGETS: readonly Target[] = [
  {
    name: "linux-x64",
    system: "linux",
    cpu: "x64",
    libc: "glibc",
    runtimePackage: "@oven/bun-linux-x64-baseline",
    runtimeSha256: "10702245766b225e70bbf6235fd6b47214fd94b4760d00ffaed8ab0df57ac235",
    nameCounts: ON_LINUX_X64,
  },
  {
    name: "linux-x64-musl",
    system: "linux",
    cpu: "x64",
    libc: "musl",
    runtimePackage: "@oven/bun-linux-x64-musl-baseline",
    runtimeSha256: "29a31375a72f97c7e3fc25dd57d7dde88da5907aa8970808f57f91e0711bdad2",
    nameCounts: ON_LINUX_X64,
  },
  {
    name: "linux-arm64",
    system: "linux",
    cpu: "arm64",
    libc: "glibc",
    runtimePackage: "@oven/bun-linux-aarch64",
    runtimeSha256: "354c2b049c716aca07b2e5cddb887928ac58950675d1258bb6312083917793b6",
    nameCounts: ON_LINUX_ARM64,
  },
  {
    name: "linux-arm64-musl",
    system: "linux",
    cpu: "arm64",
    libc: "musl",
    runtimePackage: "@oven/bun-linux-aarch64-musl",
    runtimeSha256: "a6a3d99a48600b59597070d2d2ff8d37b65975b8aab247ee3479b1eb33d000a6",
    nameCounts: ON_LINUX_ARM64,
  },
  {
    name: "windows-x64",
    system: "windows",
    cpu: "x64",
    libc: null,
    runtimePackage: "@oven/bun-windows-x64-baseline",
    runtimeSha256: "cb1d8e6564e655e49d30cead359750a1cbbd12f42651caa4b62244d7bd93c244",
    nameCounts: ON_WINDOWS,
  },
  {
    name: "windows-arm64",
    system: "windows",
    cpu: "arm64",
    libc: null,
    runtimePackage: "@oven/bun-windows-aarch64",
    runtimeSha256: "ee42e8757c6dce6d60435f079942960e56941c1783b77b7b72d3bb75c8677859",
    nameCounts: ON_WINDOWS,
  },
  {
    name: "macos-x64",
    system: "darwin",
    cpu: "x64",
    libc: null,
    runtimePackage: "@oven/bun-darwin-x64-baseline",
    runtimeSha256: "c35307c7d45d65c5a385a58c4a6cb0bb9499e4e626abdee207c177a77ba666ab",
    nameCounts: ON_DARWIN,
  },
  {
    name: "macos-arm64",
    system: "darwin",
    cpu: "arm64",
    libc: null,
    runtimePackage: "@oven/bun-darwin-aarch64",
    runtimeSha256: "0a2237cdcfa0d16ef501d9acca9f0026309ef348bea7393a64e8d1e3609565cc",
    nameCounts: ON_DARWIN,
  },
];

/** What a binary's file is called. */
export function fileNameOf(target: Target): string {
  return `hermeneut-${target.name}${target.system === "windows" ? ".exe" : ""}`;
}

/**
 * The target with a name.
 *
 * @throws {RangeError} When there is none
 */
export function targetNamed(name: string): Target {
  const found = TARGETS.find((target) => target.name === name);
  if (found !== undefined) return found;
  const names = TARGETS.map((target) => target.name).join(", ");
  throw new RangeError(`Expected a target (${names}), found "${name}"`);
}

/**
 * The target this machine is. Deno needs glibc, so a Linux that runs it has that.
 *
 * @throws {RangeError} When no binary is built for this machine
 */
export function hostTarget(): Target {
  const cpu = Deno.build.arch === "aarch64" ? "arm64" : "x64";
  const system = Deno.build.os === "darwin" ? "macos" : Deno.build.os;
  return targetNamed(`${system}-${cpu}`);
}
