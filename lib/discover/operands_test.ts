import assert from "node:assert/strict";
import process from "node:process";
import {
  CATALOG,
  find,
  homeLines,
  inTree,
  type Planted,
  STATE_DB,
} from "../../testdata/discover_tree.ts";
import { OperandError, storeFilesOf } from "./mod.ts";
import { withoutLongPrefix } from "./operands.ts";

function storeOf(name: string, what: Planted): string {
  return inTree({ [name]: what }, (dir) => {
    const { loose, homes } = find({ paths: [`${dir}/${name}`] });
    assert.deepEqual(homes, []);
    return loose.map(({ entry, user, profile }) => `${entry.id} ${user} ${profile}`).join();
  });
}

Deno.test("locate() recognises a single file by its name", () => {
  assert.equal(storeOf("x/state.db", STATE_DB), "state_db null default");
  assert.equal(
    storeOf("x/state-snapshots/20261029-100244/state.db", ""),
    "state_snapshot null default",
  );
  assert.equal(storeOf("x/state.db.malformed-backup-1", ""), "state_db_copy null default");
  assert.equal(storeOf("x/.hermes_history", ""), "prompt_history null default");
  assert.equal(storeOf("x/sessions/s1.jsonl", ""), "divert null default");
  assert.equal(storeOf("x/connections.json", ""), "connections null null");
  assert.equal(storeOf("x/trajectory_samples.jsonl", ""), "trajectory null null");
  assert.equal(storeOf("home/u/.hermes/profiles/w/state.db", STATE_DB), "state_db u w");
  assert.equal(
    storeOf("docker/volumes/hermes/_data/state.db", STATE_DB),
    "state_db docker:hermes default",
  );
});

Deno.test("locate() recognises a single file by its content", () => {
  assert.equal(storeOf("carved.bin", STATE_DB), "state_db null default");
  const responses = { sql: "CREATE TABLE responses (response_id TEXT, data TEXT)" };
  assert.equal(storeOf("carved.bin", responses), "response_store null default");
  assert.equal(
    storeOf("h.txt", "\n# 2026-10-29 09:30:16.400\n+hello\n"),
    "prompt_history null default",
  );
  assert.equal(storeOf("h.txt", "+hello\n"), "prompt_history null default");
  assert.equal(
    storeOf("a", '{"role": "user", "content": "x"}\n{"role": "a"}\n'),
    "divert null default",
  );
  assert.equal(storeOf("a", '{"conversations": []}\n'), "trajectory null null");
  assert.equal(storeOf("a", '{"session_id": "s", "messages": []}'), "legacy_session null default");
  assert.equal(
    storeOf("a", '{"session_key": "k", "reason": "restart", "data": {}}'),
    "pending_messages null default",
  );
  assert.equal(storeOf("a", '{"version": 1, "connections": []}'), "connections null null");
  assert.equal(storeOf("a", '{"ana": {"approved_at": 1}}'), "pairing null default");
  assert.equal(storeOf("a", '{"telegram:7": 1793266200}'), "pairing_rate_limits null default");
  assert.equal(storeOf("a", '[{"url": "u", "expire_at": 1}]'), "paste_list null default");
  assert.equal(storeOf("a", "# Cron Job: nightly\n"), "cron_output null default");
  assert.equal(storeOf("a.yaml", "model: x\napprovals:\n  mode: ask\n"), "settings null default");
});

Deno.test("locate() takes a single file for what its own name says, unless its content differs", () => {
  const paste = '{"url": "https://paste.example/a", "expire_at": 1793289600.5}';
  assert.equal(storeOf("loose/pending.json", paste), "paste_list null default");
  assert.equal(storeOf("loose/pending.json", ""), "paste_list null default");
  assert.equal(storeOf("loose/telegram-approved.json", "{"), "pairing null default");
  assert.equal(storeOf("loose/_rate_limits.json", "[]"), "pairing_rate_limits null default");
  assert.equal(storeOf("loose/pending-0a1b.json", "[1"), "pending_messages null default");
  assert.equal(storeOf("loose/session_s1.json", "[]"), "legacy_session null default");
  assert.equal(storeOf("loose/response_store.db", "text"), "response_store null default");
  assert.equal(
    storeOf("loose/pending.json", '{"ana": {"approved_at": 1}}'),
    "pairing null default",
  );
  const other = { sql: "CREATE TABLE t (x)" };
  assert.throws(() => storeOf("loose/pending.json", other), /no file of a store/);
  assert.throws(() => storeOf("loose/s1.jsonl", "x"), /no file of a store/);
  assert.throws(() => storeOf("loose/notes.md", "x"), /no file of a store/);
});

