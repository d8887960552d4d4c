/**
 * `catalog`: the rules by which everything is found, kept, left out and flagged.
 *
 * @module
 */

import { loadCatalog } from "../lib/catalog/mod.ts";
import { catalogAsJson, catalogLines } from "../lib/explain/mod.ts";
import { type Command, type ExitCode, flagOption, textOption, type Voice } from "./command.ts";

/** The subcommand. */
export const catalogCommand: Command = {
  name: "catalog",
  summary: "List the rules: home forms, entries, exclusions and secrets",
  operands: "",
  options: [],
  examples: [
    { line: "hermeneut catalog", does: "Every rule, for audit" },
    { line: "hermeneut catalog --json --catalog mine/", does: "With an examiner's own entries" },
  ],
  run(call, voice): ExitCode {
    const catalog = textOption(call, "catalog");
    const json = flagOption(call, "json");
    return runCatalog({ voice, json, ...(catalog === null ? {} : { catalog }) });
  },
};

/** What catalog is asked for. */
export interface CatalogCommandOptions {
  readonly voice: Pick<Voice, "out">;
  /** One JSON object per rule. */
  readonly json?: boolean;
  /** Folder of an examiner's own catalog, listed after the built-in one. */
  readonly catalog?: string;
}

/**
 * Lists the home forms, entries, exclusions and secrets.
 *
 * @throws {CatalogError} When the examiner's catalog breaks the format
 */
export function runCatalog(options: CatalogCommandOptions): ExitCode {
  const catalog = loadCatalog(options.catalog === undefined ? {} : { folder: options.catalog });
  const lines = options.json === true ? catalogAsJson(catalog) : catalogLines(catalog);
  for (const line of lines) options.voice.out(line);
  return 0;
}
