import assert from "node:assert/strict";
import { type Entry, loadCatalog } from "../catalog/mod.ts";
import type { Located, StoreFile } from "../discover/mod.ts";
import { fileFacts } from "../evidence/plain_facts.ts";
import { STORE_ORDER } from "../stores/mod.ts";
import { planSources } from "./plan.ts";
import { madeSource } from "./timeline_fixture.ts";

const catalog = loadCatalog();
const { tree } = madeSource({}, []);

const NOTHING: Located = {
  homes: [],
  caches: [],
  loose: [],
  host: "recorded",
  zone: null,
  accounts: [],
  hostOf: () => "recorded",
  notes: [],
  refused: [],
  notVisited: [],
};

function entryOf(reader: string): Entry {
  const entry = catalog.entries.find((entry) => entry.reader === reader);
  assert.ok(entry !== undefined, reader);
  return entry;
}

function fileOf(reader: string, path: string): StoreFile {
  const facts = fileFacts(path, 0);
  const entry = entryOf(reader);
  return { home: null, tree, entry, path, sourceFile: path, facts, user: "ana", profile: null };
}

function planned(files: readonly StoreFile[]): string[] {
  const sources = planSources({ ...NOTHING, loose: files }, { catalog, host: null });
  assert.deepEqual(sources.map(({ pathRank }) => pathRank), sources.map((_, rank) => rank));
  return sources.map(({ path }) => path);
}

Deno.test("sources stand in the order of the stores, then by code points", () => {
  const files = [...STORE_ORDER].reverse().map((reader) => fileOf(reader, `/h/${reader}`));
  assert.deepEqual(planned(files), STORE_ORDER.map((reader) => `/h/${reader}`));
  const diverts = ["/h/\u{1f980}.jsonl", "/h/\uffff.jsonl", "/h/b.jsonl", "/h/B.jsonl"];
  assert.deepEqual(planned(diverts.map((path) => fileOf("divert", path))), [
    "/h/B.jsonl",
    "/h/b.jsonl",
    "/h/\uffff.jsonl",
    "/h/\u{1f980}.jsonl",
  ]);
});

Deno.test("snapshots go by stamp, then folder name; those without a stamp last", () => {
  const ids = [
    "20261029-100244",
    "20261029-100244-2",
    "20261029-100245",
    "20271029-100244",
    "20261399-100244", // no such month: no time
    "by-hand",
  ];
  const paths = ids.map((id) => `/h/state-snapshots/${id}/state.db`);
  const shuffled = [3, 5, 0, 4, 2, 1].map((at) => fileOf("state_snapshot", paths[at] as string));
  assert.deepEqual(planned(shuffled), paths);
  // The stamp decides also across homes, whichever path is lower.
  const [early, late] = [
    "/z/state-snapshots/20260101-000000/state.db",
    "/a/state-snapshots/20270101-000000/state.db",
  ];
  assert.deepEqual(planned([late, early].map((path) => fileOf("state_snapshot", path))), [
    early,
    late,
  ]);
});

Deno.test("each whole copy is a source of its own; other files of one store are one", () => {
  const files = [
    fileOf("state_snapshot", "/h/state-snapshots/a/state.db"),
    fileOf("state_snapshot", "/h/state-snapshots/b/state.db"),
    fileOf("state_db_copy", "/h/state.db.1.bak"),
    fileOf("state_db_copy", "/h/state.db.2.bak"),
  ];
  const sources = planSources({ ...NOTHING, loose: files }, { catalog, host: null });
  assert.equal(new Set(sources.map(({ group }) => group)).size, 4);
});

Deno.test("a name for the host given by the examiner goes before the recorded one", () => {
  const loose = [fileOf("state_db", "/h/state.db")];
  const hostOf = (host: string | null): unknown =>
    planSources({ ...NOTHING, loose }, { catalog, host })[0]?.owner.host;
  assert.equal(hostOf(null), "recorded");
  assert.equal(hostOf("given"), "given");
});

Deno.test("each file has the host of the machine it is of", () => {
  const file = fileOf("state_db", "/h/state.db");
  const other = {
    ...file,
    path: "/i/state.db",
    sourceFile: "/i/state.db",
    tree: madeSource({}, []).tree,
  };
  const hostOf = (asked: unknown): string | null => asked === other.tree ? "beta" : null;
  const located = { ...NOTHING, host: null, hostOf, loose: [file, other] };
  const sources = planSources(located, { catalog, host: null });
  assert.deepEqual(sources.map(({ path, owner }) => [path, owner.host]), [
    ["/h/state.db", null],
    ["/i/state.db", "beta"],
  ]);
});

Deno.test("homes of one path in two trees stay apart", () => {
  const file = fileOf("state_db", "/h/state.db");
  const other = { ...file, tree: madeSource({}, []).tree };
  const sources = planSources({ ...NOTHING, loose: [file, other] }, { catalog, host: null });
  assert.equal(new Set(sources.map(({ home }) => home)).size, 2);
});
