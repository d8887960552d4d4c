import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  closeSync,
  copyFileSync,
  cpSync,
  ftruncateSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import process from "node:process";
import { DatabaseSync } from "node:sqlite";
import { buildSample, sampleNames } from "../testdata/build.ts";
import { evidencePrint } from "../testdata/evidence_print.ts";
import { databaseBytes } from "../testdata/sample_database.ts";
import { SMALL_SCHEMA } from "../testdata/state_rows.ts";
import {
  collected,
  inPlaces,
  manifestOf,
  namesBelow,
  rowsOf,
  verified,
} from "./collect_fixture.ts";

Deno.test("a bundle gives the rows that the evidence gives, as a folder and as a zip", async () => {
  for (const sample of sampleNames()) {
    await inPlaces(async ({ evidence, out }) => {
      buildSample(sample, evidence);
      const expected = await rowsOf([], { root: [evidence] });
      assert.ok(expected.length > 0);
      for (const zip of [false, true]) {
        const { code, bundle, talk } = await collected([], { root: [evidence], out, zip });
        assert.equal(code, 0, talk.join("\n"));
        assert.deepEqual(await rowsOf([bundle]), expected, `${sample} ${bundle}`);
        assert.match((await verified(bundle)).out.at(-1) ?? "", /: complete, .* all match$/);
      }
    });
  }
});

Deno.test("a home named by its path keeps account, profile and times", async () => {
  await inPlaces(async ({ evidence, out }) => {
    buildSample("current", evidence);
    const home = join(evidence, "home/ana/.hermes");
    mkdirSync(join(home, "profiles/work"), { recursive: true });
    copyFileSync(join(home, "state.db"), join(home, "profiles/work/state.db"));
    for (const operand of [home, join(home, "profiles/work")]) {
      const expected = await rowsOf([operand]);
      const { bundle } = await collected([operand], { out });
      assert.deepEqual(await rowsOf([bundle]), expected);
    }
  });
});

Deno.test("a single file is collected with what belongs to it", async () => {
  await inPlaces(async ({ evidence, out }) => {
    buildSample("wal_only", evidence);
    const file = join(evidence, "odd.name");
    for (const suffix of ["", "-wal"]) {
      renameSync(join(evidence, `home/cy/.hermes/state.db${suffix}`), file + suffix);
    }
    const expected = await rowsOf([file]);
    assert.ok(expected.length > 0);
    const { bundle } = await collected([file], { out });
    assert.deepEqual([...manifestOf(bundle).keys()], [file, `${file}-wal`]);
    assert.deepEqual(await rowsOf([bundle]), expected);
  });
});

Deno.test("the log of a database is collected with it, and neither is touched", async () => {
  await inPlaces(async ({ evidence, out }) => {
    buildSample("wal_only", evidence);
    const before = evidencePrint(evidence);
    const { bundle } = await collected([evidence], { out });
    const paths = [...manifestOf(bundle).keys()].filter((path) => path.includes("state.db"));
    assert.deepEqual(paths, ["/home/cy/.hermes/state.db", "/home/cy/.hermes/state.db-wal"]);
    assert.deepEqual(evidencePrint(evidence), before);
  });
});

