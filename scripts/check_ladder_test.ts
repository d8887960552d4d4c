import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ladderFaults } from "./check_ladder.ts";
import { RUNGS } from "./house/ladder.ts";

/** A tree in a temporary folder, from path to text; what the ladder says of it. */
function faultsOf(tree: Record<string, string>): string[] {
  const root = mkdtempSync(join(tmpdir(), "ladder-"));
  try {
    for (const [path, text] of Object.entries({ "deno.json": "{}", ...tree })) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return ladderFaults(root).map(({ path, message }) => `${path}: ${message}`);
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** The module that stands for a rung's name. */
function moduleOn(name: string): string {
  if (name === "main.ts") return name;
  return name === "commands" ? "commands/mod.ts" : `lib/${name}/mod.ts`;
}

/** One module per name, each importing those it is given. */
function treeOf(imports: Record<string, string[]>): Record<string, string> {
  const tree: Record<string, string> = {};
  for (const name of RUNGS.flat()) {
    const up = name === "main.ts" ? "./" : name === "commands" ? "../" : "../../";
    tree[moduleOn(name)] = (imports[name] ?? [])
      .map((other) => `import ${JSON.stringify(up + moduleOn(other))};\n`).join("") +
      "export {};\n";
  }
  return tree;
}

Deno.test("ladder: every import downwards is allowed", () => {
  const imports: Record<string, string[]> = {};
  RUNGS.forEach((names, rung) => {
    for (const name of names) imports[name] = RUNGS.slice(rung + 1).flat();
  });
  assert.deepEqual(faultsOf(treeOf(imports)), []);
});

Deno.test("ladder: each import upwards is named", () => {
  const imports: Record<string, string[]> = {};
  const expected: string[] = [];
  RUNGS.forEach((names, rung) => {
    const above = RUNGS[rung - 1]?.[0];
    if (above === undefined) return;
    imports[names[0] ?? ""] = [above];
    expected.push(
      `${moduleOn(names[0] ?? "")}: ${names[0]} imports ${moduleOn(above)}: ${above} is above it`,
    );
  });
  assert.deepEqual(faultsOf(treeOf(imports)).sort(), expected.sort());
});

Deno.test("ladder: explain, sessions and diff do not import each other", () => {
  const found = faultsOf(treeOf({ explain: ["sessions"], sessions: ["diff"], diff: ["explain"] }));
  assert.deepEqual(found.map((line) => line.replace(/^.*: /, "")).sort(), [
    "diff is beside it",
    "explain is beside it",
    "sessions is beside it",
  ]);
});

Deno.test("ladder: a type-only and a dynamic import count too", () => {
  const found = faultsOf({
    "lib/row/row.ts": 'import type { P } from "../parse/p.ts"; export type R = P;',
    "lib/parse/p.ts": "export type P = number;",
    "lib/evidence/e.ts": 'export const e = () => import("../row/row.ts");',
  });
  assert.deepEqual(found, [
    "lib/evidence/e.ts: evidence imports lib/row/row.ts: row is above it",
    "lib/row/row.ts: row imports lib/parse/p.ts: parse is above it",
  ]);
});

Deno.test("ladder: a module that nothing reaches is checked", () => {
  const found = faultsOf({
    "main.ts": "export {};",
    "lib/stores/lonely.ts": 'import "../discover/mod.ts";',
    "lib/discover/mod.ts": "export {};",
  });
  assert.equal(found.length, 1);
});

Deno.test("ladder: tests may import anything, and nothing may import scripts", () => {
  const found = faultsOf({
    "lib/row/row.ts": 'import "../../scripts/s.ts";',
    "lib/row/row_test.ts": 'import "../../scripts/s.ts"; import "../parse/p.ts"; Deno.exit;',
    "lib/parse/p.ts": "export {};",
    "scripts/s.ts": 'import "../lib/parse/p.ts"; Deno.exit;',
  });
  assert.deepEqual(found, [
    "lib/row/row.ts: imports scripts/s.ts, which is not on the ladder",
  ]);
});

Deno.test("ladder: a folder of lib that is no rung is named", () => {
  assert.deepEqual(faultsOf({ "lib/other/x.ts": "export {};", "lib/x.ts": "export {};" }), [
    "lib/other/x.ts: stands on no rung of the ladder",
    "lib/x.ts: stands on no rung of the ladder",
  ]);
});

Deno.test("ladder: Deno is named in code, not in comments and strings", () => {
  const found = faultsOf({
    "main.ts": '// Deno.exit\nconst said = "Deno.exit";\nexport const pid = Deno.pid + said;\n',
    "commands/c.ts": "/* Deno.pid */ export const all = globalThis.Deno;\n",
  });
  assert.deepEqual(found, [
    "commands/c.ts: uses Deno.*, which the compiled binary has not",
    "main.ts: uses Deno.*, which the compiled binary has not",
  ]);
});

Deno.test("ladder: a Hermes path is named in lib only, and not in comments", () => {
  const found = faultsOf({
    "lib/row/a.ts": "// reads .hermes/state.db\nexport const home = `~/.hermes/state.db`;\n",
    "lib/row/a_test.ts": 'export const home = ".hermes";\n',
    "commands/c.ts": 'export const help = "~/.hermes";\n',
  });
  assert.deepEqual(found, [
    "lib/row/a.ts: holds the path `~/.hermes/state.db`: paths live in the catalog",
  ]);
});

Deno.test("ladder: an import that leads nowhere is named", () => {
  const found = faultsOf({ "lib/row/a.ts": 'import "./gone.ts";' });
  assert.equal(found.length, 1);
  assert.match(found[0] ?? "", /^lib\/row\/gone\.ts: Module not found/);
});
