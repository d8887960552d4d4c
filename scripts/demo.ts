/**
 * Builds the sample home in a temporary folder, parses it and prints the first rows.
 * A folder given as operand is made instead, and kept: the README's examples use it.
 *
 * @module
 */

import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import papaparse from "papaparse";
import { runCli } from "../commands/mod.ts";
import { buildSample } from "../testdata/build.ts";

const SAMPLE = "current";
const FIRST_ROWS = 20;
const WIDTH = 100;

const kept = process.argv[2];
const folder = mkdtempSync(join(tmpdir(), "hermeneut-demo-"));
try {
  const evidence = kept ?? join(folder, "sample");
  const timeline = join(folder, "timeline.csv");
  if (kept !== undefined && existsSync(kept)) {
    throw new Error(`Expected a free name, found ${kept}`);
  }
  buildSample(SAMPLE, evidence);
  console.log("hermeneut parse --root sample --out timeline.csv");
  const code = await runCli(["parse", "--root", evidence, "--out", timeline]);
  if (code !== 0) throw new Error(`parse ended with ${code}`);
  const csv = papaparse.parse<Record<string, string>>(readFileSync(timeline, "utf8"), {
    header: true,
    skipEmptyLines: true,
  });
  console.log(`\nThe first ${FIRST_ROWS} of ${csv.data.length} rows:\n`);
  for (const row of csv.data.slice(0, FIRST_ROWS)) console.log(rowLine(row));
} finally {
  rmSync(folder, { recursive: true });
}

function rowLine(row: Record<string, string>): string {
  const time = (row["timestamp_utc"] ?? "").slice(0, 19).padEnd(19);
  const turn = (row["turn_type"] ?? "").padEnd(11);
  const text = (row["text"] ?? "").replaceAll("\n", " / ");
  return `${time}  ${turn}  ${text}`.slice(0, WIDTH);
}