/** A home that holds everything a file system can. */
async function withSpecialThings(home: string, use: () => Promise<void>): Promise<void> {
  const folders = ["sessions", "profiles/p1", "cache", "logs/closed", "memories", "models", "auth"];
  for (const folder of folders) mkdirSync(join(home, folder), { recursive: true });
  for (const pipe of ["sessions/pipe.jsonl", "profiles/p1/state.db"]) {
    execFileSync("mkfifo", [join(home, pipe)]);
  }
  for (
    const [name, target] of [["loop", ".."], ["self", "self"], ["out", "/etc"], ["gone", "no"]]
  ) {
    symlinkSync(target ?? "", join(home, "cache", name ?? ""));
  }
  symlinkSync("../memories/hard1.md", join(home, "cache/inside"));
  sparseFile(join(home, "cache/sparse.bin"), 1024 ** 4);
  sparseFile(join(home, "cache/holes.bin"), 64 * 1024 ** 2);
  writeFileSync(join(home, "memories/hard1.md"), "the same");
  linkSync(join(home, "memories/hard1.md"), join(home, "memories/hard2.md"));
  writeFileSync(join(home, "logs/unreadable.log"), "secret", { mode: 0o000 });
  writeFileSync(join(home, "models/big.gguf"), "weights");
  writeFileSync(join(home, ".env"), "KEY=1");
  writeFileSync(join(home, "auth/token.json"), "{}");
  writeFileSync(join(home, "memories/a:b?.md"), "illegal elsewhere");
  writeFileSync(join(home, "memories/Case.md"), "upper");
  writeFileSync(join(home, "memories/case.md"), "lower");
  Deno.writeFileSync(join(home, "memories/old.md"), new Uint8Array());
  execFileSync("touch", ["-d", "1965-01-02T00:00:00Z", join(home, "memories/old.md")]);
  execFileSync("sh", ["-c", `printf x > "$(printf 'memories/raw\\377.md')"`], { cwd: home });
  const server = createServer();
  await new Promise<void>((done) => server.listen(join(home, "gateway.sock"), done));
  try {
    await use();
  } finally {
    await new Promise((done) => server.close(done));
  }
}

function sparseFile(path: string, size: number): void {
  const fd = openSync(path, "w");
  ftruncateSync(fd, size);
  closeSync(fd);
}

Deno.test({
  name: "special things are recorded with their reason, and stay as they are",
  ignore: process.platform === "win32",
  fn: () =>
    inPlaces(async ({ evidence, out }) => {
      buildSample("current", evidence);
      const home = join(evidence, "home/ana/.hermes");
      await withSpecialThings(home, async () => {
        const before = namedPrint(evidence);
        const { code, bundle } = await collected([], { root: [evidence], out });
        assert.equal(code, 1);
        assert.deepEqual(namedPrint(evidence), before);
        checkSpecial(bundle);
        assert.match((await verified(bundle)).out.at(-1) ?? "", /all match$/);
        const [live, stored] = [await rowsOf([], { root: [evidence] }), await rowsOf([bundle])];
        assert.deepEqual(stored, live);
      });
    }),
});

/** Names, kinds, sizes, times and links, without content: hashing a terabyte takes a while. */
function namedPrint(folder: string): string[] {
  const args = [folder, "-printf", "%P %y %m %n %s %T@ %C@\\n"];
  return execFileSync("find", args, { encoding: "latin1" }).split("\n").sort();
}

function checkSpecial(bundle: string): void {
  const manifest = manifestOf(bundle);
  const at = (path: string): Record<string, unknown> =>
    manifest.get(`/home/ana/.hermes/${path}`) ?? assert.fail(`${path} has no line`);
  const told = (path: string): unknown[] => [at(path)["status"], at(path)["rule"]];
  for (const path of ["sessions/pipe.jsonl", "profiles/p1/state.db", "gateway.sock"]) {
    assert.equal(at(path)["status"], "special", path);
  }
  assert.equal(at("gateway.sock")["kind"], "socket");
  for (
    const [name, target] of [["loop", ".."], ["self", "self"], ["out", "/etc"], ["gone", "no"]]
  ) {
    assert.equal(at(`cache/${name}`)["status"], "link");
    assert.equal(at(`cache/${name}`)["link_target"], target);
  }
  assert.equal(at("cache/out")["reason"], "Leads nowhere, or out of the evidence: not followed");
  assert.equal(at("cache/inside")["reason"], null);
  assert.deepEqual(told("cache/sparse.bin"), ["too-large", "holes"]);
  assert.deepEqual(told("models"), ["excluded", "models"]);
  assert.equal(manifest.has("/home/ana/.hermes/models/big.gguf"), false);
  assert.deepEqual([at(".env")["secret"], at(".env")["secret_rule"]], [true, "env"]);
  const [first, second] = [at("memories/hard1.md"), at("memories/hard2.md")];
  assert.equal(first["stored"], second["stored"]);
  assert.equal(first["sha256"], second["sha256"]);
  const holes = statSync(join(bundle, String(at("cache/holes.bin")["stored"])));
  assert.equal(holes.size, 64 * 1024 ** 2);
  assert.ok(holes.blocks * 512 < 1024 ** 2, "a sparse file was filled with zeros");
  assert.equal(at("memories/a:b?.md")["stored"], "files/home/ana/.hermes/memories/a%3Ab%3F.md");
  assert.notEqual(
    String(at("memories/Case.md")["stored"]).toLowerCase(),
    String(at("memories/case.md")["stored"]).toLowerCase(),
  );
  assert.equal(at("memories/old.md")["mtime"], "1965-01-02T00:00:00.000000000Z");
  const raw = at("memories/raw\ufffd.md");
  assert.equal(raw["status"], "unreadable");
  assert.equal(raw["reason"], "name is not UTF-8: use the binary");
}

