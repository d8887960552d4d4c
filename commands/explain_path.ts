/**
 * `explain-path`: what the catalog knows about a path, or about a list of them.
 *
 * @module
 */

import { readSync } from "node:fs";
import type { Catalog } from "../lib/catalog/mod.ts";
import {
  briefAsJson,
  briefLine,
  explain,
  explainBriefly,
  verdictAsJson,
  verdictLines,
} from "../lib/explain/mod.ts";
import { pathsIn } from "../lib/explain/path_list.ts";
import { quickCatalogOption } from "./catalog_option.ts";
import {
  type Command,
  type ExitCode,
  flagOption,
  textOption,
  UsageError,
  type Voice,
} from "./command.ts";
import { withLines } from "./line_output.ts";

/** The subcommand. */
export const explainPathCommand: Command = {
  name: "explain-path",
  summary: "Say what the catalog knows about a path, without touching the disk",
  operands: "<path...>",
  options: [
    { flags: "--full", help: "The long form for lists (- or more than 20 paths) too" },
  ],
  examples: [
    { line: "hermeneut explain-path /home/ana/.hermes/state.db", does: "One path in full" },
    { line: "hermeneut explain-path 'C:\\Users\\ana\\AppData\\Local\\hermes'", does: "A folder" },
    {
      line: "find /mnt/image | hermeneut explain-path - --json",
      does: "A list, one object a line",
    },
  ],
  async run(call, voice): Promise<ExitCode> {
    const options = {
      catalog: await quickCatalogOption(call),
      json: flagOption(call, "json"),
      full: flagOption(call, "full"),
    };
    return withLines(
      textOption(call, "out"),
      voice,
      (out) => runExplainPath(call.operands, { ...options, voice: { out, warn: voice.warn } }),
    );
  },
};

/** What explain-path is asked for. */
export interface ExplainPathOptions {
  readonly voice: Pick<Voice, "out" | "warn">;
  readonly catalog: Catalog;
  /** One JSON object per path. */
  readonly json?: boolean;
  /** The long form for lists too. */
  readonly full?: boolean;
  /** The bytes of the list that the operand `-` stands for; standard input when absent. */
  readonly input?: () => Iterable<Uint8Array>;
}

/** More operands than this are a list. */
const LIST_FROM = 20;

/**
 * Explains paths; `-` stands for a list on standard input.
 *
 * @returns 0 when the catalog knows every path, 3 when it does not
 * @throws {UsageError} For no path, or an empty one
 */
export function runExplainPath(paths: readonly string[], options: ExplainPathOptions): ExitCode {
  if (paths.length === 0) {
    throw new UsageError("Expected a path, or - for a list on standard input");
  }
  if (paths.includes("")) throw new UsageError("Expected a path, found an empty argument");
  const isList = paths.includes("-") || paths.length > LIST_FROM;
  const all = allPaths(paths, options.input ?? standardInput);
  return isList && options.full !== true ? explainList(all, options) : explainEach(all, options);
}

function explainEach(paths: Iterable<string>, options: ExplainPathOptions): ExitCode {
  const { voice, json = false, catalog } = options;
  let unknown = 0;
  let told = 0;
  let empty = 0;
  for (const path of paths) {
    if (path === "") {
      empty++;
      continue;
    }
    const verdict = explain(path, catalog);
    if (!verdict.known) unknown++;
    if (json) voice.out(verdictAsJson(verdict));
    else {
      if (told > 0) voice.out("");
      for (const line of verdictLines(verdict)) voice.out(line);
    }
    told++;
  }
  warnOfEmpty(empty, voice);
  return unknown + empty > 0 ? 3 : 0;
}

function explainList(paths: Iterable<string>, options: ExplainPathOptions): ExitCode {
  const { voice, json = false, catalog } = options;
  let unknown = 0;
  let empty = 0;
  for (const path of paths) {
    if (path === "") {
      empty++;
      continue;
    }
    const { brief, known } = explainBriefly(path, catalog);
    if (!known) unknown++;
    voice.out(json ? briefAsJson(brief) : briefLine(brief));
  }
  warnOfEmpty(empty, voice);
  return unknown + empty > 0 ? 3 : 0;
}

function warnOfEmpty(empty: number, voice: Pick<Voice, "warn">): void {
  if (empty === 0) return;
  voice.warn(`Expected a path on every line of the list, found ${empty} empty`);
}

function* allPaths(
  paths: readonly string[],
  input: () => Iterable<Uint8Array>,
): Generator<string> {
  for (const path of paths) {
    if (path === "-") yield* pathsIn(input());
    else yield path;
  }
}

/** Bytes read from standard input at once. */
const CHUNK = 1 << 16;

function* standardInput(): Generator<Uint8Array> {
  const buffer = new Uint8Array(CHUNK);
  for (;;) {
    let read: number;
    try {
      read = readSync(0, buffer, 0, CHUNK, null);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EOF") return;
      if (code === "EAGAIN") continue;
      throw error;
    }
    if (read === 0) return;
    yield buffer.subarray(0, read);
  }
}
