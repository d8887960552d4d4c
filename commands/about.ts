/**
 * What the program is made of: for `--version`, `--summary` and case records.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import process from "node:process";
import { CATALOG_FILES } from "../catalog/mod.ts";
import type { Call } from "./command.ts";
import { VERSION } from "./version.ts";

/** Program, catalog and library versions. */
export function aboutProgram(): Record<string, string> {
  return {
    version: VERSION,
    catalog_sha256: catalogHash(),
    sqlite_version: sqliteVersion(),
    runtime: runtimeName(),
    platform: `${process.platform}-${process.arch}`,
  };
}

/** What ran, and how it was called. */
export function aboutRun(call: Call): Record<string, unknown> {
  return { ...aboutProgram(), operands: call.operands, options: call.options };
}

/** SHA-256 in hex over the names and texts of the built-in files, in order. */
function catalogHash(): string {
  const hash = createHash("sha256");
  for (const { name, text } of CATALOG_FILES) hash.update(`${name}\0${text}\0`);
  return hash.digest("hex");
}

function sqliteVersion(): string {
  const db = new DatabaseSync(":memory:");
  try {
    const row = db.prepare("SELECT sqlite_version() AS version").get();
    return String(row?.["version"]);
  } finally {
    db.close();
  }
}

function runtimeName(): string {
  const { deno, bun, node } = process.versions;
  if (deno !== undefined) return `deno ${deno}`;
  return bun === undefined ? `node ${node}` : `bun ${bun}`;
}