Deno.test("credentials are left out on request, each named; exclusions are taken on request", async () => {
  await inPlaces(async ({ evidence, out }) => {
    buildSample("current", evidence);
    const home = join(evidence, "home/ana/.hermes");
    for (const folder of ["models", "sessions"]) mkdirSync(join(home, folder), { recursive: true });
    writeFileSync(join(home, ".env"), "KEY=1");
    writeFileSync(join(home, "models/big.gguf"), "weights");
    const { bundle, talk } = await collected([], {
      root: [evidence],
      out,
      secrets: false,
      full: true,
    });
    const manifest = manifestOf(bundle);
    const env = manifest.get("/home/ana/.hermes/.env");
    assert.deepEqual([env?.["status"], env?.["rule"], env?.["stored"]], [
      "secret-skipped",
      "env",
      null,
    ]);
    assert.equal(manifest.get("/home/ana/.hermes/models/big.gguf")?.["status"], "collected");
    assert.ok(talk.some((line) => line.includes("still hold credentials")));
    assert.equal(namesBelow(bundle).some((name) => name.endsWith(".env")), false);
  });
});

Deno.test("the updater's cache is no home, is named as excluded, and is taken on request", async () => {
  await inPlaces(async ({ evidence, out }) => {
    buildSample("current", evidence);
    const local = join(evidence, "Users/eva/AppData/Local");
    mkdirSync(join(local, "hermes-updater/pending"), { recursive: true });
    writeFileSync(join(local, "hermes-updater/pending/setup.exe"), "MZ");
    const folder = "/Users/eva/AppData/Local/hermes-updater/pending";
    const told = async (options: Record<string, unknown>): Promise<unknown[][]> => {
      const { bundle } = await collected([], { root: [evidence], out, ...options });
      return [folder, `${folder}/setup.exe`].map((path) => {
        const item = manifestOf(bundle).get(path);
        return ["status", "rule", "user", "home"].map((key) => item?.[key]);
      });
    };
    const none = [undefined, undefined, undefined, undefined];
    assert.deepEqual(await told({}), [["excluded", "updater_cache", "eva", null], none]);
    assert.deepEqual(await told({ full: true }), [none, ["collected", null, "eva", null]]);
    assert.deepEqual((await told({ user: ["ana"] }))[0], none);
  });
});

Deno.test("a limit on size is a rule, and names what it leaves", async () => {
  await inPlaces(async ({ evidence, out }) => {
    buildSample("current", evidence);
    const { code, bundle } = await collected([], { root: [evidence], out, maxFileSize: "8K" });
    const item = manifestOf(bundle).get("/home/ana/.hermes/state.db");
    assert.deepEqual([item?.["status"], item?.["rule"]], ["too-large", "max-file-size"]);
    assert.equal(code, 0);
  });
});

