/**
 * Small homes with sessions, and what the session commands tell of them.
 *
 * @module
 */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Call, Command, ExitCode } from "../commands/command.ts";
import { loadCatalog } from "../lib/catalog/mod.ts";
import { locate } from "../lib/discover/mod.ts";
import { planSources, type Source } from "../lib/parse/mod.ts";
import { databaseBytes } from "./sample_database.ts";

/** Files of a home by their path in it: `.db` ones from SQL, others as they are. */
export type HomeFiles = Readonly<Record<string, string>>;

/** Makes a home, lets `work` use it and the folder around it, and removes both. */
export function withHome<T>(files: HomeFiles, work: (home: string, beside: string) => T): T {
  const beside = mkdtempSync(join(tmpdir(), "hermeneut-sessions-"));
  try {
    return work(makeHome(files, beside), beside);
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
}

/** The same for work that takes its time. */
export async function withHomeWhile(
  files: HomeFiles,
  work: (home: string, beside: string) => Promise<void>,
): Promise<void> {
  const beside = mkdtempSync(join(tmpdir(), "hermeneut-sessions-"));
  try {
    await work(makeHome(files, beside), beside);
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
}

function makeHome(files: HomeFiles, beside: string): string {
  const home = join(beside, "home", "ana", ".hermes");
  for (const [path, content] of Object.entries(files)) {
    const target = join(home, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, path.endsWith(".db") ? databaseBytes(content) : content);
  }
  return home;
}

const catalog = loadCatalog();

/** The sources of a home. */
export function sourcesOf(home: string): Source[] {
  const located = locate({ paths: [home], roots: [], homes: [] }, { catalog });
  return planSources(located, { catalog, host: null });
}

/** Reading for tests: images in memory, every fault kept. */
export function reading(faults: string[] = []): {
  images: { maxMemory: number; workFolder: null; withoutWal: false };
  onFault: (source: Source, message: string) => void;
} {
  return {
    images: { maxMemory: 64 * 1024 ** 2, workFolder: null, withoutWal: false },
    onFault: ({ sourceFile }, message) => faults.push(`${sourceFile}: ${message}`),
  };
}

/** What a command said. */
export interface Said {
  readonly code: ExitCode;
  /** Lines on standard output. */
  readonly out: readonly string[];
  /** Lines on standard error. */
  readonly notes: readonly string[];
}

/** Runs a command with options by their camel-case names; errors are thrown. */
export async function run(
  command: Command,
  operands: readonly string[],
  options: Call["options"] = {},
): Promise<Said> {
  const out: string[] = [];
  const notes: string[] = [];
  const note = (line: string): void => {
    notes.push(line);
  };
  const voice = {
    out: (line: string) => void out.push(line),
    note,
    warn: note,
    progress: () => {},
  };
  const code = await command.run({ operands, options }, voice);
  return { code, out, notes };
}
