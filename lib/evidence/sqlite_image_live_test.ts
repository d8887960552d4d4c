import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import type { ImageOptions } from "./database.ts";
import type { EvidenceError } from "./errors.ts";
import { localTree } from "./local_tree.ts";
import { type OpenImage, openImage } from "./sqlite_image.ts";

const OPTIONS: ImageOptions = {
  maxMemory: 64 * 1024 ** 2,
  workFolder: null,
  withoutWal: false,
  imageOnly: false,
};

/**
 * Commits pairs of rows without a busy timeout, so that one lock of ours would
 * end it, and checkpoints in every way there is. Makes `<path>.ready` after the first.
 */
function writer(path: string, mode: string): string {
  return `import { writeFileSync } from "node:fs";
    import { DatabaseSync } from "node:sqlite";
    const db = new DatabaseSync(${JSON.stringify(path)}, { timeout: 0 });
    db.exec("PRAGMA journal_mode=${mode}; PRAGMA synchronous=OFF; PRAGMA wal_autocheckpoint=40");
    db.exec("CREATE TABLE t (a INTEGER PRIMARY KEY, pair INTEGER, b TEXT)");
    const pair = db.prepare("INSERT INTO t (pair, b) VALUES (?, printf('%.*c', 700, 'x'))");
    for (let n = 0; ; n++) {
      db.exec("BEGIN");
      pair.run(n);
      pair.run(n);
      db.exec("COMMIT");
      if (n % 17 === 0) db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
      if (n % 40 === 0) db.exec("DELETE FROM t WHERE pair < " + (n - 100));
      if (n === 0) writeFileSync(${JSON.stringify(`${path}.ready`)}, "");
      if (n % 3 === 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4);
    }`;
}

for (const mode of ["WAL", "DELETE", "PERSIST"]) {
  Deno.test(`openImage() reads whole transactions while a writer runs (${mode})`, async () => {
    const folder = Deno.makeTempDirSync();
    const path = `${folder}/live.db`;
    writeFileSync(`${folder}/writer.ts`, writer(path, mode));
    const process = new Deno.Command(Deno.execPath(), {
      args: ["run", "--quiet", "--no-check", "--no-config", "--allow-all", `${folder}/writer.ts`],
      stdout: "null",
      stderr: "piped",
    }).spawn();
    try {
      while (!existsSync(`${path}.ready`)) await new Promise((done) => setTimeout(done, 10));
      const seen: number[] = [];
      for (let time = 0; time < 500 && seen.length < 50; time++) {
        const last = lastRowSeen(path, time % 2 === 0);
        if (last !== null) seen.push(last);
      }
      assert.equal(seen.length, 50, "most attempts found the file at rest");
      assert.ok(new Set(seen).size > 1, "the writer went on meanwhile");
      assert.deepEqual(seen, seen.toSorted((a, b) => a - b), "no image is older than one before");
    } finally {
      process.kill("SIGKILL");
      const { stderr } = await process.output();
      assert.equal(new TextDecoder().decode(stderr), "", "the writer met no lock");
      Deno.removeSync(folder, { recursive: true });
    }
  });
}

/** Opens one image, checks it, and gives its last row id; null when the file never stood still. */
function lastRowSeen(path: string, imageOnly: boolean): number | null {
  const file = localTree().open(path);
  let image: OpenImage | null = null;
  try {
    image = openImage(file, { ...OPTIONS, imageOnly });
    const check = image.db.prepare("PRAGMA integrity_check").get();
    const halves = image.db.prepare(
      "SELECT count(*) AS n FROM (SELECT 1 FROM t GROUP BY pair HAVING count(*) <> 2)",
    ).get();
    const last = image.db.prepare("SELECT max(a) AS last FROM t").get();
    if (!image.unchanged()) return null;
    assert.equal(check?.integrity_check, "ok");
    assert.equal(halves?.n, 0);
    return Number(last?.last);
  } catch (error) {
    // Read in place and no longer what it was: any answer is possible then.
    const passing = image === null
      ? (error as EvidenceError).fault === "changed"
      : !image.unchanged();
    if (passing) return null;
    throw error;
  } finally {
    image?.close();
    file.close();
  }
}
