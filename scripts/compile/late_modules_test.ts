import assert from "node:assert/strict";
import { withLateModules } from "./late_modules.ts";

Deno.test("withLateModules() leaves every import but those of late modules", () => {
  const text = `import { readFileSync } from "node:fs";
import {
  pieceOf
} from "./chunk-A.js";
const text = 'import { hash } from "node:crypto"';
`;
  assert.equal(withLateModules(text), text);
});

Deno.test("withLateModules() gives functions that do what the imported ones do", async () => {
  const text = withLateModules(`import { createHash as createHash2, hash } from "node:crypto";
import util from "node:util";
export const sums = [createHash2("sha1").update("a").digest("hex"), hash("sha1", "a")];
export const again = hash("sha1", "b");
export const plain = util.stripVTControlCharacters("\\x1b[1ma");
`);
  assert.doesNotMatch(text, /^import /m);
  const found = await import(`data:text/javascript,${encodeURIComponent(text)}`);
  const sha1 = "86f7e437faa5a7fce15d1ddcb9eaeaea377667b8";
  assert.deepEqual(found.sums, [sha1, sha1]);
  assert.equal(found.again, "e9d71f5ee7c92d6dc9e92ffdad17b8bd49418f98");
  assert.equal(found.plain, "a");
});

Deno.test("withLateModules() refuses what is no plain function", () => {
  for (const what of ["{ constants }", "{ nothing }", "* as zlib", "zlib, { crc32 }"]) {
    assert.throws(() => withLateModules(`import ${what} from "node:zlib";\n`), /Expected /, what);
  }
});
