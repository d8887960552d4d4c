import assert from "node:assert/strict";
import { readdirSync, rmSync } from "node:fs";
import { inTree, STATE_DB } from "../testdata/discover_tree.ts";
import { collectCommand } from "./collect.ts";
import type { ExitCode } from "./command.ts";
import { discoverCommand } from "./discover.ts";

interface Said {
  readonly code: ExitCode;
  readonly out: string[];
  readonly notes: string[];
  readonly warnings: string[];
}

async function run(operands: string[], options: Record<string, unknown> = {}): Promise<Said> {
  const said = { out: [] as string[], notes: [] as string[], warnings: [] as string[] };
  const code = await discoverCommand.run({ operands, options }, {
    out: (line) => said.out.push(line),
    note: (line) => said.notes.push(line),
    warn: (line) => said.warnings.push(line),
    progress: () => {},
  });
  return { code, ...said };
}

Deno.test("discover prints a table of homes, or JSON", async () => {
  const [text, json] = await inTree(
    { "home/u/.hermes/state.db": STATE_DB },
    (dir) => Promise.all([run([dir]), run([dir], { json: true })]),
  );
  assert.equal(text?.code, 0);
  assert.equal(text?.out[0], "1 Hermes home, 1 state database");
  assert.match(text?.out[3] ?? "", /^u +default +32 +1 +2 +2026-10-29 09:30:02Z$/);
  assert.equal(text?.out[4], "  /home/u/.hermes");
  assert.equal(JSON.parse(json?.out.join("") ?? "").homes[0].path, "/home/u/.hermes");
});

Deno.test("discover ends with 1 when a database is damaged, and with 3 when nothing is there", async () => {
  const damaged = await inTree(
    { ".hermes/state.db": "no database" },
    (dir) => run([`${dir}/.hermes`]),
  );
  assert.equal(damaged.code, 1);
  assert.match(damaged.warnings[0] ?? "", /state\.db: unusable: not a SQLite database$/);
  const nothing = await inTree({ "readme.txt": "x" }, (dir) => run([dir]));
  assert.equal(nothing.code, 3);
  assert.deepEqual(nothing.warnings, ["hermeneut: no Hermes home or store found"]);
});

Deno.test("discover reads a bundle by the paths of the examined host", async () => {
  const said = await inTree({ "home/u/.hermes/state.db": STATE_DB }, async (dir) => {
    const silent = { out: () => {}, note: () => {}, warn: () => {}, progress: () => {} };
    const options = { root: [dir], out: `${dir}-bundles` };
    try {
      await collectCommand.run({ operands: [], options }, silent);
      const [name = ""] = readdirSync(`${dir}-bundles`);
      return await run([`${dir}-bundles/${name}`], { json: true });
    } finally {
      rmSync(`${dir}-bundles`, { recursive: true, force: true });
    }
  });
  const { homes } = JSON.parse(said.out.join(""));
  assert.deepEqual(homes.map((home: { path: string }) => home.path), ["/home/u/.hermes"]);
});
