/**
 * Collecting while others write, and collecting that is cut short.
 */

import assert from "node:assert/strict";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { DatabaseSync } from "node:sqlite";
import { buildSample } from "../testdata/build.ts";
import { evidencePrint } from "../testdata/evidence_print.ts";
import { runProgram, SOURCE } from "../testdata/program.ts";
import { collected, inPlaces, manifestOf, verified } from "./collect_fixture.ts";

/** Commits rows in tens, and checkpoints now and then, until it is killed. */
const WRITER = `
import { DatabaseSync } from "node:sqlite";
const db = new DatabaseSync(Deno.args[0], { timeout: 0 });
db.exec("PRAGMA journal_mode = " + Deno.args[1]);
db.exec("CREATE TABLE IF NOT EXISTS t (id INTEGER PRIMARY KEY, a)");
const insert = db.prepare("INSERT INTO t (a) VALUES (?)");
for (let round = 1; ; round++) {
  db.exec("BEGIN IMMEDIATE");
  for (let row = 0; row < 10; row++) insert.run("x".repeat(300));
  db.exec("COMMIT");
  if (Deno.args[1] === "wal" && round % 20 === 0) {
    db.exec(round % 40 === 0 ? "PRAGMA wal_checkpoint(TRUNCATE)" : "PRAGMA wal_checkpoint(RESTART)");
  }
  if (round === 2) console.log("ready");
  await new Promise((done) => setTimeout(done, 2));
}`;

async function withWriter(
  path: string,
  mode: "wal" | "delete",
  use: () => Promise<void>,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "writer-"));
  const script = join(folder, "writer.ts");
  writeFileSync(script, WRITER);
  const writer = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-check", "--allow-all", script, path, mode],
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const output = writer.stdout.getReader();
  await output.read();
  try {
    await use();
  } finally {
    writer.kill("SIGKILL");
    await writer.status;
    await output.cancel();
    rmSync(folder, { recursive: true });
  }
  return await new Response(writer.stderr).text();
}

