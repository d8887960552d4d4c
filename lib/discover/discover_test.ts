import assert from "node:assert/strict";
import {
  chmodSync,
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  truncateSync,
} from "node:fs";
import process from "node:process";
import {
  CATALOG,
  inTree,
  type Planted,
  STATE_DB,
  STATE_DB_WITH_WAL,
} from "../../testdata/discover_tree.ts";
import {
  discover,
  type DiscoverOptions,
  type Discovery,
  discoveryAsJson,
  discoveryLines,
} from "./mod.ts";

const posix = process.platform !== "win32";

function look(root: string, options: Partial<DiscoverOptions> = {}): Discovery {
  return discover({ paths: [], roots: [root], homes: [] }, { catalog: CATALOG, ...options });
}

function lookIn(
  planted: Readonly<Record<string, Planted>>,
  options?: Partial<DiscoverOptions>,
): Discovery {
  return inTree(planted, (dir) => look(dir, options));
}

Deno.test("discover() counts what a database holds, its WAL included, and writes nothing", () => {
  inTree({ "home/u/.hermes/state.db": STATE_DB_WITH_WAL }, (dir) => {
    const before = readdirSync(`${dir}/home/u/.hermes`);
    const [finding] = look(dir).findings;
    const { overview, image, state } = finding?.database ?? {};
    assert.equal(state, "read");
    assert.deepEqual(overview, {
      schemaVersion: 32,
      sessions: 1,
      messages: 3,
      first: 1793266200_000000,
      last: 1793266203_000000,
      tombstones: 1,
      folders: [],
      unknown: [],
      faults: [],
    });
    assert.ok((image?.wal?.committed ?? 0) > 0);
    assert.equal(image?.wal?.torn, 0);
    assert.deepEqual(readdirSync(`${dir}/home/u/.hermes`), before);
    const [alone] = look(dir, { withoutWal: true }).findings;
    assert.equal(alone?.database?.overview?.messages, 2);
  });
});

