import assert from "node:assert/strict";
import { CATALOG, inTree, STATE_DB } from "../../testdata/discover_tree.ts";
import { memoryFile } from "../../testdata/memory_file.ts";
import type { EvidenceTree } from "../evidence/file.ts";
import { namedTree } from "../evidence/named_tree.ts";
import { fileFacts } from "../evidence/plain_facts.ts";
import { locate } from "./mod.ts";
import { overlayTree } from "./overlay_tree.ts";

function treeOf(files: Record<string, string>): EvidenceTree {
  return namedTree(
    Object.entries(files).map(([path, content]) => ({
      facts: fileFacts(path, content.length),
      open: () => memoryFile(path, content),
    })),
  );
}

function textAt(tree: EvidenceTree, path: string): string {
  const file = tree.open(path);
  return new TextDecoder().decode(file.read(0, file.size));
}

Deno.test("parts of a file system are one tree, the first that has a file before the others", () => {
  const tree = overlayTree([
    treeOf({ "/h/a": "first", "/h/state.db": "main" }),
    treeOf({ "/h/a": "second", "/h/b": "other", "/h/state.db-wal": "log", "/i/c": "far" }),
  ]);
  assert.deepEqual(tree.list("/h").map(({ name }) => name), [
    "a",
    "b",
    "state.db",
    "state.db-wal",
  ]);
  assert.equal(textAt(tree, "/h/a"), "first");
  assert.equal(textAt(tree, "/i/c"), "far");
  assert.equal(tree.open("/h/state.db").companion("-wal")?.size, 3);
  assert.equal(tree.open("/h/state.db").companion("-shm"), null);
  assert.equal(tree.facts("/j"), null);
  assert.throws(() => tree.list("/j"), /No such folder/);
  assert.throws(() => tree.open("/j"), /No such file/);
});

Deno.test("a drive that a collector read in two ways is one drive", () => {
  const uploads = "uploads/ntfs/%5C%5C.%5CC%3A/Users/ana/.hermes";
  inTree({
    "uploads/auto/C%3A/Users/ana/.hermes/state.db": STATE_DB,
    [`${uploads}/state.db`]: STATE_DB,
    [`${uploads}/.hermes_history`]: "",
  }, (dir) => {
    const found = locate({ paths: [], roots: [dir], homes: [] }, { catalog: CATALOG });
    assert.deepEqual(found.homes.map(({ path }) => path), ["C:/Users/ana/.hermes"]);
    const tree = found.homes[0]?.tree;
    assert.equal(tree?.facts("C:/Users/ana/.hermes/.hermes_history")?.size, 0);
  });
});
