/**
 * Parses files that are larger than a string or a buffer may be: a transcript
 * with one line of 600 MiB, and a database of 2.5 GiB that is nearly all holes.
 *
 * Run by hand, for it takes a minute and, for a while, 600 MiB of disk:
 * `deno run -A scripts/big_cases.ts`. Holds the rows that come out, the exit
 * status and the peak memory of the binary, and ends with 1 when one is off.
 *
 * @module
 */

import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { measure } from "./bench/measure.ts";
import { testBinary } from "./compile/test_binary.ts";

const MEBIBYTE = 2 ** 20;
const PAGE = 4096;

/** Most memory that either run may take, in bytes: the ceiling of the program's images and then some. */
const MOST_MEMORY = 700 * 10 ** 6;

/** What one file is to give. */
interface BigCase {
  readonly name: string;
  /** Makes the file and gives its path. */
  readonly make: (folder: string) => string;
  /** What each row's text begins with, in the order of the timeline. */
  readonly texts: readonly string[];
}

const LINE_BYTES = 600 * MEBIBYTE;
const SESSION = "20261029_093015_5c7e19a2";

const CASES: readonly BigCase[] = [
  {
    name: "a line of 600 MiB",
    make: makeLongLine,
    texts: [
      "before",
      "after",
      `parser: unparseable line (not valid JSON): {"role": "user", "content": "xxx`,
    ],
  },
  {
    name: "a database of 2.5 GiB",
    make: makeLargeDatabase,
    texts: ["session start: source=cli", "model: m", "one message"],
  },
];

/** Three lines, the second of which no string can hold. */
function makeLongLine(folder: string): string {
  const sessions = join(folder, ".hermes", "sessions");
  mkdirSync(sessions, { recursive: true });
  const path = join(sessions, `${SESSION}.jsonl`);
  const file = openSync(path, "wx");
  try {
    const line = (content: string, time: number): string =>
      `${JSON.stringify({ role: "user", content, timestamp: time })}\n`;
    writeSync(file, line("before", 1_793_266_216));
    writeSync(file, '{"role": "user", "content": "');
    const filler = new Uint8Array(MEBIBYTE).fill(0x78);
    for (let done = 0; done < LINE_BYTES; done += filler.length) writeSync(file, filler);
    writeSync(file, '", "timestamp": 1793266217}\n');
    writeSync(file, line("after", 1_793_266_218));
  } finally {
    closeSync(file);
  }
  return path;
}

/** One message, then pages up to 2.5 GiB that nothing was ever written to. */
function makeLargeDatabase(folder: string): string {
  const home = join(folder, ".hermes");
  mkdirSync(home, { recursive: true });
  const path = join(home, "state.db");
  const database = new DatabaseSync(path);
  database.exec(`
    PRAGMA page_size=${PAGE};
    CREATE TABLE sessions (id TEXT PRIMARY KEY, source TEXT, model TEXT, started_at REAL);
    CREATE TABLE messages (id INTEGER PRIMARY KEY, session_id TEXT, role TEXT, content TEXT,
      timestamp REAL);
    INSERT INTO sessions VALUES ('${SESSION}', 'cli', 'm', 1793266215);
    INSERT INTO messages VALUES (1, '${SESSION}', 'user', 'one message', 1793266216);
  `);
  database.close();
  const pages = 2560 * MEBIBYTE / PAGE;
  const file = openSync(path, "r+");
  try {
    ftruncateSync(file, pages * PAGE);
    const count = new Uint8Array(4);
    new DataView(count.buffer).setUint32(0, pages);
    writeSync(file, count, 0, 4, PAGE_COUNT);
  } finally {
    closeSync(file);
  }
  return path;
}

/** Where a database's header counts its pages (https://www.sqlite.org/fileformat2.html#in_header_database_size). */
const PAGE_COUNT = 28;

/** The texts of a timeline of JSON Lines. */
function textsOf(path: string): string[] {
  return readFileSync(path, "utf8").trim().split("\n").map((line) => JSON.parse(line).text);
}

/** What is wrong with one case; empty when nothing is. */
async function faultsOf(big: BigCase, binary: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "hermeneut-big-"));
  try {
    const path = big.make(folder);
    const before = firstBytes(path);
    const out = join(folder, "timeline.jsonl");
    const { seconds, peak } = await measure([
      binary,
      ...["parse", path, "--out", out, "--format", "jsonl", "--quiet"],
    ]);
    const told = peak === null ? "not told by this system" : `${Math.round(peak / 10 ** 6)} MB`;
    console.log(`${big.name}: ${seconds.toFixed(1)} s, peak memory ${told}`);
    const texts = textsOf(out);
    const faults: string[] = [];
    if (texts.length !== big.texts.length) {
      faults.push(`expected ${big.texts.length} rows, found ${texts.length}`);
    }
    for (const [at, text] of big.texts.entries()) {
      const found = texts[at] ?? "";
      if (!found.startsWith(text)) {
        faults.push(`expected row ${at + 1} to begin "${text}", found "${found.slice(0, 80)}"`);
      }
    }
    if (peak !== null && peak > MOST_MEMORY) {
      faults.push(`expected less memory than ${MOST_MEMORY}`);
    }
    if (firstBytes(path) !== before) faults.push("expected the file to be as it was");
    return faults;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The first bytes of a file, where a reader that writes would write first. */
function firstBytes(path: string): string {
  const bytes = new Uint8Array(PAGE);
  const file = openSync(path, "r");
  try {
    readSync(file, bytes);
  } finally {
    closeSync(file);
  }
  return bytes.toString();
}

if (import.meta.main) {
  const binary = testBinary(Deno.cwd());
  for (const big of CASES) {
    for (const fault of await faultsOf(big, binary)) {
      console.error(`${big.name}: ${fault}`);
      Deno.exitCode = 1;
    }
  }
}
