import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { databaseBytes } from "../../testdata/sample_database.ts";
import { SMALL_SCHEMA } from "../../testdata/state_rows.ts";
import { loadCatalog } from "../catalog/mod.ts";
import type { UnaskedDatabase } from "../collect/project_paths.ts";
import { locate, type NotVisited } from "../discover/mod.ts";
import { filterOf, type FilterOptions } from "./filter.ts";
import { planSources } from "./plan.ts";
import { timelineOf } from "./timeline_fixture.ts";
import { trajectoryFiles } from "./trajectories.ts";

const RUN = JSON.stringify({
  conversations: [{ from: "human", value: "count" }, { from: "gpt", value: "212" }],
  timestamp: "2026-10-29T09:30:20",
  model: "m",
  completed: true,
});

/** A machine with one home whose sessions name these folders. */
function machine(folder: string, account: string, projects: readonly string[]): void {
  put(join(folder, account, ".hermes/state.db"), stateNaming(projects));
}

/** A session store, one session and prompt for each folder. */
function stateNaming(projects: readonly string[]): Uint8Array {
  const rows = projects.map((path, at) =>
    `INSERT INTO sessions VALUES ('S${at}', 'cli', 'm', 1793266215, '${path}');
    INSERT INTO messages VALUES (${
      at + 1
    }, 'S${at}', 'user', 'count', NULL, NULL, NULL, 1793266216);`
  );
  return databaseBytes(SMALL_SCHEMA + rows.join(""));
}

/** One whose gateway's policy alone names a folder. */
function stateOfPolicy(cwd: string): Uint8Array {
  return databaseBytes(
    SMALL_SCHEMA + "CREATE TABLE state_meta (key TEXT PRIMARY KEY, value TEXT);" +
      `INSERT INTO state_meta VALUES ('gateway.local_policy.v1:S1', '{"policy":{"cwd":"${cwd}"}}');`,
  );
}

function put(path: string, content: Uint8Array | string): void {
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, content);
}

async function inFolder(work: (folder: string) => void | Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "trajectories-"));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const catalog = loadCatalog();

interface Looked {
  readonly located: ReturnType<typeof locate>;
  readonly files: ReturnType<typeof trajectoryFiles>;
  readonly left: NotVisited[];
  readonly unasked: UnaskedDatabase[];
}

function lookFor(roots: string | readonly string[], withoutWal = false): Looked {
  const located = locate({ paths: [], roots: [roots].flat(), homes: [] }, { catalog });
  const left: NotVisited[] = [];
  const unasked: UnaskedDatabase[] = [];
  const files = trajectoryFiles(located.homes, {
    catalog,
    maxMemory: 64 * 2 ** 20,
    workFolder: null,
    withoutWal,
    live: false,
    onUnasked: (one) => unasked.push(one),
    onNotVisited: (one) => left.push(one),
  });
  return { located, files, left, unasked };
}

/** User, profile, file and text of the rows that trajectory files give. */
async function rowsOf(root: string, wish: FilterOptions = {}): Promise<unknown[][]> {
  const { located, files } = lookFor(root);
  const sources = planSources(located, { catalog, host: null, projectFiles: files });
  const { rows } = await timelineOf(sources, { filter: filterOf(wish) });
  return rows.filter(({ sourceFile }) => sourceFile.endsWith("trajectory_samples.jsonl"))
    .map(({ user, profile, sourceFile, text }) => [user, profile, sourceFile, text]);
}

Deno.test("the files of named projects are found below the root, each once, and pair with their sessions", async () => {
  await inFolder(async (root) => {
    machine(root, "home/ana", ["/srv/p", "/srv/none"]);
    machine(root, "home/bob", ["/srv/p"]);
    mkdirSync(join(root, "srv/p"), { recursive: true });
    writeFileSync(join(root, "srv/p/trajectory_samples.jsonl"), `${RUN}\n`);
    writeFileSync(join(root, "srv/p/failed_trajectories.jsonl"), `${RUN}\n`);
    const { located, files } = lookFor(root);
    assert.deepEqual(files.map(({ path }) => path).sort(), [
      "/srv/p/failed_trajectories.jsonl",
      "/srv/p/trajectory_samples.jsonl",
    ]);
    const sources = planSources(located, { catalog, host: null, projectFiles: files });
    const { lines } = await timelineOf(sources);
    // Both files are one source: one of its prompts goes with ana's, one with bob's.
    assert.deepEqual(lines.filter((line) => line.includes(" user ")), [
      "/home/ana/.hermes/state.db#1 user count [also in /srv/p/failed_trajectories.jsonl#1]",
      "/home/ana/.hermes/state.db#2 user count",
      "/home/bob/.hermes/state.db#1 user count [also in /srv/p/trajectory_samples.jsonl#1]",
    ]);
    assert.equal(lines.filter((line) => line.includes(" assistant 212")).length, 2);
  });
});