Deno.test("projects that stores name give their trajectories, names and own folder", async () => {
  await inPlaces(async ({ evidence, out }) => {
    buildSample("current", evidence);
    const db = new DatabaseSync(join(evidence, "home/ana/.hermes/state.db"));
    db.exec("UPDATE sessions SET cwd = '/srv/site', git_repo_root = '/dev/site'");
    db.close();
    const project = join(evidence, "srv/site");
    for (
      const folder of [
        ".worktrees/hermes-1",
        ".git/worktrees/hermes-1",
        ".git/worktrees/mine",
        ".git/refs/hermes/archive",
        ".hermes",
      ]
    ) mkdirSync(join(project, folder), { recursive: true });
    writeFileSync(join(project, ".git/worktrees/hermes-1/locked"), "hermes session=s1 db=/x");
    writeFileSync(join(project, ".git/worktrees/mine/locked"), "on a stick");
    writeFileSync(join(project, ".git/refs/hermes/archive/hermes-0"), "0123");
    writeFileSync(join(project, ".hermes/notes.md"), "notes");
    writeFileSync(join(project, "trajectory_samples.jsonl"), "{}\n");
    writeFileSync(join(project, "README.md"), "theirs");
    const { bundle } = await collected([], { root: [evidence], out });
    const told = [...manifestOf(bundle)].filter(([path]) => path.startsWith("/srv/site"))
      .map(([path, item]) => `${path.slice("/srv/site/".length)} ${item["status"]}`).sort();
    assert.deepEqual(told, [
      ".git/refs/hermes/archive/hermes-0 excluded",
      ".git/worktrees/hermes-1/locked excluded",
      ".hermes/notes.md collected",
      ".worktrees/hermes-1 excluded",
      "trajectory_samples.jsonl collected",
    ]);
    const record = JSON.parse(readFileSync(join(bundle, "case.json"), "utf8"));
    assert.deepEqual(
      record["not_visited"].map(({ path, reason }: Record<string, string>) => [path, reason]),
      [
        ["/dev/site", "below /dev"],
      ],
    );
    const none = await collected([], { root: [evidence], out, projects: false });
    assert.equal(
      [...manifestOf(none.bundle).keys()].some((path) => path.startsWith("/srv")),
      false,
    );
  });
});

Deno.test("a project that only a snapshot names is collected, and read from the bundle", async () => {
  await inPlaces(async ({ evidence, out }) => {
    const run = '{"conversations":[{"from":"human","value":"gone"}],' +
      '"timestamp":"2026-10-29T09:30:20","model":"m","completed":true}\n';
    const named: [account: string, place: string, cwd: string][] = [
      ["ana", "state.db", "/srv/live"],
      ["ana", "state-snapshots/20261029-100244/state.db", "/srv/gone"],
      ["bob", "state.db.pre-repair.bak", "/srv/both"],
      ["ana", "state.db.malformed-backup-20261029T093000", "/srv/both"],
    ];
    for (const [account, place, cwd] of named) {
      const path = join(evidence, "home", account, ".hermes", place);
      mkdirSync(join(path, ".."), { recursive: true });
      const session = `INSERT INTO sessions VALUES ('S1', 'cli', 'm', 1793266215, '${cwd}');`;
      writeFileSync(path, databaseBytes(SMALL_SCHEMA + session));
      mkdirSync(join(evidence, cwd), { recursive: true });
      writeFileSync(join(evidence, cwd, "trajectory_samples.jsonl"), run);
    }
    writeFileSync(
      join(evidence, "home/bob/.hermes/state.db.torn.bak"),
      databaseBytes(SMALL_SCHEMA).slice(0, 60),
    );
    const { code, bundle, talk } = await collected([], { root: [evidence], out });
    assert.equal(code, 0);
    assert.deepEqual(talk.filter((line) => line.includes("projects")), [
      "/home/bob/.hermes/state.db.torn.bak: not asked for projects: not a SQLite database",
    ]);
    const items = [...manifestOf(bundle).values()].filter(({ store }) => store === "trajectory");
    assert.deepEqual(
      items.map(({ path, status, user }) => [path, status, user]).sort(),
      [
        ["/srv/both/trajectory_samples.jsonl", "collected", null],
        ["/srv/gone/trajectory_samples.jsonl", "collected", "ana"],
        ["/srv/live/trajectory_samples.jsonl", "collected", "ana"],
      ],
    );
    const rows = await rowsOf([], { root: [evidence] });
    assert.deepEqual(await rowsOf([bundle]), rows);
    const prompts = rows.filter((row) => row["text"] === "gone");
    assert.deepEqual(prompts.map((row) => [row["project_path"], row["user"]]), [
      ["/srv/both", null],
      ["/srv/gone", "ana"],
      ["/srv/live", "ana"],
    ]);
  });
});

