import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { loadCatalog } from "../lib/catalog/mod.ts";
import { buildSample } from "../testdata/build.ts";
import { catalogCommand, runCatalog } from "./catalog.ts";
import { collectCommand } from "./collect.ts";
import { runCommand } from "./collect_fixture.ts";
import { type Command, UsageError } from "./command.ts";
import { discoverCommand } from "./discover.ts";
import { explainPathCommand, type ExplainPathOptions, runExplainPath } from "./explain_path.ts";
import { verifyCommand } from "./verify.ts";

const catalog = loadCatalog();

interface Said {
  readonly code: number;
  readonly out: string[];
  readonly warned: string[];
}

function run(paths: readonly string[], options: Partial<ExplainPathOptions> = {}): Said {
  const out: string[] = [];
  const warned: string[] = [];
  const voice = {
    out: (line: string): void => void out.push(line),
    warn: (line: string): void => void warned.push(line),
  };
  const code = runExplainPath(paths, { voice, catalog, ...options });
  return { code, out, warned };
}

function listOf(text: string): () => Iterable<Uint8Array> {
  return () => [new TextEncoder().encode(text)];
}

/** Our own spelling of what an examiner asks: path, collected, secret, read as. */
const ASKED: readonly (readonly [string, string, string, string])[] = [
  ["D:\\Users\\kim\\AppData\\Local\\hermes\\state.db", "collected", "not secret", "primary"],
  ["d:/users/kim/appdata/local/HERMES/STATE.DB", "collected", "not secret", "primary"],
  [
    "\\\\?\\D:\\Users\\kim\\AppData\\Local\\hermes\\state.db-wal",
    "collected",
    "not secret",
    "with state.db",
  ],
  ["/home/kim/.hermes/state.db", "collected", "not secret", "primary"],
  ["/home/kim/.Hermes/state.db", "not collected", "-", "-"],
  ["/home/kim/.hermes/./profiles//ops/../ops/state.db", "collected", "not secret", "primary"],
  ["/home/kim/.hermes/hermes-agent/.env", "collected", "secret", "not read"],
  ["/home/kim/.hermes/hermes-agent/cli.py", "excluded", "-", "-"],
  ["/home/kim/.hermes/hermes-agent/.git/HEAD", "excluded", "-", "-"],
  ["/home/kim/.hermes/models/b.gguf", "excluded", "-", "-"],
  ["/home/kim/.hermes/models.txt", "collected", "not secret", "not read"],
  ["/home/kim/.hermes/profiles/ops/models/b.gguf", "excluded", "-", "-"],
  ["/home/kim/.hermes/checkpoints/store/projects/aa.json", "collected", "not secret", "not read"],
  ["/home/kim/.hermes/checkpoints/store/objects/0a/1b", "excluded", "-", "-"],
  ["/home/kim/.hermes/checkpoints/legacy-20250101/x", "excluded", "-", "-"],
  [
    "/home/kim/.hermes/state-snapshots/20261101-080000/state.db",
    "collected",
    "not secret",
    "secondary",
  ],
  ["/home/kim/.hermes/state-snapshots/20261101-080000/.env", "collected", "secret", "not read"],
  ["/home/kim/.hermes/backups/pre-update.zip", "excluded", "-", "-"],
  ["/home/kim/.hermes/pairing/slack-approved.json", "collected", "secret", "settings"],
  ["/home/kim/.hermes/pairing/slack-pending.json", "collected", "secret", "not read"],
  ["/home/kim/.hermes/config.yaml.bak.1", "collected", "secret", "not read"],
  ["/home/kim/.hermes/bot-desktop/sandbox.json", "collected", "secret", "not read"],
  ["/home/kim/.hermes/bot-desktop/browser-profile/History", "excluded", "-", "-"],
  ["/home/kim/.hermes/sessions/sessions.json", "collected", "not secret", "not read"],
  ["/home/kim/.hermes-nightly/state.db", "collected", "not secret", "primary"],
  ["/home/kim/.hermes_notes", "not collected", "-", "-"],
  ["D:\\Users\\kim\\AppData\\Local\\hermes-updater\\a.exe", "excluded", "-", "-"],
  ["D:\\Users\\kim\\AppData\\Roaming\\Hermes\\connections.json", "collected", "secret", "settings"],
  ["/home/kim/.config/Hermes/Code Cache/wasm/x", "excluded", "-", "-"],
  ["/var/lib/docker/volumes/hermes/_data/state.db", "collected", "not secret", "primary"],
  [
    "/var/lib/docker/volumes/hermes/_data/profiles/b/.aws/sso/cache/x.json",
    "collected",
    "secret",
    "not read",
  ],
  ["/etc/hermes/config.yaml", "collected", "secret", "settings"],
  ["/home/kim/.hermes", "collected as a folder", "not secret", "-"],
];

Deno.test("explain-path answers a list line by line", () => {
  const list = ASKED.map(([path]) => `${path}\n`).join("");
  const { code, out } = run(["-"], { input: listOf(list) });
  const found = out.map((line) => {
    const [path, , , collected, , secret, , read] = line.split("\t");
    return [path, collected, secret, read];
  });
  assert.deepEqual(found, ASKED);
  assert.equal(code, 3);
});

