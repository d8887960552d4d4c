import assert from "node:assert/strict";
import fc from "fast-check";
import { loadCatalog, type Match } from "./mod.ts";

const catalog = loadCatalog();

function match(path: string): Match {
  return catalog.match(path);
}

Deno.test("match gives a store, its standing and its companions", () => {
  assert.equal(match("/home/u/.hermes/state.db").store, "state_db");
  assert.equal(match("/home/u/.hermes/state.db").standing, "primary");
  const wal = match("/home/u/.hermes/state.db-wal");
  assert.equal(wal.store, null);
  assert.equal(wal.companion, "-wal");
  assert.equal(wal.entry?.id, "state_db");
});

Deno.test("match lets the more literal of two entries win", () => {
  assert.equal(match("/home/u/.hermes/sessions/session_1.json").store, "legacy_session");
  assert.equal(match("/home/u/.hermes/sessions/sessions.json").entry?.id, "sessions_index");
  assert.equal(match("/home/u/.hermes/pairing/_rate_limits.json").store, "pairing_rate_limits");
});

Deno.test("match lets an exclusion win over a secret and names both", () => {
  const found = match("/home/u/.hermes/bot-desktop/browser-profile/Cookies");
  assert.equal(found.taken, "excluded");
  assert.equal(found.exclusion?.pattern, "bot-desktop/browser-profile");
  assert.equal(found.secret?.rule.id, "bot_desktop");
});

Deno.test("match flags a secret's name at any depth of an account's home", () => {
  assert.equal(match("/home/u/.hermes/state-snapshots/1/.env").secret?.rule.id, "env");
  assert.equal(match("/home/u/.hermes/plugins/x/config.yaml").secret?.rule.id, "config");
});

Deno.test("match reads a volume's secrets from the top", () => {
  const volume = "/var/lib/docker/volumes/hermes/_data";
  assert.equal(match(`${volume}/.env`).secret?.rule.id, "env");
  assert.equal(match(`${volume}/plugins/x/.env`).secret, null);
  assert.equal(match(`${volume}/state-snapshots/1/.env`).secret?.rule.id, "env");
  assert.equal(match(`${volume}/profiles/b/plugins/x/.env`).secret?.rule.id, "env");
});

Deno.test("match never flags the transcripts that another program keeps in .aws", () => {
  for (const home of ["/home/u/.hermes", "/var/lib/docker/volumes/hermes/_data"]) {
    assert.equal(match(`${home}/.aws/amazonq/history.json`).secret, null);
    assert.equal(match(`${home}/.aws/credentials`).secret?.rule.id, "aws");
  }
});

Deno.test("match does not take a profile's name for a credential folder", () => {
  assert.equal(match("/home/u/.hermes/profiles/home/state.db").secret, null);
});

Deno.test("match sees a home inside a home, and its outer rules first", () => {
  const inner = match("/home/u/.hermes/cache/scratch/t/.hermes/state.db");
  assert.equal(inner.store, "state_db");
  assert.equal(inner.inside, "/home/u/.hermes");
  assert.equal(match("/home/u/.hermes/sandboxes/docker/t/.hermes/state.db").taken, "excluded");
});

Deno.test("match reads no store in a profile inside a profile", () => {
  assert.equal(match("/home/u/.hermes/profiles/a/profiles/b/state.db").store, null);
});

Deno.test("match tells folders from files", () => {
  assert.equal(match("/home/u/.hermes").taken, "folder");
  assert.equal(match("/home/u/.hermes/profiles").taken, "folder");
  assert.equal(match("/home/u/.hermes/cron/output/job1").taken, "folder");
  assert.equal(match("/home/u/.hermes/models").taken, "excluded");
  assert.equal(match("/home/u/.hermes/sessions/x.jsonl/").store, null);
});

Deno.test("matchIn needs no guess about a home given by path", () => {
  const form = catalog.form("default");
  const home = { form, inProfile: false, ignoresCase: false };
  assert.equal(catalog.matchIn(home, "cron/output/a/b.md").store, "cron_output");
  assert.equal(catalog.matchIn({ ...home, ignoresCase: true }, "STATE.DB").store, "state_db");
  assert.equal(catalog.matchIn(home, "STATE.DB").store, null);
});

Deno.test("storeFiles leads a walk to every store of a home", () => {
  const places = catalog.storeFiles(catalog.form("default"));
  const cron = places.find(({ path }) => path === "cron/output/<job>/<time>.md");
  assert.deepEqual(cron?.steps.map(({ text }) => text), ["cron", "output", "<job>", "<time>.md"]);
  const stores = new Set(places.map(({ entry }) => entry.id));
  const all = catalog.entries.filter(({ root, reader }) => root === "home" && reader !== null);
  assert.deepEqual([...stores].sort(), all.map(({ id }) => id).sort());
  const managed = catalog.storeFiles(catalog.form("managed"));
  assert.deepEqual(managed.map(({ path }) => path), ["config.yaml"]);
});

Deno.test("form throws for an id there is none of", () => {
  assert.throws(() => catalog.form("attic"), /Cannot find home form attic/);
});

Deno.test("match answers any string", () => {
  const unit = fc.constantFrom(
    "/",
    "\\",
    ".hermes",
    "profiles",
    "state.db",
    "C:",
    "-wal",
    "*",
    "é",
  );
  fc.assert(fc.property(fc.array(unit, { maxLength: 12 }), (parts) => {
    const found = match(parts.join(""));
    assert.equal(found.store === null || found.entry !== null, true);
    if (found.exclusion !== null) assert.equal(found.taken, "excluded");
  }));
});

Deno.test("match is the same for every spelling of a Windows path", () => {
  const path = "C:\\Users\\ana\\AppData\\Local\\hermes\\profiles\\w\\state-snapshots\\1\\.env";
  const flips = fc.array(fc.boolean(), { minLength: path.length, maxLength: path.length });
  fc.assert(fc.property(flips, fc.boolean(), (upper, slashes) => {
    const cased = [...path].map((c, at) => upper[at] ? c.toUpperCase() : c.toLowerCase()).join("");
    const found = match(slashes ? cased.replaceAll("\\", "/") : cased);
    assert.equal(found.entry?.id, "snapshot_contents");
    assert.equal(found.secret?.rule.id, "env");
  }));
});