Deno.test("discover() says why a database cannot be used, and what may stand in for it", () => {
  const found = lookIn({
    "home/a/.hermes/state.db": new Uint8Array(65536),
    "home/a/.hermes/state-snapshots/20261029-100244/state.db": STATE_DB,
    "home/a/.hermes/state.db.malformed-backup-1": STATE_DB,
    "home/a/.hermes/state.db.zeroed-1-2.bak": new Uint8Array(512),
    "home/b/.hermes/state.db": "",
    "home/c/.hermes/state.db": "version https://git-lfs",
    "home/c/.hermes/state.db-wal": new Uint8Array(64),
    "home/d/.hermes/state.db/x": "",
  });
  assert.deepEqual(
    found.findings.map(({ database }) => `${database?.state}: ${database?.reason}`),
    [
      "unusable: not a SQLite database: all its bytes are NUL",
      "unusable: empty file",
      "unusable: not a SQLite database",
      "unusable: not a regular file: a folder stands where a file should",
    ],
  );
  assert.equal(found.findings[2]?.database?.walSize, 64);
  const text = [...discoveryLines(found)].join("\n");
  assert.match(text, /instead +snapshot 20261029-100244, state\.db\.malformed-backup-1\n/);
  assert.match(text, /state\.db\.zeroed-1-2\.bak: not parsed: its first bytes are not SQLite's/);
});

Deno.test("discover() does not count a database that would need too much memory", () => {
  const found = lookIn({ "home/u/.hermes/state.db": STATE_DB_WITH_WAL }, { maxMemory: 1024 });
  const { database } = found.findings[0] ?? {};
  assert.equal(database?.state, "not counted");
  assert.equal(database?.reason, "larger than --max-memory");
  assert.equal(database?.overview, null);
});

Deno.test("discover() lists snapshots with the times of their names, good and bad", () => {
  const folder = "home/u/.hermes/state-snapshots";
  const found = lookIn({
    [`${folder}/20261029-100244-2/state.db`]: STATE_DB,
    [`${folder}/20261029-110000-before refactor é/state.db`]: STATE_DB,
    [`${folder}/20261029-130000/manifest.json`]: "{}",
    [`${folder}/20261029-150000`]: "a file",
    [`${folder}/20261029-160000/state.db`]: "",
    [`${folder}/20261329-996100/state.db`]: STATE_DB,
    [`${folder}/.20261029-120000.4242.partial/state.db`]: STATE_DB,
  });
  const lines = found.findings[0]?.snapshots.map(({ id, time, state }) =>
    `${id} | ${time === null ? "-" : new Date(time / 1000).toISOString().slice(0, 19)} | ${state}`
  );
  assert.deepEqual(lines, [
    ".20261029-120000.4242.partial | - | unfinished",
    "20261029-100244-2 | 2026-10-29T10:02:44 | whole",
    "20261029-110000-before refactor é | 2026-10-29T11:00:00 | whole",
    "20261029-130000 | 2026-10-29T13:00:00 | no state.db",
    "20261029-150000 | 2026-10-29T15:00:00 | not a folder",
    "20261029-160000 | 2026-10-29T16:00:00 | state.db is empty (0 bytes)",
    "20261329-996100 | - | whole",
  ]);
});

Deno.test("discover() holds what lies in a home against the catalog", () => {
  const found = lookIn({
    "home/u/.hermes/state.db": STATE_DB,
    "home/u/.hermes/SOUL.md": "x",
    "home/u/.hermes/odd/file.bin": "x",
    "home/u/.hermes/models/big.gguf": "x",
    "home/u/.hermes/profiles/w/odd2.bin": "x",
    "home/u/.hermes/.env": "HERMES_YOLO_MODE=1\nAPI_KEY=very-secret\n",
  });
  const [base, profile] = found.findings;
  assert.deepEqual(base?.coverage.unknown, ["/home/u/.hermes/odd/file.bin"]);
  assert.deepEqual(base?.coverage.excluded.map(({ path }) => path), ["/home/u/.hermes/models"]);
  assert.ok(base?.coverage.known.some(({ entry, files }) => entry.id === "soul" && files === 1));
  assert.deepEqual(profile?.coverage.unknown, ["/home/u/.hermes/profiles/w/odd2.bin"]);
  assert.deepEqual(base?.variables, ["HERMES_YOLO_MODE"]);
  assert.equal(profile?.empty, true);
  const all = [...discoveryLines(found)].join("\n") + discoveryAsJson(found);
  assert.ok(!all.includes("very-secret"));
});

Deno.test("discover() lists virtual disks, histories and containers beside the homes", () => {
  const found = lookIn({
    "Users/ana/AppData/Local/Packages/Ubuntu_1/LocalState/ext4.vhdx": "x",
    "Users/ana/AppData/Local/Docker/wsl/disk/docker_data.vhdx": "x",
    "Users/bo/Library/Containers/com.docker.docker/Data/vms/0/data/Docker.raw": "x",
    "home/u/vmware/box/box.vmdk": "x",
    "home/u/.bash_history": "ls\nhermes chat\nhermes\nhermesx\necho hermes\n",
    "home/u/.zsh_history": ": 1793266200:0;hermes --yolo\n",
    "home/u/.local/share/fish/fish_history": "- cmd: hermes chat\n  when: 1\n",
    "home/v/.bash_history": "ls\n",
    "var/lib/docker/containers/aa/config.v2.json":
      `{"ID":"aa","Name":"/x","Config":{"Image":"i","Env":["HERMES_YOLO_MODE=1"]}}`,
    "var/lib/docker/containers/bb/config.v2.json":
      `{"ID":"bb","Name":"/y","Config":{"Image":"web"}}`,
  });
  assert.deepEqual(found.disks.map(({ facts }) => facts.path), [
    "/home/u/vmware/box/box.vmdk",
    "/Users/ana/AppData/Local/Packages/Ubuntu_1/LocalState/ext4.vhdx",
    "/Users/ana/AppData/Local/Docker/wsl/disk/docker_data.vhdx",
    "/Users/bo/Library/Containers/com.docker.docker/Data/vms/0/data/Docker.raw",
  ]);
  assert.deepEqual(found.histories.map(({ path, lines }) => `${path} ${lines}`), [
    "/home/u/.bash_history 2",
    "/home/u/.zsh_history 1",
    "/home/u/.local/share/fish/fish_history 1",
  ]);
  assert.deepEqual(found.containers.map(({ container }) => container.name), ["x"]);
});

Deno.test("discover() finds renamed databases by content, only with deep", () => {
  inTree({
    "home/u/.hermes/state.db": STATE_DB,
    "srv/old/renamed.bin": STATE_DB,
    "srv/old/responses.sqlite": { sql: "CREATE TABLE responses (response_id TEXT, data TEXT);" },
    "srv/old/other.db": { sql: "CREATE TABLE sessions (id TEXT);" },
    "srv/old/tiny.db": "SQLite format 3\0",
    "srv/old/odd-size.bin": STATE_DB,
  }, (dir) => {
    truncateSync(`${dir}/srv/old/odd-size.bin`, 4097);
    const [, ...none] = look(dir).databases;
    assert.deepEqual(none, []);
    const { databases } = look(dir, { deep: true });
    assert.deepEqual(
      databases.map(({ path, store, database }) =>
        `${path} ${store} ${database?.overview?.messages}`
      ),
      [
        "/srv/old/renamed.bin state_db 2",
        "/srv/old/responses.sqlite response_store undefined",
      ],
    );
  });
});

Deno.test("discover() names what it may not look into, and what helps", {
  ignore: !posix || process.getuid?.() === 0,
}, () => {
  inTree({ "home/u/secret/x": "", "home/v/.hermes/state.db": STATE_DB }, (dir) => {
    chmodSync(`${dir}/home/u`, 0);
    const found = look(dir);
    chmodSync(`${dir}/home/u`, 0o700);
    assert.deepEqual(found.refused.map(({ path }) => path), ["/home/u"]);
    assert.notEqual(found.help, "");
    assert.equal(found.findings.length, 1);
  });
});

Deno.test("discover() keeps to the accounts and profiles asked for", () => {
  const planted = {
    "home/a/.hermes/state.db": STATE_DB,
    "home/a/.hermes/profiles/w/state.db": STATE_DB,
    "home/b/.hermes/state.db": STATE_DB,
  };
  const paths = (options: Partial<DiscoverOptions>): string[] =>
    lookIn(planted, options).findings.map(({ home }) => home.path);
  assert.deepEqual(paths({ users: ["b"] }), ["/home/b/.hermes"]);
  assert.deepEqual(paths({ profiles: ["w"] }), ["/home/a/.hermes/profiles/w"]);
});

Deno.test("discover() names the process that holds a database", {
  ignore: process.platform !== "linux",
}, async () => {
  await inTree({ "h/state.db": STATE_DB }, async (dir) => {
    const request = { paths: [`${dir}/h`], roots: [], homes: [] };
    const fd = openSync(`${dir}/h/state.db`, "r");
    try {
      // its own handles are no agent's
      assert.deepEqual(discover(request, { catalog: CATALOG }).findings[0]?.holders, []);
    } finally {
      closeSync(fd);
    }
    const held = new Deno.Command("sh", {
      args: ["-c", `exec 3< '${dir}/h/state.db'; exec sleep 30`],
    }).spawn();
    try {
      const deadline = Date.now() + 5000;
      let holders: readonly { pid: number; command: string }[] = [];
      // the shell holds it first, and becomes `sleep`
      while (holders[0]?.command !== "sleep 30" && Date.now() < deadline) {
        holders = discover(request, { catalog: CATALOG }).findings[0]?.holders ?? [];
      }
      assert.deepEqual(holders, [{ pid: held.pid, command: "sleep 30" }]);
    } finally {
      held.kill();
      await held.status;
    }
  });
});

Deno.test("discoveryLines() keeps to 100 columns, and lets nothing raw through", () => {
  const found = lookIn({
    "home/u\x1b[31m\u202e/.hermes/state.db": STATE_DB,
    [`home/${"long".repeat(12)}/.hermes/state.db`]: STATE_DB_WITH_WAL,
    [`home/${"long".repeat(12)}/.hermes/state.db.malformed-backup-20261029-093000`]: "no database",
    "home/u2/.bashrc": "export HERMES_HOME=/net/\x1b]0;x\x07",
  });
  const lines = [...discoveryLines(found)];
  const paths = /^(?: {0,2}\/| {4}unknown)/;
  for (const line of lines) {
    // deno-lint-ignore no-control-regex
    assert.doesNotMatch(line, /[\x00-\x1f\x7f-\x9f\u202e]/);
    assert.ok(paths.test(line) || [...line].length <= 100, line);
  }
  const json = discoveryAsJson(found);
  // deno-lint-ignore no-control-regex
  assert.doesNotMatch(json, /[\x00-\x1f\x7f-\x9f\u202e]/);
  const { homes } = JSON.parse(json);
  assert.equal(homes[0].user, "longlonglonglonglonglonglonglonglonglonglonglong");
  assert.equal(homes[0].database.messages, 3);
  assert.equal(homes[1].user, "u\x1b[31m\u202e");
});

const shared = process.env.HERMENEUT_SHARED ?? "../shared";
const realHomes = `${shared}/realhomes`;

Deno.test("discover() counts what the real homes are known to hold", {
  ignore: !existsSync(`${realHomes}/h5-profiles-v32`),
}, () => {
  const known = JSON.parse(readFileSync(`${realHomes}/EXPECT.json`, "utf8"));
  const { findings } = look(`${realHomes}/h5-profiles-v32`);
  assert.equal(findings.length, 7);
  for (const { home, database } of findings) {
    const { sessions, messages, schema } = known[`h5-profiles-v32${home.path}/state.db`];
    const { overview } = database ?? {};
    assert.deepEqual(
      [overview?.sessions, overview?.messages, overview?.schemaVersion],
      [sessions, messages, schema],
      home.path,
    );
  }
});
