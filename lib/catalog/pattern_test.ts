import assert from "node:assert/strict";
import fc from "fast-check";
import { compilePattern, patternFault, samplePath } from "./pattern.ts";

function matches(pattern: string, path: string): boolean {
  return compilePattern(pattern).matches(path);
}

Deno.test("pattern * crosses / and stands for nothing too", () => {
  assert.ok(matches("cache/bws_cache*.json", "cache/bws_cache.enc.json"));
  assert.ok(matches("google_*.json", "google_chat/kim.json"));
  assert.ok(matches(".env.bak*", ".env.bak"));
  assert.ok(!matches("pairing/*", "pairing"));
});

Deno.test("pattern <name> stays in its segment and is never empty", () => {
  assert.ok(matches("sessions/<id>.jsonl", "sessions/a b.jsonl"));
  assert.ok(!matches("sessions/<id>.jsonl", "sessions/saved/a.jsonl"));
  assert.ok(!matches("sessions/<id>.jsonl", "sessions/.jsonl"));
});

Deno.test("pattern classes take and refuse single characters", () => {
  assert.ok(matches("hermes-agent/[!.]*", "hermes-agent/cli.py"));
  assert.ok(!matches("hermes-agent/[!.]*", "hermes-agent/.env"));
  assert.ok(matches("hermes-agent/.[!e]*", "hermes-agent/.git/config"));
  assert.ok(!matches("hermes-agent/.[!e]*", "hermes-agent/.editorconfig"));
  assert.ok(matches("[ab]?", "b7"));
  assert.ok(!matches("[ab]?", "c7"));
});

Deno.test("pattern letters that mean something elsewhere stand for themselves", () => {
  assert.ok(matches("a.b+c(d)*", "a.b+c(d)x"));
  assert.ok(!matches("a.b", "axb"));
});

Deno.test("pattern without case is asked in lower case", () => {
  assert.ok(compilePattern("SOUL.md", true).matches("soul.md"));
  assert.ok(!compilePattern("SOUL.md").matches("soul.md"));
});

Deno.test("pattern weight counts the literal characters", () => {
  assert.equal(compilePattern("cache/*").weight, 6);
  assert.equal(compilePattern("cache/<name>.log").weight, 10);
});

Deno.test("pattern prefix and first segment are those before the first wildcard", () => {
  const pattern = compilePattern("cron/output/<job>/<time>.md");
  assert.equal(pattern.prefix, "cron/output/");
  assert.equal(pattern.first, "cron");
  assert.equal(compilePattern("config.yaml.*").first, null);
});

Deno.test("patternFault names what could never match", () => {
  for (const dead of ["", "/a", "a/", "a//b", "a/./b", "../a", "a\\b", "a/[b", "<Name>"]) {
    assert.notEqual(patternFault(dead), null, dead);
  }
  assert.equal(patternFault("hermes-agent/.[!e]*"), null);
});

Deno.test("samplePath gives a path its own pattern matches", () => {
  const part = fc.constantFrom("a", "b.c", "*", "?", "[ab]", "[!xy]", "<name>");
  fc.assert(fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
    const pattern = parts.join("/");
    assert.ok(matches(pattern, samplePath(pattern)), pattern);
  }));
});

Deno.test("pattern matching agrees with a plain reading of the dialect", () => {
  const pattern = fc.array(fc.constantFrom("a", "b", "/", "*", "?", "<n>"), { maxLength: 7 });
  const path = fc.string({ unit: fc.constantFrom("a", "b", "/"), maxLength: 9 });
  fc.assert(fc.property(pattern, path, (parts, path) => {
    assert.equal(matches(parts.join(""), path), plainly(parts, path), parts.join(""));
  }));
});

/** The dialect read one token at a time, keeping every place that is still possible. */
function plainly(parts: readonly string[], path: string): boolean {
  let places = new Set([0]);
  for (const part of parts) {
    const next = new Set<number>();
    for (const from of places) {
      for (let to = from; to <= path.length; to++) {
        const taken = path.slice(from, to);
        if (part === "*" || (part === "?" && taken.length === 1) || part === taken) next.add(to);
        if (part === "<n>" && taken !== "" && !taken.includes("/")) next.add(to);
      }
    }
    places = next;
  }
  return places.has(path.length);
}
