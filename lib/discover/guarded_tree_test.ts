import assert from "node:assert/strict";
import process from "node:process";
import { EvidenceError } from "../evidence/errors.ts";
import type { EvidenceTree, FileFacts } from "../evidence/file.ts";
import { localTree } from "../evidence/local_tree.ts";
import { inTree } from "../../testdata/discover_tree.ts";
import { guardedTree } from "./guarded_tree.ts";
import { visitRule } from "./visit.ts";

/** The tree, and every path that was asked of it. */
function watched(tree: EvidenceTree): { tree: EvidenceTree; asked: string[] } {
  const asked: string[] = [];
  const note = <T>(ask: (path: string) => T) => (path: string): T => {
    asked.push(path);
    return ask(path);
  };
  return {
    asked,
    tree: {
      facts: note(tree.facts),
      list: note(tree.list),
      open: note(tree.open),
      resolve: note(tree.resolve),
    },
  };
}

Deno.test("guardedTree() touches nothing behind a link that must not be followed", {
  ignore: process.platform === "win32",
}, () => {
  inTree({
    "home/.hermes": { link: "/net/far/hermes" },
    "home/.config": { link: "hop" },
    "home/hop": { link: "/proc/1/root" },
    "home/state.db": { link: "/net/far/state.db" },
    "home/near": { link: "real" },
    "home/real/a.txt": "x",
  }, (dir) => {
    const { tree: inner, asked } = watched(localTree());
    const tree = guardedTree(inner, visitRule("posix"));
    const home = `${dir}/home`;
    assert.equal(tree.resolve(`${home}/.hermes`), null);
    assert.equal(tree.facts(`${home}/.hermes/state.db`), null);
    assert.equal(tree.facts(`${home}/.config/Hermes`), null);
    assert.throws(() => tree.list(`${home}/.hermes`), EvidenceError);
    assert.throws(() => tree.open(`${home}/state.db`), /not a regular file/);
    assert.throws(() => tree.open(`${home}/.hermes/state.db`), EvidenceError);
    const below = (link: string): string[] =>
      asked.filter((path) => path.startsWith(`${home}/${link}/`));
    assert.deepEqual([...below(".hermes"), ...below(".config"), ...below("hop")], []);
    assert.equal(
      tree.facts(`${home}/.hermes`)?.kind satisfies FileFacts["kind"] | undefined,
      "link",
    );
    assert.equal(tree.resolve(`${home}/near/a.txt`), `${home}/real/a.txt`);
    const file = tree.open(`${home}/near/a.txt`);
    assert.equal(new TextDecoder().decode(file.read(0, 9)), "x");
    file.close();
  });
});

Deno.test("guardedTree() ends at a loop of links", { ignore: process.platform === "win32" }, () => {
  inTree({ "a": { link: "b" }, "b": { link: "a" } }, (dir) => {
    const tree = guardedTree(localTree(), visitRule("posix"));
    assert.equal(tree.resolve(`${dir}/a`), null);
  });
});
