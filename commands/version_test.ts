import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { VERSION } from "./version.ts";

Deno.test("VERSION is the one of deno.json", () => {
  const manifest = JSON.parse(readFileSync(new URL("../deno.json", import.meta.url), "utf8"));
  assert.equal(VERSION, manifest.version);
});
