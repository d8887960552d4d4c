import assert from "node:assert/strict";
import { memoryFile } from "../../testdata/memory_file.ts";
import { toldOf } from "../../testdata/sample.ts";
import { loadCatalog } from "../catalog/mod.ts";
import { isTrouble } from "../row/trouble.ts";
import { readerOf } from "../stores/mod.ts";
import { STORE_TEXTS } from "../stores/texts.ts";
import { explain, explainBriefly, type Verdict } from "./mod.ts";

const catalog = loadCatalog();

function verdict(path: string): Verdict {
  return explain(path, catalog);
}

Deno.test("explain tells every row a store can give, from the store's own texts", () => {
  const { rows } = verdict("/home/u/.hermes/pastes/pending.json");
  const texts = STORE_TEXTS.get("paste_list");
  assert.ok(texts !== undefined);
  for (const text of Object.values(texts)) {
    const row = rows.find(({ means }) => means === text.means);
    assert.equal(row?.example, text.says(text.example));
  }
});

Deno.test("explain names every turn that a store of messages gives", () => {
  const calls = [{ id: "c", function: { name: "terminal", arguments: '{"command":"ls"}' } }];
  const messages = [
    { role: "system", content: "system" },
    { role: "user", content: "question" },
    { role: "assistant", content: "answer", reasoning: "thought", tool_calls: calls },
    { role: "tool", content: "result", tool_call_id: "c" },
  ];
  const whole = JSON.stringify({ session_id: "s", messages });
  const contents: readonly (readonly [string, string])[] = [
    ["sessions/s.jsonl", messages.map((message) => JSON.stringify(message)).join("\n")],
    ["sessions/session_s.json", whole],
    ["pending_messages/pending-1.json", whole],
  ];
  for (const [name, content] of contents) {
    const { rows, match } = verdict(`/home/u/.hermes/${name}`);
    const reader = readerOf(match.store ?? "");
    assert.ok(reader !== undefined);
    const given = toldOf(reader, memoryFile(`/home/u/.hermes/${name}`, content));
    const turns = new Set(given.flatMap((told) => isTrouble(told) ? [] : [told.turn]));
    assert.deepEqual([...turns].sort(), EVERY_TURN, name);
    const claimed = new Set(rows.map(({ turn }) => turn));
    assert.deepEqual([...turns].filter((turn) => !claimed.has(turn)), [], name);
  }
  const databases = [
    "state.db",
    "state-snapshots/1/state.db",
    "state.db.x.bak",
    "response_store.db",
  ];
  for (const name of databases) {
    const claimed = new Set(verdict(`/home/u/.hermes/${name}`).rows.map(({ turn }) => turn));
    assert.deepEqual([...claimed].sort(), EVERY_TURN, name);
  }
});

const EVERY_TURN = ["assistant", "system", "thinking", "tool_result", "tool_use", "user"];

Deno.test("explain gives no row for what is not read", () => {
  assert.deepEqual(verdict("/home/u/.hermes/state.db-wal").rows, []);
  assert.deepEqual(verdict("/home/u/.hermes/SOUL.md").rows, []);
  assert.deepEqual(verdict("/home/u/.hermes/models/x").rows, []);
});

Deno.test("explain names the rule that decides", () => {
  assert.equal(verdict("/home/u/.hermes/models/x").collectedRule, "exclusions/models");
  assert.equal(verdict("/home/u/.hermes/state.db").collectedRule, "homes/default");
  assert.equal(verdict("/srv/x/trajectory_samples.jsonl").collectedRule, "stores/trajectory");
  assert.equal(verdict("/home/u/.hermes/auth.json").secretRule, "secrets/auth_json");
});

Deno.test("explain tells what lies under a folder", () => {
  const below = (path: string): string[] => verdict(path).below.map(({ path }) => path);
  assert.deepEqual(below("/home/u/.hermes/cron/output/job1"), ["cron/output/<job>/<time>.md"]);
  assert.ok(below("/home/u/.hermes/").includes("state.db"));
  assert.ok(below("/home/u").includes(".hermes"));
  assert.deepEqual(below("/etc/hermes").slice(0, 2), ["config.yaml", "config.yaml.*"]);
});

