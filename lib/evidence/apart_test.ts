import assert from "node:assert/strict";
import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { isInside, realPlace } from "./apart.ts";

function inFolder(use: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), "apart-"));
  try {
    use(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

Deno.test("isInside() follows links, and names that do not exist yet", () =>
  inFolder((folder) => {
    const home = join(folder, "home");
    mkdirSync(join(home, "cache"), { recursive: true });
    symlinkSync(home, join(folder, "alias"));
    for (const place of ["home", "home/new/x.csv", "home/cache", "alias/x.csv", "alias/cache/x"]) {
      assert.equal(isInside(join(folder, place), home), true, place);
    }
    for (const place of [".", "home2", "other/home", "x.csv"]) {
      assert.equal(isInside(join(folder, place), home), false, place);
    }
    assert.equal(isInside(home, "/"), true);
    assert.equal(isInside(join(folder, "x"), join(folder, "y")), false);
  }));

Deno.test("isInside() knows a place by another name of the same thing", () =>
  inFolder((folder) => {
    writeFileSync(join(folder, "state.db"), "");
    linkSync(join(folder, "state.db"), join(folder, "other name"));
    assert.equal(isInside(join(folder, "other name"), join(folder, "state.db")), true);
  }));

Deno.test("isInside() agrees with the words of the paths where nothing exists", () => {
  const name = fc.constantFrom("a", "b", "ab");
  const path = fc.array(name, { maxLength: 4 });
  fc.assert(fc.property(path, path, (inner, outer) => {
    const [one, other] = [inner, outer].map((names) => join("/no-such-folder", ...names));
    const below = outer.every((word, at) => inner[at] === word);
    assert.equal(isInside(one as string, other as string), below);
    assert.equal(realPlace(one as string), one);
  }));
});