Deno.test("places that must not be touched are told instead", async () => {
  await inFolder((root) => {
    machine(root, "home/ana", ["/proc/self", "relative", "\\\\server\\share", "C:\\Work"]);
    put(
      join(root, "home/ana/.hermes/state-snapshots/20261029-100244/state.db"),
      stateNaming(["/net/old", "/sys"]),
    );
    const { files, left } = lookFor(root);
    assert.deepEqual(files, []);
    assert.deepEqual(left.map(({ path, reason }) => [path, reason]).sort(), [
      ["/net/old", "below /net"],
      ["/proc/self", "below /proc"],
      ["/sys", "below /sys"],
      ["C:\\Work", "a Windows path"],
      ["\\\\server\\share", "a network path"],
      ["relative", "not an absolute path"],
    ]);
  });
});

/** Every kind of older copy, and how a project is named in it. */
const COPIES = [
  "state-snapshots/20261029-100244/state.db",
  "state.db.pre-repair.bak",
  "state.db.malformed-backup-20261029T093000",
  "state.db.retired-wal-20261029-093000/state.db",
  "state.db.pre-clean-markers-backup-20261029",
  "state.db.pre-update-emergency-2026-10-29T09-30-00Z.bak",
];

Deno.test("a project that only an older copy of the database names gives its files", async () => {
  await inFolder((root) => {
    machine(root, "home/ana", []);
    const projects = COPIES.map((_, at) => `/srv/p${at}`);
    for (const [at, copy] of COPIES.entries()) {
      const naming = at % 2 === 0 ? stateNaming([`/srv/p${at}`]) : stateOfPolicy(`/srv/p${at}`);
      put(join(root, "home/ana/.hermes", copy), naming);
      put(join(root, `srv/p${at}/trajectory_samples.jsonl`), `${RUN}\n`);
    }
    // Hermes gives up a snapshot it did not finish: it gives no rows, and names nothing.
    put(
      join(root, "home/ana/.hermes/state-snapshots/20261029-100244.partial/state.db"),
      stateNaming(["/srv/partial"]),
    );
    put(join(root, "srv/partial/trajectory_samples.jsonl"), `${RUN}\n`);
    const { files, unasked } = lookFor(root);
    assert.deepEqual(unasked, []);
    assert.deepEqual(
      files.map(({ path }) => path),
      projects.map((project) => `${project}/trajectory_samples.jsonl`),
    );
  });
});

Deno.test("copies that are no database are passed over, and damaged ones told as copies", async () => {
  await inFolder((root) => {
    machine(root, "home/ana", ["/srv/p"]);
    put(join(root, "srv/p/trajectory_samples.jsonl"), `${RUN}\n`);
    const home = join(root, "home/ana/.hermes");
    put(join(home, "state.db.text.bak"), "not a database");
    put(join(home, "state.db.empty.bak"), "");
    put(join(home, "state.db.torn.bak"), stateNaming(["/srv/q"]).slice(0, 60));
    const { files, unasked } = lookFor(root);
    assert.deepEqual(files.map(({ path }) => path), ["/srv/p/trajectory_samples.jsonl"]);
    assert.deepEqual(unasked, [{
      path: "/home/ana/.hermes/state.db.torn.bak",
      words: "not asked for projects: not a SQLite database",
      isCopy: true,
    }]);
  });
});

