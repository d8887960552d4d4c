/**
 * A Windows to run binaries in: Debian's Wine, in a prefix of its own.
 *
 * @module
 */

import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Outcome, runUnder } from "../compile/run_binary.ts";
import type { Target } from "../compile/targets.ts";
import type { Guest } from "./guest.ts";

const WINE = "/usr/bin/wine";
const WINE_SERVER = [
  "/usr/bin/wineserver",
  "/usr/lib/wine/wineserver64",
  "/usr/lib/wine/wineserver",
];
const COMPILER = "/usr/bin/x86_64-w64-mingw32-gcc";

/**
 * Wine 8 has no bcryptprimitives.dll, from which the runtime takes its random
 * numbers. This one asks the function that Wine has. It is made for the test
 * and never shipped.
 */
const RANDOM_NUMBERS = `
#include <windows.h>
BOOLEAN WINAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size) {
  for (; size > 0x1000000; data += 0x1000000, size -= 0x1000000)
    if (!SystemFunction036(data, 0x1000000)) return FALSE;
  return SystemFunction036(data, (ULONG) size);
}
`;

/** Opens a file so that nobody else may, says so, and holds it until its input ends. */
const LOCK = `
#include <windows.h>
#include <stdio.h>
int wmain(int count, wchar_t **words) {
  HANDLE file = CreateFileW(words[1], GENERIC_READ | GENERIC_WRITE, 0, NULL, OPEN_EXISTING, 0, NULL);
  puts(file == INVALID_HANDLE_VALUE ? "no" : "held");
  fflush(stdout);
  getchar();
  return 0;
}
`;

/** A Wine guest can hold a file locked. */
export interface WineGuest extends Guest {
  /** Windows' own C: drive, as this machine names it. */
  readonly drive: string;
  /**
   * Holds a file so that nobody else can open it, while `use` runs.
   *
   * @throws {Error} When the file cannot be locked
   */
  whileLocked(path: string, use: () => void): Promise<void>;
}

/**
 * Makes a prefix and what the tests need in it.
 *
 * @param folder Where the prefix may be kept
 */
export function wineGuest(
  target: Target,
  folder: string,
): WineGuest | { readonly missing: string } {
  if (target.cpu !== "x64") return { missing: "Windows on arm64" };
  if (!existsSync(WINE)) return { missing: "wine64" };
  if (!existsSync(COMPILER)) return { missing: "gcc-mingw-w64-x86-64" };
  const prefix = join(folder, "wine");
  const cwd = join(folder, "cwd");
  for (const path of [prefix, cwd]) mkdirSync(path, { recursive: true });
  const wineEnv = {
    ...{ WINEPREFIX: prefix, WINEDEBUG: "-all", WINEDLLOVERRIDES: "mscoree,mshtml=" },
    ...{ HOME: folder, PATH: "/usr/bin:/bin", LANG: "C.UTF-8" },
  };
  const wine = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Outcome =>
    runUnder([WINE, ...args], { cwd, env: { ...wineEnv, ...env } });
  wine(["wineboot", "--init"]);
  const drive = join(prefix, "drive_c");
  const lock = join(drive, "lock.exe");
  compile(folder, RANDOM_NUMBERS, [
    ...["-shared", "-o", join(drive, "windows/system32/bcryptprimitives.dll")],
    "-ladvapi32",
  ]);
  compile(folder, LOCK, ["-municode", "-o", lock]);
  return {
    kind: "Wine",
    folder,
    drive,
    pathOf: (path) => guestPath(path, drive),
    run: (binary, args, env) => wine([binary, ...args], env),
    whileLocked: (path, use) => whileLocked([lock, guestPath(path, drive)], wineEnv, use),
    end: () => {
      const server = WINE_SERVER.find((path) => existsSync(path));
      if (server !== undefined) runUnder([server, "--kill"], { cwd, env: wineEnv });
    },
  };
}

function guestPath(path: string, drive: string): string {
  const inside = path.startsWith(`${drive}/`) ? `C:${path.slice(drive.length)}` : `Z:${path}`;
  return inside.replaceAll("/", "\\");
}

function compile(folder: string, source: string, options: readonly string[]): void {
  const file = join(folder, "source.c");
  writeFileSync(file, source);
  const { end, stderr } = runUnder([COMPILER, file, ...options], {
    cwd: folder,
    env: { PATH: "/usr/bin:/bin" },
  });
  if (end !== 0) throw new Error(`Cannot compile what the test needs in Wine: ${stderr}`);
}

async function whileLocked(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  use: () => void,
): Promise<void> {
  const child = new Deno.Command(WINE, {
    args: [...words],
    clearEnv: true,
    env: { ...env },
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const reader = child.stdout.getReader();
  try {
    const said = new TextDecoder().decode((await reader.read()).value);
    if (!said.startsWith("held")) throw new Error(`Cannot lock ${words[1]}: ${said}`);
    use();
  } finally {
    reader.releaseLock();
    await child.stdin.close();
    await child.status;
    await child.stdout.cancel();
  }
}
