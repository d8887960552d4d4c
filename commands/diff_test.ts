import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { databaseBytes } from "../testdata/sample_database.ts";
import { SCHEMA_32 } from "../testdata/state_rows.ts";
import type { ExitCode } from "./command.ts";
import { diffCommand } from "./diff.ts";
import { exitCodeOf } from "./failure.ts";

interface Ran {
  readonly code: ExitCode;
  readonly out: string[];
  readonly warned: string[];
  readonly noted: string[];
}

function run(operands: readonly string[], options: Record<string, unknown> = {}): Ran {
  const out: string[] = [];
  const warned: string[] = [];
  const noted: string[] = [];
  const warn = (line: string): void => void warned.push(line);
  const voice = {
    out: (line: string): void => void out.push(line),
    note: (line: string): void => void noted.push(line),
    warn,
    progress: (): void => {},
  };
  try {
    const code = diffCommand.run({ operands, options }, voice) as ExitCode;
    return { code, out, warned, noted };
  } catch (error) {
    return { code: exitCodeOf(error, warn), out, warned, noted };
  }
}

// deno-lint-ignore no-explicit-any -- records of several kinds, looked into by the tests
type Told = any;

function records(operands: readonly string[], options: Record<string, unknown> = {}): Told[] {
  return run(operands, { ...options, json: true }).out.map((line) => JSON.parse(line));
}

