import assert from "node:assert/strict";
import { EvidenceError } from "./errors.ts";
import type { FileFacts, FileKind } from "./file.ts";
import { memoryFile } from "../../testdata/memory_file.ts";
import { type NamedFile, namedTree } from "./named_tree.ts";
import { fileFacts } from "./plain_facts.ts";

function named(path: string, how: Partial<FileFacts> = {}): NamedFile {
  const facts = { ...fileFacts(path, path.length), ...how };
  return { facts, open: (asked) => ({ ...memoryFile(path, new Uint8Array(3)), facts: asked }) };
}

function link(path: string, linkTarget: string): NamedFile {
  return named(path, { kind: "link", linkTarget });
}

const TREE = namedTree([
  named("/home/u/.h/state.db"),
  named("/home/u/.h/state.db-wal"),
  named("/home/u/.h/pipe", { kind: "fifo" }),
  named("/home/u/.h/\u{1f600}"),
  named("/home/u/.h/\uff5e"),
  link("/home/v", "u"),
  link("/home/loop", "loop"),
  link("/home/u/.h/db", "/home/v/.h/state.db"),
  link("/home/u/out", "../../../../etc/passwd"),
  named("C:/Users/f/x"),
  link("C:/Users/g", "\\\\?\\C:\\Users\\f"),
]);

function fault(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof EvidenceError) return error.fault;
    throw error;
  }
  return "none";
}

Deno.test("folders are told by what lies in them, sorted by code points", () => {
  assert.equal(TREE.facts("/home/u")?.kind, "folder");
  assert.deepEqual(TREE.list("/").map(({ path }) => path), ["/home"]);
  assert.deepEqual(TREE.list("/home/u/.h").map(({ name }) => name), [
    "db",
    "pipe",
    "state.db",
    "state.db-wal",
    "\uff5e",
    "\u{1f600}",
  ]);
  assert.equal(TREE.facts("/home/nobody"), null);
  assert.equal(fault(() => TREE.list("/home/nobody")), "unreadable");
});

Deno.test("links are followed inside the tree, and never out of it", () => {
  assert.equal(TREE.resolve("/home/v/.h/state.db"), "/home/u/.h/state.db");
  assert.equal(TREE.facts("/home/v/.h/state.db")?.path, "/home/v/.h/state.db");
  assert.equal(TREE.resolve("/home/loop"), null);
  assert.equal(TREE.resolve("/home/u/out"), null);
  assert.equal(TREE.facts("/home/u/out")?.kind, "link");
  assert.equal(TREE.resolve("C:/Users/g/x"), "C:/Users/f/x");
  assert.deepEqual(TREE.list("C:/Users").map(({ name }) => name), ["f", "g"]);
});

Deno.test("only regular files are opened, under the name they were asked for", () => {
  const kinds: [string, FileKind | string][] = [
    ["/home/u/.h/pipe", "not-a-regular-file"],
    ["/home/u", "not-a-regular-file"],
    ["/home/loop", "not-a-regular-file"],
    ["/home/u/.h/gone", "unreadable"],
    ["/home/u/.h/state.db", "none"],
  ];
  for (const [path, expected] of kinds) assert.equal(fault(() => TREE.open(path)), expected, path);
  assert.equal(TREE.open("/home/v/.h/state.db").facts.path, "/home/v/.h/state.db");
});

Deno.test("a companion lies beside the file, or beside what a link leads to", () => {
  assert.equal(
    TREE.open("/home/u/.h/state.db").companion("-wal")?.facts.path,
    "/home/u/.h/state.db-wal",
  );
  assert.equal(TREE.open("/home/u/.h/db").companion("-wal")?.facts.path, "/home/u/.h/state.db-wal");
  assert.equal(TREE.open("/home/u/.h/state.db").companion("-journal"), null);
});

Deno.test("a folder that was closed stays closed", () => {
  const closed = namedTree([{ ...named("/x", { kind: "folder" }), closed: "Cannot be listed" }]);
  assert.equal(fault(() => closed.list("/x")), "unreadable");
});

Deno.test("what a closed folder may hold cannot be reached, what is known of it can", () => {
  const tree = namedTree([
    { ...named("/x", { kind: "folder" }), closed: "Cannot be listed" },
    named("/x/known", {}),
  ]);
  assert.equal(tree.facts("/x/known")?.kind, "file");
  for (const path of ["/x/a", "/x/a/b"]) {
    assert.equal(tree.facts(path)?.kind, "unknown", path);
    assert.equal(tree.facts(path)?.refused, "Cannot be listed", path);
    assert.equal(fault(() => tree.open(path)), "unreadable", path);
  }
  assert.equal(tree.facts("/y"), null);
});

Deno.test("a name that goes up is none: no walk goes round it", () => {
  const tree = namedTree([named("/a/b"), named("/a/../../etc/x"), named("/a/./c"), named("/..")]);
  assert.deepEqual(tree.list("/").map(({ name }) => name), ["a"]);
  assert.deepEqual(tree.list("/a").map(({ name }) => name), ["b"]);
  assert.equal(tree.facts("/a/...")?.kind, undefined);
});