Deno.test("a project of several accounts belongs to none of them, and is found by each", async () => {
  await inFolder(async (root) => {
    for (const user of ["ana", "bob", "cyd"]) machine(root, `home/${user}`, ["/srv/p"]);
    machine(root, "home/dan", ["/srv/other"]);
    put(join(root, "srv/p/trajectory_samples.jsonl"), `${RUN}\n`);
    const run = "trajectory: model=m completed=true (from trajectory_samples.jsonl, " +
      "timestamp host-local)";
    const told = [run, "212"].map((text) => [
      null,
      "default",
      "/srv/p/trajectory_samples.jsonl",
      text,
    ]);
    assert.deepEqual(await rowsOf(root), told);
    for (const user of ["ana", "bob", "cyd"]) {
      assert.deepEqual(await rowsOf(root, { users: [user] }), told, user);
    }
    assert.deepEqual(await rowsOf(root, { users: ["dan"] }), []);
    assert.deepEqual(await rowsOf(root, { users: ["ana"], profiles: ["work"] }), []);
  });
});

Deno.test("a project of two profiles has its account and no profile", async () => {
  await inFolder(async (root) => {
    machine(root, "home/ana", ["/srv/p"]);
    put(join(root, "home/ana/.hermes/profiles/work/state.db"), stateNaming(["/srv/p/", "/srv/w"]));
    for (const name of ["p", "w"]) {
      put(join(root, `srv/${name}/trajectory_samples.jsonl`), `${RUN}\n`);
    }
    const owners = async (wish: FilterOptions): Promise<string[]> =>
      [...new Set((await rowsOf(root, wish)).map((row) => row.slice(0, 3).join(" ")))].sort();
    const [both, work] = [
      "ana  /srv/p/trajectory_samples.jsonl",
      "ana work /srv/w/trajectory_samples.jsonl",
    ];
    assert.deepEqual(await owners({}), [both, work]);
    assert.deepEqual(await owners({ profiles: ["default"] }), [both]);
    assert.deepEqual(await owners({ profiles: ["work"], users: ["ana"] }), [both, work]);
  });
});

Deno.test("a database that two homes share names its projects for the home it lies in", async () => {
  await inFolder(async (root) => {
    machine(root, "home/ana", ["/srv/p"]);
    mkdirSync(join(root, "home/bob/.hermes"), { recursive: true });
    symlinkSync("/home/ana/.hermes/state.db", join(root, "home/bob/.hermes/state.db"));
    put(join(root, "srv/p/trajectory_samples.jsonl"), `${RUN}\n`);
    assert.deepEqual((await rowsOf(root)).map(([user]) => user), ["ana", "ana"]);
  });
});

Deno.test("two images may hold a project of one path: each gives its own file", async () => {
  await inFolder((folder) => {
    const roots = ["mon", "fri"].map((name) => join(folder, name));
    for (const root of roots) {
      machine(root, "home/ana", ["/srv/p"]);
      put(join(root, "srv/p/trajectory_samples.jsonl"), `${RUN}\n`);
    }
    const { files } = lookFor(roots);
    assert.deepEqual(files.map(({ path }) => path), [
      "/srv/p/trajectory_samples.jsonl",
      "/srv/p/trajectory_samples.jsonl",
    ]);
    assert.equal(new Set(files.map(({ tree }) => tree)).size, 2);
  });
});

Deno.test("a project that only a write-ahead log names is left out with the log", async () => {
  await inFolder((root) => {
    const home = join(root, "home/ana/.hermes");
    const retired = join(home, "state.db.retired-wal-20261029-093000/state.db");
    put(retired, "");
    put(join(root, "live.db"), stateNaming(["/srv/old"]));
    const live = new DatabaseSync(join(root, "live.db"));
    live.exec("PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0");
    live.exec("INSERT INTO sessions VALUES ('S9', 'cli', 'm', 1793266215, '/srv/new')");
    for (const suffix of ["", "-wal"]) {
      copyFileSync(join(root, `live.db${suffix}`), retired + suffix);
    }
    live.close();
    for (const name of ["old", "new"]) {
      put(join(root, `srv/${name}/trajectory_samples.jsonl`), `${RUN}\n`);
    }
    const found = (withoutWal: boolean): string[] =>
      lookFor(root, withoutWal).files.map(({ path }) => path.split("/")[2] ?? "").sort();
    assert.deepEqual(found(false), ["new", "old"]);
    assert.deepEqual(found(true), ["old"]);
  });
});
