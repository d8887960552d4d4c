/**
 * What a run may leave behind: its output, and nothing else anywhere.
 */

import assert from "node:assert/strict";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { buildSample } from "../testdata/build.ts";
import { evidencePrint } from "../testdata/evidence_print.ts";
import { BINARY, runProgram } from "../testdata/program.ts";
import { testBinary } from "../scripts/compile/test_binary.ts";
import { ROOT } from "../testdata/program.ts";

/** A folder with a sample in `evidence` and an empty `out`. */
async function inCase(
  sample: string,
  check: (places: { cwd: string; evidence: string; out: string }) => Promise<void>,
): Promise<void> {
  const cwd = mkdtempSync(join(tmpdir(), "custody-"));
  const places = { cwd, evidence: join(cwd, "evidence"), out: join(cwd, "out") };
  try {
    mkdirSync(places.evidence);
    mkdirSync(places.out);
    buildSample(sample, places.evidence);
    await check(places);
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

/** The first of these programs that is installed, or null. */
function installed(name: string): string | null {
  return ["/usr/bin", "/bin", "/usr/sbin"].map((folder) => join(folder, name)).find(existsSync) ??
    null;
}

Deno.test("parse opens nothing for writing but below its output folder", async () => {
  const strace = installed("strace");
  if (strace === null) return console.log("skipped: strace is not installed");
  await inCase("wal_only", async ({ cwd, evidence, out }) => {
    const log = join(cwd, "trace");
    const child = new Deno.Command(strace, {
      args: [
        ...["-f", "-o", log, "-e", "trace=%file,ftruncate,write", "-e", "signal=none"],
        ...[testBinary(ROOT), "parse", "--root", evidence, "--out", join(out, "t.csv")],
        ...["--max-memory", "1K"],
      ],
      cwd,
      stdout: "piped",
      stderr: "piped",
    });
    const { code, stderr } = await child.output();
    assert.equal(code, 0, new TextDecoder().decode(stderr));
    const writes = readFileSync(log, "utf8").split("\n").filter((line) =>
      /O_(?:WRONLY|RDWR|CREAT|TRUNC)|\b(?:mkdir|rename|unlink|link|symlink|chmod|utime|truncate)\w*\(/
        .test(line) && !/= -1 /.test(line)
    );
    const outside = writes.filter((line) => {
      const paths = [...line.matchAll(/"([^"]*)"/g)].map((match) => match[1] ?? "");
      return paths.some((path) => !path.startsWith(out) && !/^\/(?:dev|proc)\//.test(path));
    });
    assert.ok(writes.some((line) => line.includes("t.csv")), "the trace shows no output");
    assert.ok(writes.some((line) => line.includes("hermeneut-work")), "no work file was needed");
    assert.deepEqual(outside, []);
    assert.deepEqual(readdirSync(out), ["t.csv"]);
  });
});

Deno.test("parse reads a read-only folder as another user", async () => {
  const setpriv = installed("setpriv");
  if (setpriv === null || process.getuid?.() !== 0) {
    return console.log("skipped: needs setpriv and root");
  }
  await inCase("current", async ({ cwd, evidence }) => {
    const home = join(evidence, "home/ana/.hermes");
    chmodSync(join(home, "state.db"), 0o444);
    chmodSync(home, 0o555);
    chmodSync(cwd, 0o755);
    const before = evidencePrint(evidence);
    const child = new Deno.Command(setpriv, {
      args: [
        ...["--reuid=65534", "--regid=65534", "--clear-groups"],
        ...[nobodysBinary(cwd), "parse", "--root", evidence, "--quiet"],
      ],
      cwd: "/",
      stdout: "piped",
      stderr: "piped",
    });
    const { code, stdout, stderr } = await child.output();
    assert.equal(new TextDecoder().decode(stderr), "");
    assert.equal(code, 0);
    assert.equal(new TextDecoder().decode(stdout).split("\r\n").length, 74);
    assert.deepEqual(evidencePrint(evidence), before);
  });
});

/** A copy of the binary where everybody may run it. */
function nobodysBinary(folder: string): string {
  const path = join(folder, "hermeneut");
  Deno.copyFileSync(testBinary(ROOT), path);
  chmodSync(path, 0o755);
  return path;
}

Deno.test("parse says what it cannot read, and reads the rest", async () => {
  await inCase("current", async ({ cwd, evidence }) => {
    const home = join(evidence, "home/ana/.hermes");
    mkdirSync(join(home, "profiles/folder/state.db"), { recursive: true });
    mkdirSync(join(home, "profiles/text"), { recursive: true });
    Deno.writeTextFileSync(join(home, "profiles/text/state.db"), "version https://git-lfs\n");
    const ran = await runProgram(BINARY, ["parse", "--root", evidence], { cwd });
    assert.equal(ran.code, 1);
    assert.deepEqual(
      ran.stdout.split("\r\n").filter((line) => line.includes("parser: not a")),
      [
        ",,hermes,ana,folder,,,,system,,,,parser: not a regular file,/home/ana/.hermes/profiles/folder/state.db,,primary,,",
        ",,hermes,ana,text,,,,system,,,,parser: not a SQLite database,/home/ana/.hermes/profiles/text/state.db,,primary,,",
      ],
    );
    assert.match(ran.stderr, /profiles\/folder\/state\.db: not a regular file/);
    assert.match(ran.stderr, /profiles\/text\/state\.db: not a SQLite database \(24 bytes\)/);
  });
});

Deno.test("parse onto a full disk stops with 4 and leaves nothing half-written", async () => {
  const mount = installed("mount");
  await inCase("damaged", async ({ cwd, evidence, out }) => {
    const tmpfs = ["-t", "tmpfs", "-o", "size=16k", "tmpfs", out];
    if (mount === null || !(await new Deno.Command(mount, { args: tmpfs }).output()).success) {
      return console.log("skipped: cannot mount a small file system");
    }
    try {
      const args = ["parse", "--root", evidence, "--out", join(out, "t.csv")];
      const ran = await runProgram(BINARY, args, { cwd });
      assert.equal(ran.code, 4, ran.stderr);
      assert.match(ran.stderr, /t\.csv.*no space/i);
      assert.deepEqual(readdirSync(out), []);
    } finally {
      await new Deno.Command("/usr/bin/umount", { args: [out] }).output();
    }
  });
});

Deno.test("parse without work folder says how much memory an image needs", async () => {
  await inCase("wal_only", async ({ cwd, evidence }) => {
    const args = ["parse", "--root", evidence, "--max-memory", "1K"];
    const ran = await runProgram(BINARY, args, { cwd });
    assert.equal(ran.code, 2);
    assert.match(ran.stderr, /Needs an image of 1 MiB.*--work DIR/);
    assert.equal(ran.stdout, "");
  });
});