function inFolder(work: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), "diff-"));
  try {
    work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function put(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

function fingerprint(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).sort().map((name) => {
    const path = join(folder, name);
    const hash = statSync(path).isFile()
      ? createHash("sha256").update(readFileSync(path)).digest("hex")
      : "folder";
    return `${name} ${hash}`;
  });
}

const SESSION = (id: string, rest = "'cli', 1793266215.0, NULL, NULL"): string =>
  `INSERT INTO sessions (id, source, started_at, title, session_key)
   VALUES ('${id}', ${rest});`;
const MESSAGE = (id: number, session: string, words: string): string =>
  `INSERT INTO messages (id, session_id, role, content, timestamp)
   VALUES (${id}, '${session}', 'user', '${words}', ${1793266216.5 + id});`;

const OLDER = SCHEMA_32 + SESSION("kept") + MESSAGE(1, "kept", "stays") +
  SESSION("gone", "'discord', 1793266215.0, 'A title', 'agent:main:discord:c:1'") +
  MESSAGE(2, "gone", "remove me") + MESSAGE(3, "gone", "=HYPERLINK()");
const MARKER = "INSERT INTO state_meta VALUES ('gateway.retired_session.v1.gone'," +
  ` '{"retired_at": 1793270000.5, "own": true}');`;
const LIVE = SCHEMA_32 + SESSION("kept") + MESSAGE(1, "kept", "stays") +
  MESSAGE(4, "kept", "came later") + MARKER +
  `INSERT INTO conversation_generations VALUES ('discord', 'agent:main:discord:c:1', 3);
   INSERT INTO state_meta VALUES ('gateway.terminal_admission.v1.a1', '{"target_session_id":"gone"}'),
     ('gateway.admission.result.v1.a1', '{"result":{"final_response":"It is done."}}');
   INSERT INTO async_delegations (delegation_id, origin_session, parent_session_id, state,
     dispatched_at, task_json) VALUES ('d1', 'x', 'gone', 'done', 1793266300.0, '{"goal":"count"}');`;

function makeHome(folder: string): string {
  const home = join(folder, ".hermes");
  put(join(home, "state.db"), databaseBytes(LIVE));
  put(join(home, "state-snapshots/20261029-100244/state.db"), databaseBytes(OLDER));
  put(join(home, "state-snapshots/20261029-100244/response_store.db"), "copied");
  put(join(home, "state-snapshots/.20261029-120000.4242.partial/state.db"), databaseBytes(OLDER));
  put(join(home, "state-snapshots/20261029-130000/manifest.json"), "{}");
  put(join(home, ".hermes_history"), "\n# 2026-10-29 09:30:18.500\n+remove me\n");
  put(join(home, "sessions/gone.jsonl"), '{"role":"user","content":"diverted"}\n');
  put(join(home, "sessions/request_dump_gone_1.json"), "{}");
  put(join(home, "sessions/saved/talk.md"), "words");
  put(join(home, "logs/agent.log"), "session gone");
  put(join(home, "backups/pre-update-1.zip"), "zip");
  return home;
}

Deno.test("diff tells what is gone, how it is known and where its words survive", () => {
  inFolder((folder) => {
    const home = makeHome(folder);
    const before = fingerprint(folder);
    const told = records([home]);
    assert.deepEqual(fingerprint(folder), before, "the evidence was touched");
    const [verdict] = told;
    assert.equal(verdict.record, "verdict");
    assert.deepEqual([verdict.compared, verdict.left_aside, verdict.sessions_deleted], [1, 2, 1]);
    const { counts } = told.find(({ record }) => record === "comparison");
    const found = Object.entries(counts).filter(([, count]) => count !== 0);
    assert.deepEqual(Object.fromEntries(found), {
      "removed_session": 1,
      "removed_message": 2,
      "added_message": 1,
    });
    const { known_by: knownBy, survives_in: survives, ...gone } = told.find(({ record }) =>
      record === "vanished_session"
    );
    assert.equal(gone.reason, "deleted (tombstone, 2026-10-29T10:33:20.500000Z)");
    assert.deepEqual([gone.title, gone.first_prompt, gone.messages], ["A title", "remove me", 2]);
    assert.deepEqual(knownBy, [
      "tombstone in state.db",
      "admission result in state.db",
      "delegation in state.db",
      "session in 20261029-100244",
      "conversation generation: discord agent:main:discord:c:1 generation 3",
      `${home}/sessions/gone.jsonl`,
    ]);
    assert.deepEqual(survives.map(({ what, count }: Told) => `${what} ${count}`), [
      "admission result 1",
      "delegation 1",
      "snapshot 2",
      "same words 1",
      "words of this session 1",
    ]);
    const notRead = told.filter(({ record }) => record === "not_read").map(({ entry }) => entry);
    assert.deepEqual(notRead, [
      "request_dump",
      "saved_conversations",
      "logs",
      "snapshot_contents",
      "backups",
    ]);
  });
});

Deno.test("the text begins with three lines and names what is not compared", () => {
  inFolder((folder) => {
    const { code, out, warned } = run([makeHome(folder)]);
    assert.equal(code, 0);
    assert.deepEqual(warned, []);
    assert.match(out[0] ?? "", /^Compared: 1 older database of 1 home; left aside: 2/);
    assert.match(out[1] ?? "", /^Gone: 1 session \(1 deleted, .* 2 messages of them found/);
    assert.match(out[2] ?? "", /^Still there, .* added: 1; /);
    const all = out.join("\n");
    assert.match(all, /\.20261029-120000\.4242\.partial: unfinished snapshot: compared only with/);
    assert.match(all, /20261029-130000: snapshot without a state database/);
    assert.match(all, / {6}removed message #2 2026-10-29T09:30:18\.500000Z user: remove me/);
    assert.match(all, /not read, may hold more:\n {4}Request dump: 1 file/);
    assert.ok(!all.includes("came later"), "added messages are only counted");
    assert.match(run([join(folder, ".hermes")], { added: true }).out.join("\n"), /came later/);
  });
});

Deno.test("the ending of --out decides the form; no cell is run by a spreadsheet", () => {
  inFolder((folder) => {
    const home = makeHome(folder);
    const csv = join(folder, "out.csv");
    assert.equal(run([home], { out: csv }).code, 0);
    const lines = readFileSync(csv, "utf8").split("\r\n");
    assert.match(lines[0] ?? "", /^record,home,user,profile,older,newer,change,session_id/);
    assert.ok(lines.some((line) => line.includes(",'=HYPERLINK(),")));
    assert.ok(lines.some((line) => line.startsWith("vanished,")));
    const json = join(folder, "out.jsonl");
    assert.equal(run([home], { out: json }).code, 0);
    assert.equal(JSON.parse(readFileSync(json, "utf8").split("\n")[0] ?? "").record, "verdict");
    assert.equal(run([home], { out: join(home, "inside.csv") }).code, 2);
  });
});

Deno.test("--snapshot, --session and --partial narrow or widen what is compared", () => {
  inFolder((folder) => {
    const home = makeHome(folder);
    put(join(home, "state-snapshots/20261030-100244/state.db"), databaseBytes(LIVE));
    const compared = (options: Record<string, unknown>): string[] =>
      records([home], options).filter(({ record }) => record === "comparison")
        .map(({ older }) => older.id);
    assert.deepEqual(compared({}), ["20261029-100244", "20261030-100244"]);
    assert.deepEqual(compared({ snapshot: ["20261030-100244"] }), ["20261030-100244"]);
    assert.deepEqual(compared({ partial: true }), [
      "20261029-100244",
      ".20261029-120000.4242.partial",
      "20261030-100244",
    ]);
    const missing = run([home], { snapshot: ["20261031-000000"] });
    assert.equal(missing.code, 3);
    assert.match(missing.warned[0] ?? "", /No snapshot 20261031-000000: found 20261029-100244, /);
    const unfinished = run([home], { snapshot: [".20261029-120000.4242.partial"] });
    assert.match(unfinished.warned[0] ?? "", /unfinished snapshot/);
    const only = records([home], { session: ["kept"] });
    assert.ok(!only.some(({ session_id: id }) => id === "gone"));
  });
});

Deno.test("a session that is in another profile's database has moved", () => {
  inFolder((folder) => {
    const home = makeHome(folder);
    put(join(home, "profiles/work/state.db"), databaseBytes(OLDER));
    const told = records([home]);
    const moved = told.find(({ change }) => change === "moved session");
    assert.equal(moved.session_id, "gone");
    assert.equal(moved.reason, `now in profile work (${home}/profiles/work/state.db)`);
    assert.equal(told[0].sessions_moved, 1);
    assert.equal(told[0].sessions_gone, 0);
  });
});

Deno.test("a tombstone that the live database dropped is known from a snapshot", () => {
  inFolder((folder) => {
    const home = makeHome(folder);
    const sweep = MARKER.replace('"own": true', '"expires": true');
    put(join(home, "state.db"), databaseBytes(SCHEMA_32 + SESSION("kept")));
    put(
      join(home, "state-snapshots/20261030-100244/state.db"),
      databaseBytes(SCHEMA_32 + SESSION("kept") + sweep),
    );
    const gone = records([home]).find(({ change }) => change === "removed session");
    assert.equal(gone.reason, "swept (tombstone expires, 2026-10-29T10:33:20.500000Z)");
  });
});

Deno.test("a tombstone older than a snapshot that has the session does not tell when it went", () => {
  inFolder((folder) => {
    const home = makeHome(folder);
    put(join(home, "state-snapshots/20261102-000000/state.db"), databaseBytes(OLDER));
    const told = records([home]);
    const doubts = told.filter(({ change }) => change === "removed session")
      .map(({ older, doubt }) => [older, doubt]);
    const doubt = "its tombstone is older than 20261102-000000, which has the session: " +
      "it was there again, or a clock was wrong";
    assert.deepEqual(doubts, [["20261029-100244", null], ["20261102-000000", doubt]]);
    const lines = run([home]).out;
    const ledger = lines.slice(lines.indexOf("  deletion ledger:"));
    assert.deepEqual(ledger.slice(3, 5), [
      "      when: after 20261102-000000 (2026-11-02T00:00:00.000000Z), before state.db as it is",
      `      doubtful: ${doubt}`,
    ]);
    const vanished = told.find(({ record }) => record === "vanished_session");
    assert.equal(vanished.doubt, doubt);
    assert.equal(vanished.retired_utc, "2026-10-29T10:33:20.500000Z");
  });
});

Deno.test("an empty text beside an absent one is told from it", () => {
  inFolder((folder) => {
    const [older, newer] = ["old.db", "new.db"].map((name) => join(folder, name));
    put(older ?? "", databaseBytes(OLDER));
    const emptied = "UPDATE sessions SET title = '' WHERE id = 'kept';";
    put(newer ?? "", databaseBytes(OLDER + emptied));
    const lines = run([older ?? "", newer ?? ""]).out;
    assert.ok(lines.includes('          title: - -> ""'));
  });
});

Deno.test("paths that two images share say whose they are, and both are looked through", () => {
  inFolder((folder) => {
    const [older, newer] = [join(folder, "old"), join(folder, "new")];
    const home = makeHome(join(older, "home/ana"));
    put(join(home, "state-snapshots/20261030-100244/state.db"), "no database");
    put(join(newer, "home/ana/.hermes/state.db"), databaseBytes(LIVE));
    const { code, out, warned } = run([], { root: [older, newer] });
    assert.equal(code, 1);
    const path = "/home/ana/.hermes";
    assert.deepEqual(warned, [
      `hermeneut: ${path}/state-snapshots/20261030-100244/state.db of ${older}: ` +
      "not a SQLite database",
    ]);
    for (
      const line of [
        `    .20261029-120000.4242.partial of ${older}: unfinished snapshot: ` +
        "compared only with --partial",
        `      survives: snapshot ${path}/state-snapshots/20261029-100244/state.db of ${older} (2)`,
        `      survives: same words ${path}/.hermes_history of ${older} (1)`,
        `      ${path}/sessions/request_dump_gone_1.json of ${older}`,
      ]
    ) assert.ok(out.includes(line), `${line}\n${out.join("\n")}`);
    const [comparison] = records([], { root: [older, newer] })
      .filter(({ record }) => record === "comparison");
    assert.equal(comparison.older.path, `${path}/state.db`);
    assert.equal(comparison.older.evidence, older);
    assert.equal(comparison.newer.evidence, newer);
  });
});

Deno.test("a database that only the older side has tells what went with it, or moved", () => {
  inFolder((folder) => {
    const [older, newer] = [join(folder, "old/.hermes"), join(folder, "new/.hermes")];
    put(join(older, "state.db"), databaseBytes(SCHEMA_32 + SESSION("kept")));
    put(
      join(older, "profiles/work/state.db"),
      databaseBytes(SCHEMA_32 + SESSION("went") + MESSAGE(1, "went", "x") + SESSION("moved")),
    );
    put(join(newer, "state.db"), databaseBytes(SCHEMA_32 + SESSION("kept") + SESSION("moved")));
    const gone = records([older, newer]).filter(({ record }) => record === "vanished_session");
    const reasons = gone.map(({ session_id, reason, messages }) => [session_id, reason, messages]);
    assert.deepEqual(reasons, [
      ["moved", `moved: now in profile default (${newer}/state.db)`, 0],
      ["went", "no tombstone: older build, pruned, or store replaced", 1],
    ]);
  });
});

Deno.test("a database by itself says what it lacks, and a missing live one what is left aside", () => {
  inFolder((folder) => {
    const home = makeHome(folder);
    const { code, noted } = run([join(home, "state.db")]);
    assert.equal(code, 0);
    assert.match(noted.join("\n"), /one database by itself has nothing to be compared with/);
    assert.deepEqual(run([home]).noted, []);
    rmSync(join(home, "state.db"));
    const { out } = run([home]);
    assert.ok(out.includes("    20261029-100244: no live database to compare it with"));
  });
});

Deno.test("two databases, two homes and two roots are compared in the order given", () => {
  inFolder((folder) => {
    put(join(folder, "old/home/ana/.hermes/state.db"), databaseBytes(OLDER));
    put(join(folder, "old/home/ben/.hermes/state.db"), databaseBytes(OLDER));
    put(join(folder, "new/home/ana/.hermes/state.db"), databaseBytes(LIVE));
    put(join(folder, "new/home/ben/.hermes/state.db"), databaseBytes(OLDER));
    const removed = (told: readonly Told[]): string[] =>
      told.filter(({ change }) => change === "removed message").map(({ text }) => text);
    const files = ["old", "new"].map((side) => join(folder, side, "home/ana/.hermes/state.db"));
    assert.deepEqual(removed(records(files)), ["remove me", "=HYPERLINK()"]);
    assert.deepEqual(removed(records(files.map((file) => dirname(file)))).length, 2);
    const roots = { root: [join(folder, "old"), join(folder, "new")] };
    const told = records([], roots);
    assert.deepEqual(told.filter(({ record }) => record === "comparison").length, 2);
    assert.deepEqual(removed(told).length, 2);
    assert.equal(run([...files, files[0] ?? ""]).code, 2);
    assert.equal(run([files[0] ?? ""], roots).code, 2);
  });
});

Deno.test("a damaged snapshot is named and makes the exit status 1", () => {
  inFolder((folder) => {
    const home = makeHome(folder);
    put(join(home, "state-snapshots/20261029-160000/state.db"), "");
    const { code, warned } = run([home]);
    assert.equal(code, 1);
    assert.match(warned.join("\n"), /20261029-160000\/state\.db: 0 bytes: not a SQLite database/);
  });
});

Deno.test("an unreadable live database says nothing of what is gone", () => {
  inFolder((folder) => {
    const home = makeHome(folder);
    put(join(home, "state.db"), "no database");
    const { code, out } = run([home]);
    assert.equal(code, 1);
    assert.match(out.join("\n"), /the live database cannot be read/);
    assert.ok(!out.join("\n").includes("deletion ledger"));
  });
});

Deno.test("nothing to compare is exit 3", () => {
  inFolder((folder) => {
    mkdirSync(join(folder, "empty"));
    assert.equal(run([join(folder, "empty")]).code, 3);
  });
});

const SHARED = process.env.HERMENEUT_SHARED ?? "../shared";

/** Works on a copy of a folder of the shared samples; says so when they are not there. */
function onShared(name: string, work: (folder: string) => void): void {
  const source = join(SHARED, name);
  if (!existsSync(source)) {
    console.log(`skipped: ${source} is not there`);
    return;
  }
  inFolder((folder) => {
    const copy = join(folder, "evidence");
    cpSync(source, copy, { recursive: true, preserveTimestamps: true });
    const before = fingerprint(copy);
    work(copy);
    assert.deepEqual(fingerprint(copy), before, "the evidence was touched");
  });
}

/** Counts that are not 0, of each comparison by the older one's id. */
function countsOf(told: readonly Told[]): Record<string, Record<string, number>> {
  return Object.fromEntries(
    told.filter(({ record }) => record === "comparison").map(({ older, counts }) => [
      older.id,
      Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0)),
    ]),
  );
}

Deno.test("case 09: of two equal rows one is gone", () => {
  onShared("cases/09-twins-and-compaction-copies", (folder) => {
    const told = records([join(folder, "home/.hermes")]);
    assert.deepEqual(countsOf(told), { "20261029-093100": { "removed_message": 1 } });
    const gone = told.find(({ record }) => record === "change");
    assert.deepEqual([gone.text, gone.timestamp_utc], ["ok", "2026-10-29T09:30:20.000000Z"]);
  });
});

Deno.test("case 14: a delete that is only in the log", () => {
  onShared("cases/14-wal-delete-vs-snapshot", (folder) => {
    const told = records([join(folder, "home/.hermes")]);
    const one = { "removed_session": 1, "removed_message": 2 };
    assert.deepEqual(countsOf(told), {
      "20261029-093500": one,
      "state.db without its write-ahead log": one,
    });
    const gone = told.find(({ change }) => change === "removed session");
    assert.equal(gone.title, "to be deleted");
    assert.equal(gone.reason, "deleted (tombstone, 2026-10-29T10:30:00.500000Z)");
  });
});

Deno.test("case 21: every folder of snapshots is judged", () => {
  onShared("cases/21-snapshot-folders", (folder) => {
    const told = records([join(folder, "home/.hermes")]);
    assert.deepEqual(Object.keys(countsOf(told)), [
      "20261029-100244",
      "20261029-100244-2",
      "20261029-110000-before refactor é",
      "20261029-140000",
      "20261329-996100",
      "manual-copy",
    ]);
    const times = told.filter(({ record }) => record === "comparison")
      .map(({ older }) => older.time_utc);
    assert.deepEqual(times.slice(-2), [null, null]);
    const aside = told.filter(({ record }) => record === "left_aside").map((
      { id, why },
    ) => [id, why]);
    assert.deepEqual(aside, [
      [".20261029-120000.4242.partial", "unfinished snapshot: compared only with --partial"],
      ["20261029-130000", "snapshot without a state database"],
      ["20261029-150000", "no snapshot: a file"],
      ["20261029-160000", "0 bytes: not a SQLite database"],
      ["20261029-100244", "no live database to compare it with"],
    ]);
  });
});

Deno.test("home h2: three snapshots and what became of their sessions", () => {
  onShared("realhomes/h2-snapshots-v26", (folder) => {
    const told = records([join(folder, ".hermes")]);
    const later = {
      ...{ "removed_session": 1, "changed_session": 4 },
      ...{ "removed_message": 8, rewound: 8, compacted: 16, "added_message": 3 },
    };
    const counts = countsOf(told);
    assert.deepEqual(counts["20261130-121757-before-refactor"], {
      ...later,
      ...{ "removed_session": 2, "removed_message": 20 },
    });
    assert.deepEqual(counts["20261130-121758"], later);
    assert.deepEqual(counts["20261130-121758-2"], later);
    const first = told.filter(({ record, older }) =>
      record === "change" && older === "20261130-121757-before-refactor"
    );
    const removed = first.filter(({ change }) => change === "removed session");
    assert.deepEqual(removed.map(({ session_id: id, messages }) => [id, messages]), [
      ["20260501_080000_prun01", 8],
      ["20261102_080000_dele01", 12],
    ]);
    assert.ok(removed.every(({ reason }) => reason.startsWith("no tombstone: ")));
    const changed = first.filter(({ change }) => change === "changed session");
    const fields = changed.map(({ session_id: id, fields }) =>
      [id.slice(-6), ...fields.map(({ name }: Told) => name)].join(" ")
    );
    assert.deepEqual(fields, [
      "keep01 title ended_at end_reason title_source",
      "rewd01 message_count rewind_count",
      "arch01 ended_at end_reason archived",
      "comp01 message_count tool_call_count",
    ]);
    const aside = told.filter(({ record }) => record === "left_aside");
    assert.deepEqual(aside.map(({ id }) => id), [".20261130-110000-crashed.4242.partial"]);
  });
});