Deno.test("explain names what is nearest to an unknown path", () => {
  const near = (path: string): string[] => verdict(path).near.map(({ path }) => path);
  assert.equal(near("/home/u/.HERMES/state.db")[0], ".hermes");
  assert.equal(near("/home/u/.hemres/x")[0], ".hermes");
  assert.equal(near("/home/u/.hermes/config.ymal")[0], "config.yaml");
  assert.ok(near("/srv/copies/state.db").includes("state.db"));
  assert.equal(verdict("/usr/bin/ls").known, false);
});

Deno.test("explain takes a path inside a bundle, and a timeline's line", () => {
  const path =
    "/cases/pc-20261101T080000Z/files/C%3A/Users/Jos%C3%A9/AppData/Local/hermes/state.db";
  const { operand, match } = verdict(`${path}#42`);
  assert.equal(operand.container, "/cases/pc-20261101T080000Z/files");
  assert.equal(operand.line, "42");
  assert.equal(match.understood.path, "C:/Users/José/AppData/Local/hermes/state.db");
  assert.equal(match.store, "state_db");
});

Deno.test("explain takes the layouts of triage tools", () => {
  const host = (path: string): string => verdict(path).match.understood.path;
  assert.equal(
    host("/t/uploads/auto/C%3A/Users/u/AppData/Local/hermes/state.db"),
    "C:/Users/u/AppData/Local/hermes/state.db",
  );
  assert.equal(
    host("/t/uploads/ntfs/%5C%5C.%5CC%3A/Users/u/AppData/Local/hermes/state.db"),
    "C:/Users/u/AppData/Local/hermes/state.db",
  );
  assert.equal(host("/t/uac/[root]/home/u/.hermes/state.db"), "/home/u/.hermes/state.db");
});

Deno.test("explain keeps a folder named files inside a home where it is", () => {
  const { operand, match } = verdict("/home/u/.hermes/cache/files/home/v/x");
  assert.equal(operand.container, null);
  assert.equal(match.understood.account, "u");
});

Deno.test("explain reads the variables of a home", () => {
  const home = (path: string): string | undefined => verdict(path).match.understood.form?.id;
  assert.equal(home("%LOCALAPPDATA%\\hermes\\state.db"), "windows");
  assert.equal(home("%AppData%\\Hermes\\connections.json"), "desktop-windows");
  assert.equal(home("$HOME/.hermes/state.db"), "default");
  assert.equal(home("~/.hermes/state.db"), "default");
});

Deno.test("explain notes what a path cannot tell", () => {
  const notes = (path: string): string => verdict(path).notes.join("\n");
  assert.match(notes("/home/u/.hermesrc"), /a folder would be a home \(suffixed\)/);
  assert.match(notes("/var/lib/docker/volumes/agent/_data/state.db"), /only when its state\.db/);
  assert.match(notes("/home/u/work/site/.hermes/config.yaml"), /a project's own folder/);
  assert.match(notes("/home/u/.hermes/profiles/a/profiles/b/state.db"), /profile inside a profile/);
  const inVolume = (rest: string): string => notes(`/var/lib/docker/volumes/agent/_data/${rest}`);
  assert.match(inVolume(".env"), /then this is collected and flagged as secret \(secrets\/env\)/);
  assert.match(inVolume("models/x"), /then this is excluded \(exclusions\/models\)/);
  assert.match(inVolume("profiles/p/SOUL.md"), /_data is a home when .* then this is collected$/);
  assert.doesNotMatch(inVolume(".env"), /a folder would be a home/);
  assert.equal(notes("/home/u/.hermes/state.db"), "");
  const windows = String.raw`C:\Users\u\AppData\Local\hermes\state.db`;
  assert.match(
    notes(`${windows}:hidden`),
    /alternate data stream of state\.db: streams are neither/,
  );
  assert.doesNotMatch(notes(windows), /stream/);
  assert.doesNotMatch(notes("/home/u/.hermes/a:b"), /stream/);
});

Deno.test("explainBriefly agrees with explain", () => {
  for (const path of ["/home/u/.hermes/state.db", "/x", "/home/u", "/home/u/.hermes/models/a"]) {
    const { brief, known } = explainBriefly(path, catalog);
    const long = verdict(path);
    assert.equal(known, long.known, path);
    assert.equal(brief.rule, long.collectedRule, path);
    assert.equal(brief.readAs ?? "-", long.readAs, path);
  }
});