Deno.test("homes that were not asked for are left alone, wherever they lie", async () => {
  await inPlaces(async ({ evidence, out }) => {
    for (const home of ["ana/.hermes", "ana/.hermes/profiles/work", "bob/.hermes"]) {
      const path = join(evidence, "home", home);
      mkdirSync(path, { recursive: true });
      const session = "INSERT INTO sessions VALUES ('S1', 'cli', 'm', 1793266215, '/home/bob');";
      writeFileSync(join(path, "state.db"), databaseBytes(SMALL_SCHEMA + session));
      writeFileSync(join(path, "auth.json"), "{}");
    }
    writeFileSync(join(evidence, "home/bob/trajectory_samples.jsonl"), "{}\n");
    const asked = async (wish: Record<string, string[]>): Promise<string[]> => {
      const { bundle } = await collected([], { root: [evidence], out, ...wish });
      return [...manifestOf(bundle)].map(([path, { status, rule }]) =>
        `${path.slice("/home/".length)} ${status} ${rule ?? "-"}`
      ).sort();
    };
    assert.deepEqual(await asked({ user: ["ana"], profile: ["default"] }), [
      "ana/.hermes/auth.json collected -",
      "ana/.hermes/profiles/work excluded not-asked-for",
      "ana/.hermes/state.db collected -",
      "bob/trajectory_samples.jsonl collected -",
    ]);
    assert.deepEqual(await asked({ profile: ["work"] }), [
      "ana/.hermes/profiles/work/auth.json collected -",
      "ana/.hermes/profiles/work/state.db collected -",
      "bob/trajectory_samples.jsonl collected -",
    ]);
    assert.equal((await asked({})).length, 7);
  });
});

Deno.test("a home with two names is one home, its links recorded", async () => {
  await inPlaces(async ({ evidence, out }) => {
    buildSample("current", evidence);
    mkdirSync(join(evidence, "mnt/big"), { recursive: true });
    renameSync(join(evidence, "home/ana/.hermes"), join(evidence, "mnt/big/real"));
    symlinkSync("/mnt/big/real", join(evidence, "home/ana/.hermes"));
    const expected = await rowsOf([], { root: [evidence] });
    const { bundle } = await collected([], { root: [evidence], out });
    const link = manifestOf(bundle).get("/home/ana/.hermes");
    assert.deepEqual([link?.["status"], link?.["link_target"]], ["link", "/mnt/big/real"]);
    assert.deepEqual(await rowsOf([bundle]), expected);
    assert.ok(expected.length > 0);
  });
});

Deno.test("shell histories that name the program are taken on request", async () => {
  await inPlaces(async ({ evidence, out }) => {
    buildSample("current", evidence);
    writeFileSync(join(evidence, "home/ana/.bash_history"), "ls\nhermes --yolo\n");
    writeFileSync(join(evidence, "home/ana/.zsh_history"), "ls\n");
    const { bundle } = await collected([], { root: [evidence], out, shellHistory: true });
    const told = [...manifestOf(bundle).keys()].filter((path) => path.endsWith("_history"))
      .filter((path) => !path.includes("/.hermes/"));
    assert.deepEqual(told, ["/home/ana/.bash_history"]);
  });
});

Deno.test("verify names the file of every byte that is not as it was", async () => {
  await inPlaces(async ({ evidence, out }) => {
    buildSample("reference", evidence);
    const { bundle } = await collected([], { root: [evidence], out });
    for (const name of namesBelow(bundle)) {
      const path = join(bundle, name);
      if (!lstatSync(path).isFile()) continue;
      const whole = readFileSync(path);
      const step = Math.max(1, Math.floor(whole.length / 9));
      for (let at = 0; at < whole.length; at += step) {
        const flipped = Uint8Array.from(whole);
        flipped[at] = (flipped[at] ?? 0) ^ 0x20;
        writeFileSync(path, flipped);
        const { code, out: said } = await verified(bundle);
        assert.equal(code, 1, `${name} byte ${at}`);
        assert.ok(said.some((line) => line.includes(name)), `${name} byte ${at}: ${said}`);
      }
      rmSync(path);
      const gone = await verified(bundle);
      assert.equal(gone.code, 1, `${name} is gone`);
      assert.ok(gone.out.some((line) => line.startsWith(`missing  ${name}: `)), `${gone.out}`);
      writeFileSync(path, whole);
      writeFileSync(`${path}.more`, "");
      const { code, out: said } = await verified(bundle);
      assert.equal(code, 1);
      assert.ok(said.some((line) => line.startsWith(`extra  ${name}.more`)));
      rmSync(`${path}.more`);
    }
    assert.equal((await verified(bundle)).code, 0);
  });
});

