import assert from "node:assert/strict";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { inFolder } from "./database_fixture.ts";
import type { EvidenceTree } from "./file.ts";
import { decodeText } from "./lines.ts";
import { rootTree } from "./root_tree.ts";

/** A root with a file outside it that must never be seen. */
function withRoot(work: (tree: EvidenceTree, root: string) => void): void {
  inFolder((folder) => {
    const root = `${folder}/image`;
    mkdirSync(`${root}/home/x/deep`, { recursive: true });
    writeFileSync(`${folder}/outside`, "OUTSIDE");
    writeFileSync(`${root}/home/x/file`, "inside");
    writeFileSync(`${root}/outside`, "the image's own");
    work(rootTree(root), root);
  });
}

function textAt(tree: EvidenceTree, path: string): string {
  const file = tree.open(path);
  const text = decodeText(file.read(0, file.size));
  file.close();
  return text;
}

Deno.test("rootTree() maps absolute paths below its folder", () => {
  withRoot((tree, root) => {
    assert.equal(textAt(tree, "/home/x/file"), "inside");
    const file = tree.open("/home/x/file");
    assert.equal(file.path, "/home/x/file");
    assert.equal(file.inPlace?.localPath, `${root}/home/x/file`);
    assert.deepEqual(tree.list("/").map(({ path }) => path), ["/home", "/outside"]);
    assert.deepEqual(tree.list("/home/x").map(({ path }) => path), [
      "/home/x/deep",
      "/home/x/file",
    ]);
    assert.equal(tree.facts("/home/y"), null);
    assert.equal(tree.resolve("/home/y"), null);
  });
});

Deno.test("rootTree() resolves links as the examined system would, never outside", () => {
  withRoot((tree, root) => {
    symlinkSync("/home/x", `${root}/absolute`);
    symlinkSync("../../../../../../outside", `${root}/home/x/up`);
    symlinkSync(`${root}/../outside`, `${root}/real-path`);
    symlinkSync("/absolute/deep/../up", `${root}/chain`);
    assert.equal(tree.resolve("/absolute/file"), "/home/x/file");
    assert.equal(textAt(tree, "/absolute/file"), "inside");
    assert.equal(textAt(tree, "/home/x/up"), "the image's own");
    assert.equal(textAt(tree, "/chain"), "the image's own");
    assert.equal(tree.resolve("/chain"), "/outside");
    assert.equal(tree.resolve("/real-path"), null);
    assert.throws(() => tree.open("/real-path"), { fault: "not-a-regular-file" });
    assert.equal(textAt(tree, "/../../outside"), "the image's own");
    assert.equal(tree.facts("/absolute")?.kind, "link");
    assert.equal(tree.facts("/absolute")?.linkTarget, "/home/x");
    assert.equal(tree.facts("/absolute/file")?.kind, "file");
    assert.deepEqual(tree.list("/absolute").map(({ path }) => path), [
      "/absolute/deep",
      "/absolute/file",
      "/absolute/up",
    ]);
  });
});

Deno.test("rootTree() ends where links go round", () => {
  withRoot((tree, root) => {
    symlinkSync("/b", `${root}/a`);
    symlinkSync("/a", `${root}/b`);
    symlinkSync(".", `${root}/home/self`);
    symlinkSync("grow/grow", `${root}/grow`);
    for (const path of ["/a", "/a/file", "/grow"]) assert.equal(tree.resolve(path), null, path);
    assert.equal(tree.resolve("/home/self/self/self/x/file"), "/home/x/file");
    assert.equal(tree.facts("/a/file"), null);
    assert.throws(() => tree.open("/a"), { fault: "not-a-regular-file" });
  });
});

Deno.test("rootTree() never shows a byte from outside, however links are strung", () => {
  const step = fc.constantFrom("..", "home", "x", "l0", "l1", "l2", "outside", ".", "image");
  const path = fc.tuple(fc.constantFrom("", "/"), fc.array(step, { minLength: 1, maxLength: 8 }))
    .map(([start, steps]) => start + steps.join("/"));
  fc.assert(
    fc.property(fc.tuple(path, path, path), path, (links, asked) => {
      withRoot((tree, root) => {
        links.forEach((target, at) => symlinkSync(target, `${root}/l${at}`));
        symlinkSync(links[0], `${root}/home/x/l0`);
        const resolved = tree.resolve(asked);
        if (resolved === null || tree.facts(resolved)?.kind !== "file") return;
        assert.ok(["inside", "the image's own"].includes(textAt(tree, asked)));
        assert.notEqual(tree.facts(resolved)?.kind, "link");
      });
    }),
    { numRuns: 60 },
  );
});
