/**
 * A home that is written to while it is read: the rows are those of one moment,
 * and the writer never notices.
 */

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { BINARY, ROOT, runProgram } from "../testdata/program.ts";
import { SCHEMA_32 } from "../testdata/state_rows.ts";

const PARSES = 50;

Deno.test("parse of a live home gives a prefix of what was written, and takes no lock", async () => {
  const folder = mkdtempSync(join(tmpdir(), "live-"));
  const path = join(folder, "state.db");
  const db = new DatabaseSync(path);
  db.exec(`PRAGMA journal_mode=WAL; ${SCHEMA_32}`);
  db.close();
  const writer = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "--no-check",
      "--allow-all",
      join(ROOT, "testdata/live_writer.ts"),
      path,
    ],
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  try {
    let most = 0;
    for (let run = 0; run < PARSES; run++) {
      const out = join(folder, "..", `live-${run}.jsonl`);
      const args = ["parse", path, "--format", "jsonl", "--out", out];
      const { code, stderr } = await runProgram(BINARY, args, { cwd: folder });
      if (/changed while it was read/.test(stderr)) continue;
      assert.equal(code, 0, stderr);
      const rows = readFileSync(out, "utf8").trim().split("\n").filter((line) => line !== "");
      const numbers = rows.map((line) => Number(/^row (\d+) /.exec(JSON.parse(line).text)?.[1]));
      assert.deepEqual(numbers, numbers.map((_, at) => at + 1));
      most = Math.max(most, numbers.length);
      rmSync(out);
    }
    assert.ok(most > 0, "nothing was written while the home was read");
  } finally {
    await writer.stdin.close();
    const said = new TextDecoder().decode((await writer.output()).stdout);
    rmSync(folder, { recursive: true });
    assert.equal(said, "ready\ndone\n");
  }
});
