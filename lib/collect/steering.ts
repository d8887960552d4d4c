/**
 * Variables of the host's environment that steer programs, and which of them
 * this program cannot refuse: those are told, never hidden.
 *
 * @module
 */

import { readFileSync } from "node:fs";
import process from "node:process";

/** A variable, or with `*` at its end all whose names begin so, and what it does. */
export interface Steering {
  readonly name: string;
  /** What it does to this program, or would do. */
  readonly does: string;
  /** Systems that obey it, as `process.platform` names them; every one when absent. */
  readonly on?: readonly string[];
}

/** A variable that is set and acts inside this program. */
export interface Acting {
  readonly name: string;
  readonly value: string;
  readonly does: string;
}

/**
 * Obeyed before the first line of the program runs, by the loader (ld.so(8),
 * dyld(1)), the C library's or the runtime's own memory (malloc(3), mimalloc)
 * or its engine, which compares names where no patch of the runtime reaches.
 */
export const UNSTOPPABLE: readonly Steering[] = [
  { name: "LD_*", does: "the loader may run other code or write files", on: ["linux"] },
  { name: "DYLD_*", does: "the loader may run other code or write files", on: ["darwin"] },
  { name: "__COMPAT_LAYER", does: "Windows may answer other than it is", on: ["win32"] },
  { name: "GLIBC_TUNABLES", does: "the C library works otherwise", on: ["linux"] },
  { name: "MALLOC*", does: "the system's memory may write messages", on: ["linux", "darwin"] },
  { name: "MIMALLOC_*", does: "the runtime's memory may write messages" },
  { name: "BUN_JSC_*", does: "the engine may read an options file and write logs" },
  { name: "NODE_CHANNEL_FD", does: "the runtime may talk to the process that started it" },
];

/** Read by the YAML package, which then prints its own words among ours; taken away at the start. */
export const STOPPED: readonly Steering[] = [
  { name: "LOG_TOKENS", does: "tokens of YAML files among the data" },
  { name: "LOG_STREAM", does: "parts of YAML files among the data" },
];

/** Without effect on the binary, or Hermes' own; on record because they say how the host was set up. */
const RECORDED = [
  ...["BUN_*", "DENO_*", "NODE_*", "LD_*", "DYLD_*", "SQLITE_*", "JSC_*", "ICU_*", "TZ", "TMPDIR"],
  ...["HERMES_HOME", "HERMES_YOLO_MODE", "HERMES_CONFIG_BACKEND", "HERMES_DATA_DIR_SUFFIX"],
  ...["HERMES_DESKTOP_USER_DATA_DIR", "TERMINAL_SANDBOX_DIR"],
];

const ON_RECORD = [...RECORDED, ...[...UNSTOPPABLE, ...STOPPED].map(({ name }) => name)];

/** An environment as `process.env` gives it. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The environment as the program met it, before it took anything away. */
let met: Environment | null = null;

function metEnvironment(): Environment {
  met ??= { ...hiddenByRuntime(), ...process.env };
  return met;
}

/** Bun takes NODE_CHANNEL_FD for itself before a program sees it; Linux keeps what was given. */
function hiddenByRuntime(): Environment {
  if (process.platform !== "linux" || process.versions["bun"] === undefined) return {};
  try {
    return environmentIn(readFileSync("/proc/self/environ", "utf8"));
  } catch {
    return {};
  }
}

/** Reads `NAME=value` ended by NUL, proc_pid_environ(5); of two with one name the first counts. */
export function environmentIn(text: string): Environment {
  const found = new Map<string, string>();
  for (const entry of text.split("\0")) {
    const at = entry.indexOf("=");
    const name = entry.slice(0, at);
    if (at > 0 && !found.has(name)) found.set(name, entry.slice(at + 1));
  }
  return Object.fromEntries(found);
}

/** Takes away what can be stopped only from inside; before anything else is loaded. */
export function stopSteering(): void {
  metEnvironment();
  for (const { name } of STOPPED) delete process.env[name];
}

/** Every variable for the record, sorted by name, with its value. */
export function steeringVariables(env: Environment = metEnvironment()): Record<string, string> {
  const found = Object.entries(env).sort(byName)
    .filter(([name]) => ON_RECORD.some((pattern) => matches(pattern, name)));
  return Object.fromEntries(found.map(([name, value]) => [name, value ?? ""]));
}

/**
 * What is set, acts inside this program and cannot be stopped, sorted by name.
 * An empty value is none.
 */
export function actingVariables(
  env: Environment = metEnvironment(),
  platform: string = process.platform,
): Acting[] {
  const here = UNSTOPPABLE.filter(({ on }) => on === undefined || on.includes(platform));
  const found: Acting[] = [];
  for (const [name, value] of Object.entries(env)) {
    const steering = here.find((one) => matches(one.name, name));
    if (steering === undefined || value === undefined || value === "") continue;
    found.push({ name, value, does: steering.does });
  }
  return found.sort((a, b) => byName([a.name, a], [b.name, b]));
}

/** One line for each of them, for whoever reads what the program says. */
export function actingLines(acting: readonly Acting[] = actingVariables()): string[] {
  return acting.map(({ name, value, does }) =>
    `${name}=${value} is set on this host and cannot be refused: ${does}`
  );
}

/** Names differ in case for some readers of them (mimalloc, Windows), so none is told apart by it. */
function matches(pattern: string, name: string): boolean {
  const upper = name.toUpperCase();
  return pattern.endsWith("*") ? upper.startsWith(pattern.slice(0, -1)) : upper === pattern;
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