Deno.test("locate() refuses what it cannot read, and says what it expected", () => {
  const refuses = (name: string, what: Planted, message: RegExp): void =>
    inTree({ [name]: what }, (dir) => {
      const paths = [`${dir}/${name}`];
      assert.throws(
        () => find({ paths }),
        (error) => error instanceof OperandError && message.test(error.message),
      );
    });
  refuses("letter.txt", "Dear Ana", /^Cannot read .*letter.txt: no file of a store/);
  refuses("x/state.db-wal", "", /^Cannot read .* by itself: expected its database .*x\/state.db$/);
  refuses("bundle.zip", "PK", /expected a bundle/);
  assert.throws(() => find({ paths: ["/nowhere/at/all"] }), /^OperandError: Cannot find/);
  assert.throws(() => find({ roots: ["/nowhere/at/all"] }), OperandError);
  inTree({ "state.db": STATE_DB }, (dir) => {
    assert.throws(() => find({ roots: [`${dir}/state.db`] }), /expected a folder/);
  });
});

Deno.test("locate() takes a folder by its name, by a store in it, or as a root", () => {
  inTree({
    "home/u/.hermes/config.yaml": "x: 1",
    "home/u/.hermes/profiles/w/state.db": STATE_DB,
    "copy/state.db": STATE_DB,
    "copy/profiles/w/state.db": STATE_DB,
    "bare/config.yaml": "approvals: {}",
    "nothing/readme.txt": "x",
  }, (dir) => {
    const lines = (path: string): string[] =>
      homeLines(find({ paths: [`${dir}/${path}`] })).map((line) => line.replace(dir, ""));
    assert.deepEqual(lines("home/u/.hermes"), [
      "/home/u/.hermes default u default",
      "/home/u/.hermes/profiles/w default u w",
    ]);
    assert.deepEqual(lines("home/u/.hermes/profiles/w"), [
      "/home/u/.hermes/profiles/w default u w",
    ]);
    assert.deepEqual(lines("copy"), ["/copy default - default", "/copy/profiles/w default - w"]);
    assert.deepEqual(lines("home/u"), [
      "/.hermes default - default",
      "/.hermes/profiles/w default - w",
    ]);
    assert.deepEqual(lines(""), [
      "/home/u/.hermes default u default",
      "/home/u/.hermes/profiles/w default u w",
    ]);
    assert.deepEqual(lines("bare"), ["/bare default - default"]);
    assert.deepEqual(lines("nothing"), []);
  });
});

Deno.test("locate() reads this machine when nothing is named, and says so", {
  ignore: process.platform === "win32",
}, () => {
  inTree({ "h/state.db": STATE_DB }, (dir) => {
    const before = process.env.HERMES_HOME;
    process.env.HERMES_HOME = `${dir}/h`;
    try {
      const { homes, notes } = find({}, { excludeLocal: false });
      assert.ok(
        notes.some((note) => /^no evidence named: reading this machine \(.+\)$/.test(note)),
      );
      const home = homes.find(({ path }) => path === `${dir}/h`);
      assert.equal(home?.via, "HERMES_HOME of this process");
      assert.deepEqual(find({}).homes, []);
    } finally {
      if (before === undefined) delete process.env.HERMES_HOME;
      else process.env.HERMES_HOME = before;
    }
  });
});

Deno.test("locate() opens a bundle with what it is given to open it", () => {
  inTree({ "b/manifest.jsonl": "", "b/files/srv/x/state.db": STATE_DB }, (dir) => {
    const inner = find({ roots: [`${dir}/b/files`], homes: ["/srv/x"] }).homes[0]?.tree;
    assert.ok(inner !== undefined);
    const located = find({ paths: [`${dir}/b`] }, {
      openBundle: () => ({
        tree: inner,
        tops: [""],
        host: "lab1",
        zone: "Europe/Berlin",
        homes: [{ path: "/srv/x", form: "default", user: "svc" }],
        files: [],
        notes: [],
      }),
    });
    assert.deepEqual(homeLines(located), ["/srv/x default svc default"]);
    assert.equal(located.host, "lab1");
    assert.equal(located.zone, "Europe/Berlin");
    assert.equal(located.homes.flatMap((home) => storeFilesOf(home, CATALOG)).length, 1);
  });
});

Deno.test("withoutLongPrefix() leaves the plain name of a place on Windows", () => {
  const plain: readonly [string, string][] = [
    ["\\\\?\\C:\\Users\\ana", "C:\\Users\\ana"],
    ["//?/c:/Users", "c:/Users"],
    ["\\\\.\\D:\\", "D:\\"],
    ["\\\\?\\UNC\\server\\share\\x", "\\\\server\\share\\x"],
    ["\\\\server\\share", "\\\\server\\share"],
    ["\\\\?\\Volume{1}\\x", "\\\\?\\Volume{1}\\x"],
    ["\\\\.\\PhysicalDrive0", "\\\\.\\PhysicalDrive0"],
    ["C:\\?\\C:\\x", "C:\\?\\C:\\x"],
  ];
  for (const [given, expected] of plain) assert.equal(withoutLongPrefix(given), expected, given);
});
