/**
 * `catalog`: the rules by which everything is found, kept, left out and flagged.
 *
 * @module
 */

import type { Catalog } from "../lib/catalog/mod.ts";
import { catalogAsJson, catalogLines } from "../lib/explain/mod.ts";
import { quickCatalogOption } from "./catalog_option.ts";
import { type Command, type ExitCode, flagOption, textOption, type Voice } from "./command.ts";
import { withLines } from "./line_output.ts";

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
  async run(call, voice): Promise<ExitCode> {
    const json = flagOption(call, "json");
    const catalog = await quickCatalogOption(call);
    return withLines(
      textOption(call, "out"),
      voice,
      (out) => runCatalog(catalog, { voice: { out }, json }),
    );
  },
};

/** What catalog is asked for. */
export interface CatalogCommandOptions {
  readonly voice: Pick<Voice, "out">;
  /** One JSON object per rule. */
  readonly json?: boolean;
}

/** Lists the home forms, entries, exclusions and secrets. */
export function runCatalog(catalog: Catalog, options: CatalogCommandOptions): ExitCode {
  const lines = options.json === true ? catalogAsJson(catalog) : catalogLines(catalog);
  for (const line of lines) options.voice.out(line);
  return 0;
}