Deno.test("verify sees every byte of a zip", async () => {
  await inPlaces(async ({ evidence, out }) => {
    buildSample("reference", evidence);
    const { bundle } = await collected([], { root: [evidence], out, zip: true });
    const whole = readFileSync(bundle);
    const spots = new Set(
      Array.from({ length: 40 }, (_, at) => Math.floor(at * whole.length / 40)),
    );
    // Every byte of the directory's end and of the first header.
    for (let back = 1; back <= 130; back++) spots.add(whole.length - back);
    for (let at = 0; at < 80; at++) spots.add(at);
    for (const at of spots) {
      const flipped = Uint8Array.from(whole);
      flipped[at] = (flipped[at] ?? 0) ^ 0x01;
      writeFileSync(bundle, flipped);
      assert.ok((await verified(bundle).catch(() => ({ code: 2 }))).code > 0, `byte ${at}`);
    }
    writeFileSync(bundle, whole);
    appendFileSync(bundle, "x");
    assert.equal((await verified(bundle)).code, 1);
  });
});

Deno.test("a bundle packed by another program reads the same", async () => {
  await inPlaces(async ({ evidence, out }) => {
    buildSample("current", evidence);
    const { bundle } = await collected([], { root: [evidence], out });
    const script =
      "import sys, shutil; shutil.make_archive(sys.argv[1], 'zip', sys.argv[2], sys.argv[3])";
    const packed = join(out, "packed");
    try {
      execFileSync("python3", ["-c", script, packed, out, bundle.slice(out.length + 1)]);
    } catch {
      return console.log("skipped: python3 is not installed");
    }
    const work = join(out, "..", "work");
    mkdirSync(work);
    assert.deepEqual(await rowsOf([`${packed}.zip`], { work }), await rowsOf([bundle]));
    assert.deepEqual(namesBelow(work), []);
  });
});

Deno.test("collecting twice gives the same records but for times and inodes", async () => {
  await inPlaces(async ({ evidence, out }) => {
    buildSample("gateway", evidence);
    const bundles = [
      await collected([], { root: [evidence], out }),
      await collected([], { root: [evidence], out }),
    ];
    const [first, second] = bundles.map(({ bundle }) =>
      readFileSync(join(bundle, "manifest.jsonl"), "utf8").replace(/"read_\w+":"[^"]*"/g, "")
    );
    assert.equal(first, second);
    assert.notEqual(bundles[0]?.bundle, bundles[1]?.bundle);
  });
});

Deno.test("a copied bundle reads the same wherever it lies", async () => {
  await inPlaces(async ({ evidence, out }) => {
    buildSample("current", evidence);
    const { bundle } = await collected([], { root: [evidence], out });
    const moved = join(out, "moved");
    cpSync(bundle, moved, { recursive: true });
    assert.deepEqual(await rowsOf([moved]), await rowsOf([bundle]));
  });
});

Deno.test("sha256sum finds every file as it is recorded", async () => {
  await inPlaces(async ({ evidence, out }) => {
    buildSample("current", evidence);
    const { bundle } = await collected([], { root: [evidence], out });
    let said: string;
    try {
      said = execFileSync("sha256sum", ["-c", "SHA256SUMS"], { cwd: bundle, encoding: "utf8" });
    } catch (error) {
      if ((error as { code?: string }).code === "ENOENT") {
        return console.log("skipped: no sha256sum");
      }
      throw error;
    }
    const files = namesBelow(bundle).filter((name) => lstatSync(join(bundle, name)).isFile());
    assert.equal(said.trimEnd().split("\n").length, files.length - 1);
  });
});
