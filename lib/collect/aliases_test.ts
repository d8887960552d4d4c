import assert from "node:assert/strict";
import type { FileFacts } from "../evidence/file.ts";
import { namedTree } from "../evidence/named_tree.ts";
import { fileFacts } from "../evidence/plain_facts.ts";
import { linksOnTheWay } from "./aliases.ts";

function linkTree(links: Readonly<Record<string, string>>): ReturnType<typeof namedTree> {
  const named = Object.entries(links).map(([path, linkTarget]): FileFacts => ({
    ...fileFacts(path, 0),
    kind: "link",
    linkTarget,
  }));
  const open = (): never => assert.fail("nothing is opened");
  return namedTree(
    [...named, fileFacts("/mnt/big/real/u/h/a", 1)].map((facts) => ({ facts, open })),
  );
}

Deno.test("every link on the way to a path is named, in order", () => {
  const tree = linkTree({ "/home": "mnt/./big/real", "/mnt/big/real/u/x": "../u/h" });
  assert.deepEqual(linksOnTheWay(tree, "/home/u/x").map(({ path }) => path), [
    "/home",
    "/mnt/big/real/u/x",
  ]);
  assert.deepEqual(linksOnTheWay(tree, "/mnt/big/real/u/h"), []);
});

Deno.test("a loop of links ends", () => {
  assert.equal(linksOnTheWay(linkTree({ "/a": "b", "/b": "/a" }), "/a/x").length, 40);
});