Deno.test("explain-path gives the same answers as JSON", () => {
  const list = ASKED.map(([path]) => `${path}\n`).join("");
  const { out } = run(["-"], { input: listOf(list), json: true });
  for (const [index, line] of out.entries()) {
    const found = JSON.parse(line);
    assert.equal(found.path, ASKED[index]?.[0]);
    assert.equal(found.collected, ASKED[index]?.[1]);
    assert.equal(found.secret === true, ASKED[index]?.[2] === "secret");
  }
});

Deno.test("explain-path of more than twenty operands is a list, --full makes it long", () => {
  const many = Array.from({ length: 21 }, () => "/home/kim/.hermes/state.db");
  assert.equal(run(many).out.length, 21);
  assert.equal(run(many.slice(1)).out.filter((line) => line === many[0]).length, 20);
  assert.equal(run(many, { full: true }).out.filter((line) => line === many[0]).length, 21);
});

Deno.test("explain-path exits 0 for a known path and 3 for an unknown one", () => {
  assert.equal(run(["/home/kim/.hermes/state.db"]).code, 0);
  assert.equal(run(["/home/kim/.hermes/state.db", "/usr/bin/ls"]).code, 3);
  assert.match(run(["/home/kim/.HERMES/x"]).out.join("\n"), /Nearest known paths\n +\.hermes /);
});

Deno.test("explain-path refuses no path and an empty one", () => {
  assert.throws(() => run([]), UsageError);
  assert.throws(() => run(["/x", ""]), UsageError);
});

Deno.test("explain-path says that a list has empty lines", () => {
  const { code, warned, out } = run(["-"], { input: listOf("/home/kim/.hermes\n\n") });
  assert.equal(code, 3);
  assert.equal(out.length, 1);
  assert.match(warned.join(""), /found 1 empty/);
});

Deno.test("catalog lists every rule, for people and as JSON", () => {
  const lines = (json: boolean): string[] => {
    const out: string[] = [];
    assert.equal(runCatalog(catalog, { voice: { out: (line) => void out.push(line) }, json }), 0);
    return out;
  };
  assert.match(lines(false).join("\n"), /Exclusions \(\d+\)\n {2}checkout \[home\]/);
  const kinds = new Set(lines(true).map((line) => JSON.parse(line).kind));
  assert.deepEqual([...kinds], ["form", "entry", "exclusion", "secret"]);
});

const shared = process.env.HERMENEUT_SHARED ?? "../shared";
const CASE = join(shared, "cases/37-explain-path-strings/paths.tsv");

Deno.test("explain-path answers the strings of case 37", () => {
  if (!existsSync(CASE)) {
    console.log(`skipped: ${CASE} is not there`);
    return;
  }
  const rows = readFileSync(CASE, "utf8").split("\n").map((line) => line.split("\t"));
  for (const [path = "", , collected = "", secret = "", parsed = ""] of rows) {
    if (path === "") continue;
    const [line = ""] = run(["-"], { input: listOf(`${path}\n`) }).out;
    const [, form, , foundCollected = "", , foundSecret, , read] = line.split("\t");
    if (form === "managed") continue; // the managed scope became a home form later
    assert.ok(foundCollected.startsWith(collected.replace(/ \(.*\)$/, "")), line);
    if (/^(not )?secret$/.test(secret)) assert.equal(foundSecret, secret, line);
    const standing = /^parsed: (\w+)/.exec(parsed)?.[1] ?? parsed.replace("read with", "with");
    if (standing !== "-" && standing !== "") assert.equal(read, standing, line);
  }
});

Deno.test("--out takes the lines of explain-path, catalog, discover and verify", async () => {
  const folder = mkdtempSync(join(tmpdir(), "out-"));
  try {
    const bundle = join(folder, "bundle");
    buildSample("current", join(folder, "evidence"));
    const root = [join(folder, "evidence")];
    const [made] = (await runCommand(collectCommand, [], { root, out: bundle })).out;
    const runs: readonly (readonly [Command, string[], Record<string, unknown>, RegExp])[] = [
      [explainPathCommand, ["/home/u/.hermes/state.db"], {}, /^ {2}What +State database/m],
      [catalogCommand, [], {}, /^Exclusions \(/m],
      [discoverCommand, [], { root }, /state\.db/],
      [verifyCommand, [made ?? ""], {}, /complete, .* all match/],
    ];
    for (const [command, operands, options, expected] of runs) {
      const out = join(folder, `${command.name}.txt`);
      const said = await runCommand(command, operands, { ...options, out });
      assert.deepEqual([said.code, said.out], [0, []], command.name);
      assert.match(readFileSync(out, "utf8"), expected);
    }
    const inside = join(root[0] ?? "", "found.txt");
    await assert.rejects(async () => {
      await runCommand(discoverCommand, [], { root, out: inside });
    }, UsageError);
    assert.equal(existsSync(inside), false);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

Deno.test("catalog parts names that hold a space, and tells what a rule depends on", () => {
  const out: string[] = [];
  runCatalog(catalog, { voice: { out: (line) => void out.push(line) } });
  const all = out.join("\n");
  assert.ok(out.includes("      Cache, Code Cache, GPUCache"));
  assert.match(all, /volume: Container volume \[home; names hermes, \*hermes\*;/);
  assert.match(all, /aws_folder \[home; not in volumes\]/);
  assert.match(all, /; except\s+state\.db\.retired-wal-<stamp>\.partial\/state\.db/);
});