/** The rows of a collected database, after SQLite has found it sound. */
function soundRows(bundle: string, path: string): number {
  const folder = mkdtempSync(join(tmpdir(), "sound-"));
  try {
    for (const suffix of ["", "-wal", "-journal"]) {
      const stored = join(bundle, "files", path + suffix);
      if (existsSync(stored)) copyFileSync(stored, join(folder, `db${suffix}`));
    }
    const db = new DatabaseSync(join(folder, "db"));
    assert.equal(db.prepare("PRAGMA integrity_check").get()?.["integrity_check"], "ok");
    const row = db.prepare("SELECT count(*) AS n, coalesce(max(id), 0) AS last FROM t").get();
    db.close();
    assert.equal(row?.["n"], row?.["last"]);
    return Number(row?.["n"]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

for (const mode of ["wal", "delete"] as const) {
  Deno.test(`a database written to meanwhile (${mode}) is one state of it, or said to be changed`, async () => {
    await inPlaces(async ({ evidence, out }) => {
      const path = join(evidence, "state.db");
      const complaints = await withWriter(path, mode, async () => {
        let last = 0;
        for (let run = 0; run < 50; run++) {
          const { bundle } = await collected([path], { out, projects: false });
          const item = manifestOf(bundle).get(path);
          if (item?.["status"] !== "collected") {
            assert.equal(item?.["status"], "changed");
            assert.match(String(item?.["reason"]), /^Kept changing while it was read/);
            continue;
          }
          const rows = soundRows(bundle, path);
          assert.equal(rows % 10, 0, "a transaction was cut");
          assert.ok(rows >= last, "an older state came later");
          last = rows;
          assert.equal((await verified(bundle)).code, 0);
        }
      });
      assert.equal(complaints, "");
    });
  });
}

/** A home with some files to copy, of a few MiB. */
function fill(home: string): void {
  mkdirSync(join(home, "logs"), { recursive: true });
  for (let at = 0; at < 150; at++) {
    writeFileSync(join(home, `logs/${at}.log`), new Uint8Array(40_000).fill(at));
  }
}

Deno.test("a run that is killed leaves an incomplete bundle whose lines all verify", async () => {
  await inPlaces(async ({ evidence, out }) => {
    buildSample("current", evidence);
    fill(join(evidence, "home/ana/.hermes"));
    const [command = "", ...before] = SOURCE.words();
    const args = [...before, "collect", "--root", evidence, "--out", out];
    const seen = { complete: 0, incomplete: 0, absent: 0 };
    for (let run = 0; run < 20; run++) {
      rmSync(out, { recursive: true });
      mkdirSync(out);
      const zip = run % 4 === 3 ? ["--zip"] : [];
      const child = new Deno.Command(command, {
        args: [...args, ...zip],
        stdout: "null",
        stderr: "null",
      }).spawn();
      await new Promise((done) => setTimeout(done, 350 + run * 40));
      try {
        child.kill("SIGKILL");
      } catch {
        // it was faster
      }
      await child.status;
      const [name] = readdirSync(out).filter((one) => !one.startsWith("."));
      if (name === undefined || !existsSync(join(out, name, "manifest.jsonl"))) {
        seen.absent++;
        continue;
      }
      const { code, out: said } = await verified(join(out, name));
      assert.equal(code, 0, said.join("\n"));
      seen[(said.at(-1) ?? "").includes(": incomplete,") ? "incomplete" : "complete"]++;
    }
    assert.equal(seen.absent + seen.incomplete + seen.complete, 20);
    assert.ok(seen.incomplete + seen.complete > 0, "every run was killed too early to tell");
  });
});

Deno.test("a run that is asked to stop ends with 4 and leaves what it has", async () => {
  await inPlaces(async ({ evidence, out }) => {
    buildSample("current", evidence);
    fill(join(evidence, "home/ana/.hermes"));
    const asked = collected([], { root: [evidence], out });
    process.emit("SIGTERM");
    const { code, talk } = await asked;
    assert.equal(code, 4);
    assert.ok(talk.includes("hermeneut: Stopped by the examiner: the bundle is incomplete"));
    const [name = ""] = readdirSync(out);
    const record = JSON.parse(readFileSync(join(out, name, "case.json"), "utf8"));
    assert.deepEqual([record["state"], record["stopped"]], [
      "incomplete",
      "Stopped by the examiner",
    ]);
    assert.equal((await verified(join(out, name))).code, 0);
  });
});

Deno.test("a full disk ends the run with 4, and the bundle so far is valid", async () => {
  const mount = ["/usr/bin/mount", "/bin/mount"].find(existsSync);
  for (const zip of [false, true]) {
    await inPlaces(async ({ evidence, out }) => {
      buildSample("current", evidence);
      fill(join(evidence, "home/ana/.hermes"));
      const tmpfs = ["-t", "tmpfs", "-o", "size=3m", "tmpfs", out];
      if (
        mount === undefined || !(await new Deno.Command(mount, { args: tmpfs }).output()).success
      ) {
        return console.log("skipped: cannot mount a small file system");
      }
      try {
        const { code, talk } = await collected([], { root: [evidence], out, zip });
        assert.equal(code, 4, talk.join("\n"));
        assert.match(talk.at(-1) ?? "", /no space left.*(the bundle is incomplete|no bundle)$/);
        const [name] = readdirSync(out);
        assert.ok(name !== undefined && !name.startsWith("."));
        const { code: checked, out: said } = await verified(join(out, name));
        assert.equal(checked, 0, said.join("\n"));
        assert.match(said.at(-1) ?? "", /: incomplete, [1-9]\d* files/);
      } finally {
        await new Deno.Command("/usr/bin/umount", { args: [out] }).output();
      }
    });
  }
});

Deno.test("a target that is taken away ends the run with 4", async () => {
  await inPlaces(async ({ evidence, out }) => {
    buildSample("current", evidence);
    fill(join(evidence, "home/ana/.hermes"));
    const before = evidencePrint(evidence);
    const running = collected([], { root: [evidence], out });
    const gone = new Promise<void>((done) =>
      setTimeout(() => {
        rmSync(out, { recursive: true, force: true });
        done();
      }, 0)
    );
    const { code, talk } = await running;
    await gone;
    assert.equal(code, 4, talk.join("\n"));
    assert.deepEqual(evidencePrint(evidence), before);
  });
});

Deno.test("collect and verify open nothing for writing but below the output", async () => {
  const strace = ["/usr/bin/strace", "/bin/strace"].find(existsSync);
  if (strace === undefined) return console.log("skipped: strace is not installed");
  await inPlaces(async ({ evidence, out }) => {
    buildSample("wal_only", evidence);
    const before = evidencePrint(evidence);
    for (const zip of [[], ["--zip"]]) {
      const args = ["collect", "--root", evidence, "--out", out, ...zip];
      assert.deepEqual(await writesOutside(strace, args, out), []);
    }
    const bundles = readdirSync(out);
    assert.equal(bundles.length, 2);
    for (const bundle of bundles) {
      assert.deepEqual(await writesOutside(strace, ["verify", join(out, bundle)], "/nowhere"), []);
    }
    assert.deepEqual(evidencePrint(evidence), before);
  });
});

/** Calls that create or change a file outside of a folder; the runtime's own caches aside. */
async function writesOutside(
  strace: string,
  args: readonly string[],
  folder: string,
): Promise<string[]> {
  const trace = mkdtempSync(join(tmpdir(), "trace-"));
  try {
    const cache = join(trace, "cache");
    const words = SOURCE.words();
    const child = new Deno.Command(strace, {
      args: ["-f", "-o", join(trace, "log"), "-e", "trace=%file", ...words, ...args],
      env: { DENO_DIR: Deno.env.get("DENO_DIR") ?? cache },
      stdout: "null",
      stderr: "piped",
    });
    const { code, stderr } = await child.output();
    assert.equal(code, 0, new TextDecoder().decode(stderr));
    return readFileSync(join(trace, "log"), "utf8").split("\n").filter((line) =>
      /O_(?:WRONLY|RDWR|CREAT|TRUNC)|\b(?:mkdir|rename|unlink|link|symlink|chmod|utime|truncate)\w*\(/
        .test(line) && !/= -1 /.test(line)
    ).filter((line) => {
      const paths = [...line.matchAll(/"([^"]*)"/g)].map((match) => match[1] ?? "");
      const own = [folder, trace, "/dev/", "/proc/"];
      return paths.some((path) =>
        !own.some((known) => path.startsWith(known)) && !/deno/i.test(path)
      );
    });
  } finally {
    rmSync(trace, { recursive: true, force: true });
  }
}

Deno.test("the program ends with the codes it promises", async () => {
  await inPlaces(async ({ evidence, out }) => {
    const cwd = out;
    const run = async (...args: string[]): Promise<number> =>
      (await runProgram(SOURCE, args, { cwd })).code;
    assert.equal(await run("collect", "--root", evidence, "--out", out), 3);
    buildSample("current", evidence);
    assert.equal(await run("collect", "--root", evidence), 2);
    assert.equal(await run("collect", "--root", evidence, "--out", join(evidence, "out")), 2);
    assert.equal(await run("collect", "--root", evidence, "--out", join(out, "a/b")), 2);
    assert.equal(await run("verify", evidence), 2);
    assert.deepEqual(readdirSync(out), []);
    assert.equal(await run("collect", "--root", evidence, "--out", out), 0);
    assert.equal(await run("verify", join(out, readdirSync(out)[0] ?? "")), 0);
  });
});
