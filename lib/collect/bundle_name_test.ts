import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freeBundlePath, safeHost } from "./bundle_name.ts";

Deno.test("a host's name is made safe for a folder", () => {
  const cases: [string, string][] = [
    ["web-1.lan", "web-1.lan"],
    ["../../etc", "etc"],
    [".hidden", "hidden"],
    ["a b/c\u202e", "a_b_c"],
    ["", "host"],
    ["--", "host"],
    ["x".repeat(300), "x".repeat(64)],
  ];
  for (const [host, safe] of cases) assert.equal(safeHost(host), safe);
});

Deno.test("a bundle takes no name that is taken, as a folder or as a zip", () => {
  const folder = mkdtempSync(join(tmpdir(), "name-"));
  const named = { host: "h", start: new Date("2026-10-29T09:30:16.400Z"), ending: "" };
  try {
    assert.equal(freeBundlePath(folder, named), join(folder, "h-20261029T093016Z"));
    mkdirSync(join(folder, "h-20261029T093016Z"));
    writeFileSync(join(folder, "h-20261029T093016Z-2.zip"), "");
    assert.equal(
      freeBundlePath(folder, { ...named, ending: ".zip" }),
      join(folder, "h-20261029T093016Z-3.zip"),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
