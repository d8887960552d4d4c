/**
 * Every command, as the binary, on a host that is against it: no temporary
 * folder, a full disk, nobody who listens, variables that cannot be refused.
 */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSample } from "../testdata/build.ts";
import { ageAccessTimes, evidencePrint, filesRead } from "../testdata/evidence_print.ts";
import { type Outcome, runUnder } from "./compile/run_binary.ts";
import { testBinary } from "./compile/test_binary.ts";

const ROOT = join(import.meta.dirname ?? "", "..");
const IS_LINUX = Deno.build.os === "linux";
const IS_WINDOWS = Deno.build.os === "windows";

/** A folder with the binary, evidence, and a place for output. */
interface Place {
  readonly folder: string;
  readonly binary: string;
  readonly evidence: string;
  readonly out: string;
}

/** Makes a place, and holds the evidence to be as it was. */
function inPlace(use: (place: Place) => void): void {
  withPlace((place) => {
    const before = evidencePrint(place.evidence);
    use(place);
    assert.deepEqual(evidencePrint(place.evidence), before);
  });
}

function withPlace(use: (place: Place) => void): void {
  const folder = mkdtempSync(join(tmpdir(), "hardening-"));
  try {
    const place = placeIn(folder);
    for (const path of [place.evidence, place.out]) mkdirSync(path);
    buildSample("current", place.evidence);
    copyFileSync(testBinary(ROOT), place.binary);
    use(place);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function placeIn(folder: string): Place {
  const [binary, evidence] = [join(folder, "hermeneut"), join(folder, "evidence")];
  return { folder, binary, evidence, out: join(folder, "out") };
}

/** The commands that print; what each writes goes to standard output. */
function printing({ evidence }: Place): string[][] {
  const home = join(evidence, "home/ana/.hermes");
  return [
    ["discover", "--root", evidence],
    ["parse", "--root", evidence],
    ["diff", "--root", evidence],
    ["sessions", "--root", evidence],
    ["search", "keys", "--root", evidence],
    ["export", "--all", "--root", evidence],
    ["explain-path", join(home, "state.db")],
    ["catalog"],
    ["--version"],
    ["--version", "--json"],
    ["--help"],
  ];
}

/** The commands that write files, all below the output folder. */
function writing({ evidence, out }: Place): string[][] {
  return [
    ["parse", "--root", evidence, "--out", join(out, "timeline.csv")],
    ["parse", "--root", evidence, "--format", "sqlite", "--out", join(out, "timeline.db")],
    ["parse", "--root", evidence, "--max-memory", "1K", "--out", join(out, "small.csv")],
    ["search", "keys", "--root", evidence, "--index", join(out, "index.db")],
    ["collect", "--root", evidence, "--out", out, "--host", "pc"],
    ["collect", "--root", evidence, "--out", out, "--host", "pc", "--zip"],
  ];
}

/** Verifies what `writing` collected. */
function verifying({ out }: Place): string[][] {
  return readdirSync(out).filter((name) => name.startsWith("pc-"))
    .map((name) => ["verify", join(out, name)]);
}

Deno.test({
  name: "hardening: no command starts a process, opens a socket or writes elsewhere",
  ignore: !existsSync("/usr/bin/strace"),
  fn: () =>
    inPlace((place) => {
      const trace = join(place.folder, "trace");
      const strace = ["/usr/bin/strace", "-f", "-qq", "-y", "-o", trace];
      const filter = ["-e", "trace=%file,%network,execve", "-e", "signal=none"];
      const check = (words: readonly string[]): void => {
        const program = [...strace, ...filter, place.binary, ...words];
        const { end, stderr } = runUnder(program, { cwd: "/" });
        assert.equal(end, 0, `${words[0]}: ${stderr}`);
        assertConfined(readFileSync(trace, "utf8"), place, words.join(" "));
      };
      for (const words of [...printing(place), ...writing(place)]) check(words);
      for (const words of verifying(place)) check(words);
    }),
});

/** What a home may hold beside plain files: things to name, and never to open or follow. */
function addSpecialThings(home: string): void {
  execFileSync("mkfifo", [join(home, "config.yaml"), join(home, "sessions/s.jsonl")]);
  symlinkSync("/proc/self/mem", join(home, "response_store.db"));
  symlinkSync("loop", join(home, "loop"));
  symlinkSync("../..", join(home, "logs"));
  symlinkSync("gone", join(home, ".env"));
  mkdirSync(join(home, "gateway_state.json"));
  linkSync(join(home, "state.db"), join(home, "state.db.bak"));
  writeFileSync(join(home, "hole.bin"), "");
  truncateSync(join(home, "hole.bin"), 50_000_000);
  for (const name of ["a:b?.txt", "CON", "\u00e9.txt", "e\u0301.txt", "A.log", "a.log"]) {
    writeFileSync(join(home, name), name);
  }
}

Deno.test({
  name: "hardening: no command changes special things, or moves an access time but of a state.db",
  ignore: !IS_LINUX,
  fn: () =>
    withPlace((place) => {
      const home = join(place.evidence, "home/ben/.hermes");
      mkdirSync(join(home, "sessions"), { recursive: true });
      copyFileSync(join(place.evidence, "home/ana/.hermes/state.db"), join(home, "state.db"));
      addSpecialThings(home);
      const before = evidencePrint(place.evidence);
      for (const words of [...printing(place), ...writing(place)]) {
        const { end, stderr } = runUnder([place.binary, ...words], { cwd: "/" });
        assert.ok(end === 0 || end === 1, `${words.join(" ")}: ${end} ${stderr}`);
        assert.deepEqual(evidencePrint(place.evidence), before, words.join(" "));
      }
      ageAccessTimes(place.evidence);
      const read = (): string[] =>
        filesRead(place.evidence).filter((path) => !/\/state\.db(?:\.bak)?$/.test(path));
      for (const words of [...printing(place), ...writing(place)]) {
        runUnder([place.binary, ...words], { cwd: "/" });
        assert.deepEqual(read(), [], words.join(" "));
      }
      evidencePrint(place.evidence);
      if (read().length === 0) {
        console.warn("this file system keeps no access times: about them nothing was proved");
      }
      for (const words of verifying(place)) {
        assert.equal(runUnder([place.binary, ...words], { cwd: "/" }).end, 0, words.join(" "));
      }
    }),
});

/** Paths of a traced call; one that is given below an open folder is written `6</folder>, "name"`. */
function pathsIn(call: string): string[] {
  return [...call.matchAll(/(?:<([^>]*)>, )?"([^"]*)"/g)].map(([, folder = "", path = ""]) =>
    path.startsWith("/") ? path : `${folder}/${path}`
  );
}

function assertConfined(trace: string, { out }: Place, name: string): void {
  const calls = trace.split("\n").map((line) => line.replace(/^\d+\s+/, ""));
  const made = calls.filter((call) =>
    /O_CREAT|O_WRONLY|O_RDWR|^(?:mkdir|rename|unlink|link|symlink|chmod|utime|mknod|creat)/.test(
      call,
    )
  );
  const elsewhere = made.filter((call) =>
    pathsIn(call).some((path) => path !== out && !path.startsWith(`${out}/`))
  );
  assert.deepEqual(elsewhere, [], name);
  assert.equal(calls.filter((call) => call.startsWith("execve(")).length, 1, name);
  assert.deepEqual(calls.filter((call) => /^(?:socket|connect|bind)\(/.test(call)), [], name);
}

Deno.test({
  name: "hardening: every command runs where no temporary folder can be used",
  ignore: !IS_LINUX,
  fn: () =>
    inPlace((place) => {
      // In a mount namespace of its own: the place is moved aside, then nothing is left of /tmp.
      const moved = placeIn("/mnt");
      const script = [
        `mount --make-rprivate / && mount --bind '${place.folder}' /mnt`,
        ...["/tmp", "/var/tmp", "/dev/shm"].map((path) =>
          `{ [ ! -d ${path} ] || mount -t tmpfs -o ro,mode=000 none ${path}; }`
        ),
        'exec "$0" "$@"',
      ].join(" && ");
      const env = { PATH: "/usr/sbin:/usr/bin:/sbin:/bin" };
      const within = (words: readonly string[]): Outcome =>
        runUnder(["/usr/bin/unshare", "-m", "/bin/sh", "-c", script, ...words], { cwd: "/", env });
      if (!existsSync("/usr/bin/unshare") || within(["/bin/true"]).end !== 0) {
        return console.log("skipped: needs root and mount namespaces");
      }
      assert.notEqual(within(["/bin/sh", "-c", ": > /tmp/x"]).end, 0);
      const check = (words: readonly string[]): void => {
        const { end, stderr } = within([moved.binary, ...words]);
        assert.equal(end, 0, `${words.join(" ")}: ${stderr}`);
      };
      for (const words of [...printing(moved), ...writing(moved)]) check(words);
      for (const [verify = "", path = ""] of verifying(place)) {
        check([verify, path.replace(place.folder, moved.folder)]);
      }
    }),
});

Deno.test({
  name: "hardening: every command bears a full disk, a reader that leaves, closed streams",
  ignore: !existsSync("/dev/full"),
  fn: () =>
    inPlace((place) => {
      const shell = (script: string, words: readonly string[]): Outcome =>
        runUnder(["/bin/sh", "-c", script, place.binary, ...words], { cwd: "/" });
      const quiet = (words: readonly string[]): string[] =>
        words[0]?.startsWith("--") ? [...words] : [...words, "--quiet"];
      for (const words of printing(place).map(quiet)) {
        const name = words.join(" ");
        const full = shell('exec "$0" "$@" > /dev/full', words);
        assert.equal(full.end, 4, name);
        assert.match(
          full.stderr,
          /^hermeneut: Cannot write to standard output: .*space.*\n$/,
          name,
        );
        const left = shell('{ "$0" "$@"; echo "code $?" >&2; } | /bin/true', words);
        assert.equal(left.stderr, "code 0\n", name);
        const deaf = shell('exec "$0" "$@" <&-', words);
        assert.deepEqual([deaf.end, deaf.stderr], [0, ""], name);
        assert.equal(shell('exec "$0" "$@" >&- 2>&-', words).end, 0, name);
      }
      const list = shell('exec "$0" explain-path - <&-', []);
      assert.deepEqual([list.end, list.stdout, list.stderr], [0, "", ""]);
    }),
});

/** What the program says of a variable that it cannot refuse. */
const TOLD = " is set on this host and cannot be refused: ";

Deno.test("hardening: every command tells of variables that no program can refuse", () =>
  inPlace((place) => {
    const env: Record<string, string> = {
      MIMALLOC_PURGE_DELAY: "7",
      NODE_CHANNEL_FD: "99",
      ...(IS_LINUX ? { LD_PRELOAD: "/no/such.so", LD_LIBRARY_PATH: "/no/such" } : {}),
    };
    if (!IS_LINUX) delete env["NODE_CHANNEL_FD"];
    const names = Object.keys(env).sort();
    const told = names.map((name) => `${name}=${env[name]}${TOLD}`);
    const without = (words: readonly string[]): boolean =>
      words.length > 1 || words[0] === "catalog";
    for (const words of [...printing(place).filter(without), ...writing(place)]) {
      const { end, stderr } = runUnder([place.binary, ...words], { cwd: place.out, env });
      assert.equal(end, 0, stderr);
      const lines = stderr.split("\n").filter((line) => line.includes(TOLD));
      assert.deepEqual(lines.map((line) => line.slice(0, line.indexOf(TOLD)) + TOLD), told);
    }
    const bundle = readdirSync(place.out).find((name) => /^pc-[^.]*$/.test(name)) ?? "";
    const record = JSON.parse(readFileSync(join(place.out, bundle, "case.json"), "utf8"));
    assert.deepEqual(record["environment"], env);
    assert.deepEqual(record["environment_acting"].map(({ name }: { name: string }) => name), names);
    const log = readFileSync(join(place.out, bundle, "hermeneut.log"), "utf8");
    for (const line of told) assert.ok(log.includes(line), line);
  }));

Deno.test("hardening: the switches of the YAML package put nothing among the data", () =>
  inPlace(({ binary, evidence, out }) => {
    const words = [binary, "parse", "--root", evidence, "--format", "jsonl"];
    const calm = runUnder(words, { cwd: out });
    for (const name of ["LOG_TOKENS", "LOG_STREAM"]) {
      assert.deepEqual(runUnder(words, { cwd: out, env: { [name]: "1" } }), calm, name);
    }
    if (!IS_WINDOWS) assert.ok(calm.stdout.includes("permission setting: "));
  }));
