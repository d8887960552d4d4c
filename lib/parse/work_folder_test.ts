import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WorkFolder } from "./work_folder.ts";

Deno.test("a work folder is made on first need, once, for its owner alone, and removed with all in it", () => {
  const base = mkdtempSync(join(tmpdir(), "work-"));
  try {
    assert.equal(new WorkFolder(null).make, null);
    const work = new WorkFolder(join(base, "deep"));
    assert.equal(existsSync(join(base, "deep")), false);
    const path = work.make?.() ?? "";
    assert.equal(work.make?.(), path);
    assert.equal((Deno.statSync(path).mode ?? 0) & 0o777, 0o700);
    Deno.writeTextFileSync(join(path, "x"), "x");
    work.remove();
    work.remove();
    assert.equal(existsSync(path), false);
    assert.equal(work.make?.(), path);
    work.remove();
  } finally {
    rmSync(base, { recursive: true });
  }
});
