/**
 * Runs collect, verify and parse inside a test, without a process of their own.
 *
 * @module
 */

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { collectCommand } from "./collect.ts";
import type { Command, ExitCode } from "./command.ts";
import { parseCommand } from "./parse.ts";
import { verifyCommand } from "./verify.ts";

/** What a command said and how it ended. */
export interface Said {
  readonly code: ExitCode;
  readonly out: readonly string[];
  readonly talk: readonly string[];
}

/** Runs a command with options as commander would give them. */
export async function runCommand(
  command: Command,
  operands: readonly string[],
  options: Readonly<Record<string, unknown>> = {},
): Promise<Said> {
  const out: string[] = [];
  const talk: string[] = [];
  const say = (line: string): void => void talk.push(line);
  const voice = { out: (line: string): void => void out.push(line), note: say, warn: say };
  const code = await command.run({ operands, options }, { ...voice, progress: () => {} });
  return { code, out, talk };
}

/** Collects, and gives the bundle's path with what was said. */
export async function collected(
  operands: readonly string[],
  options: Readonly<Record<string, unknown>>,
): Promise<Said & { readonly bundle: string }> {
  const said = await runCommand(collectCommand, operands, options);
  return { ...said, bundle: said.out[0] ?? "" };
}

/** Verifies a bundle. */
export function verified(bundle: string): Promise<Said> {
  return runCommand(verifyCommand, [bundle]);
}

/** The rows of a timeline as objects, the host left out. */
export async function rowsOf(
  operands: readonly string[],
  options: Readonly<Record<string, unknown>> = {},
): Promise<Record<string, unknown>[]> {
  const folder = mkdtempSync(join(tmpdir(), "rows-"));
  try {
    const out = join(folder, "rows.jsonl");
    const said = await runCommand(parseCommand, operands, { out, json: true, ...options });
    if (said.code > 1) throw new Error(`parse ended with ${said.code}: ${said.talk.join("\n")}`);
    const lines = readFileSync(out, "utf8").split("\n").filter((line) => line !== "");
    return lines.map((line) => ({ ...JSON.parse(line) as Record<string, unknown>, "host": null }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The lines of a bundle folder's manifest, by path. */
export function manifestOf(bundle: string): Map<string, Record<string, unknown>> {
  const lines = readFileSync(join(bundle, "manifest.jsonl"), "utf8").trimEnd().split("\n");
  const items = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return new Map(items.map((item) => [String(item["path"]), item]));
}

/** A folder with `evidence` and `out` in it, removed at the end. */
export async function inPlaces(
  use: (places: { readonly evidence: string; readonly out: string }) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "collect-"));
  const places = { evidence: join(folder, "evidence"), out: join(folder, "out") };
  try {
    for (const place of Object.values(places)) mkdirSync(place);
    await use(places);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Every name below a folder, sorted. */
export function namesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
}
