/**
 * Measures `parse` on a generated home, against the dump of the same database
 * by the sqlite3 shell, the two timed in turn.
 *
 * @module
 */

import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { makeHome } from "./bench/home.ts";
import { measure, median, type Run } from "./bench/measure.ts";
import { testBinary } from "./compile/test_binary.ts";

/** Times each program is run; the median counts. */
const ROUNDS = 3;

const OPTIONS = {
  messages: { type: "string", default: "200000" },
  seed: { type: "string", default: "1" },
  "with-wal": { type: "boolean", default: false },
  source: { type: "boolean", default: false },
  format: { type: "string", default: "csv" },
} as const;

/** One program's runs. */
interface Result {
  readonly runs: readonly Run[];
}

function numberOf(text: string, option: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new RangeError(`Expected a whole number for --${option}, found "${text}"`);
}

/** The words that start the program under measure. */
function programOf(isSource: boolean): string[] {
  if (!isSource) return [testBinary(Deno.cwd())];
  return [
    ...[Deno.execPath(), "run", "--quiet", "--allow-read", "--allow-write"],
    ...["--allow-env", "--allow-sys", "main.ts"],
  ];
}

function dumpOf(database: string, output: string): string[] | null {
  const found = ["/usr/bin/sqlite3", "/usr/local/bin/sqlite3", "/opt/homebrew/bin/sqlite3"]
    .find((path) => existsSync(path));
  return found === undefined ? null : [
    ...[found, "-readonly", "-csv", "-cmd", `.once ${output}`, database],
    "select * from messages order by timestamp,id",
  ];
}

/** Runs the programs in turn, so that whatever slows the machine slows both. */
async function inTurn(programs: readonly (readonly string[])[]): Promise<Result[]> {
  const results: { runs: Run[] }[] = programs.map(() => ({ runs: [] }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, words] of programs.entries()) {
      results[index]?.runs.push(await measure(words));
    }
  }
  return results;
}

function secondsOf({ runs }: Result): number {
  return median(runs.map(({ seconds }) => seconds));
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}

function lineOf(name: string, result: Result, rows: number): string {
  const peaks = result.runs.map(({ peak }) => peak).filter((peak) => peak !== null);
  const seconds = secondsOf(result);
  const peak = peaks.length === 0 ? "not told by this system" : megabytes(Math.max(...peaks));
  return `${name}: ${seconds.toFixed(2)} s, ${
    Math.round(rows / seconds)
  } rows/s, peak memory ${peak}`;
}

/** Data rows of a CSV file: cells may hold line feeds, so quotes are counted. */
function rowsOf(path: string): number {
  let rows = -1;
  let isQuoted = false;
  for (const byte of readFileSync(path)) {
    if (byte === 0x22) isQuoted = !isQuoted;
    else if (byte === 0x0a && !isQuoted) rows++;
  }
  return rows;
}

async function bench(folder: string): Promise<void> {
  const { values } = parseArgs({ args: Deno.args, options: OPTIONS });
  const home = join(folder, "home");
  const messages = numberOf(values.messages, "messages");
  const seed = numberOf(values.seed, "seed");
  const database = makeHome(home, { messages, seed, withWal: values["with-wal"] });
  console.log(`${messages} messages, state.db ${megabytes(statSync(database).size)}, seed ${seed}`);
  const timeline = join(folder, `timeline.${values.format}`);
  const parse = [
    ...programOf(values.source),
    ...["parse", home, "--out", timeline, "--format", values.format, "--quiet"],
  ];
  const dump = dumpOf(database, join(folder, "dump.csv"));
  const [parsed, dumped] = await inTurn(dump === null ? [parse] : [parse, dump]);
  if (parsed === undefined) return;
  const rows = values.format === "csv" ? rowsOf(timeline) : messages;
  console.log(lineOf(values.source ? "parse from source" : "parse", parsed, rows));
  if (dumped === undefined) {
    console.log("ratio: not measured, sqlite3 is not installed");
    return;
  }
  console.log(lineOf("sqlite3 dump", dumped, messages));
  console.log(`ratio: ${(secondsOf(parsed) / secondsOf(dumped)).toFixed(2)}`);
}

if (import.meta.main) {
  const folder = mkdtempSync(join(tmpdir(), "hermeneut-bench-"));
  try {
    await bench(folder);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    Deno.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
