import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { databaseBytes } from "../testdata/sample_database.ts";
import { SMALL_SCHEMA } from "../testdata/state_rows.ts";
import { collectCommand } from "./collect.ts";
import { runCommand } from "./collect_fixture.ts";
import type { Command } from "./command.ts";
import { diffCommand } from "./diff.ts";
import { discoverCommand } from "./discover.ts";
import { exportCommand } from "./export.ts";
import { parseCommand } from "./parse.ts";
import { searchCommand } from "./search.ts";
import { sessionsCommand } from "./sessions.ts";

/** Ana with two profiles and Bob with one, each with a session. */
async function onMachine(work: (root: string, out: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "owners-"));
  const [root, out] = [join(folder, "root"), join(folder, "out")];
  try {
    mkdirSync(out);
    for (const home of ["ana/.hermes", "ana/.hermes/profiles/work", "bob/.hermes"]) {
      const path = join(root, "home", home);
      mkdirSync(path, { recursive: true });
      const rows = "INSERT INTO sessions VALUES ('S1', 'cli', 'm', 1793266215, '/srv/p');" +
        "INSERT INTO messages VALUES (1, 'S1', 'user', 'count', NULL, NULL, NULL, 1793266216);";
      writeFileSync(join(path, "state.db"), databaseBytes(SMALL_SCHEMA + rows));
    }
    await work(root, out);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Commands that read evidence, with the operands they need before it. */
const COMMANDS: readonly (readonly [Command, readonly string[]])[] = [
  [discoverCommand, []],
  [diffCommand, []],
  [sessionsCommand, []],
  [searchCommand, ["count"]],
  [exportCommand, ["S1"]],
  [parseCommand, []],
];

const NO_USER = "hermeneut: no user anna: expected one of ana, bob";
const NO_PROFILE = "hermeneut: no profile worj: expected one of default, work";

Deno.test("a name that nobody has is said with those there are, and nothing is found", async () => {
  await onMachine(async (root, out) => {
    for (const [command, operands] of [...COMMANDS, [collectCommand, []]] as typeof COMMANDS) {
      const asked = async (wish: Record<string, unknown>): Promise<[number, string[]]> => {
        const options = { root: [root], out: join(out, "made"), ...wish };
        const { code, talk } = await runCommand(command, operands, options);
        return [code, talk.filter((line) => line.startsWith("hermeneut: "))];
      };
      const left = command === diffCommand
        ? ["hermeneut: Nothing to compare of the accounts and profiles asked for"]
        : [];
      assert.deepEqual(await asked({ user: ["anna"] }), [3, [NO_USER, ...left]], command.name);
      assert.deepEqual(
        await asked({ user: ["anna", "ana"], profile: ["worj"] }),
        [3, [NO_USER, NO_PROFILE, ...left]],
        command.name,
      );
      assert.deepEqual(
        await asked({ user: ["bob"], profile: ["work"] }),
        [3, [
          "hermeneut: no user asked for has a profile asked for: " +
          "expected one of ana default, ana work, bob default",
          ...left,
        ]],
        command.name,
      );
      // an unknown user is asked for by the empty name
      assert.deepEqual(
        await asked({ user: [""] }),
        [3, ['hermeneut: no user "" (not known): expected one of ana, bob', ...left]],
        command.name,
      );
    }
    assert.deepEqual(readdirSync(out), []);
  });
});

Deno.test("a misspelt name among others is said, and the others are read", async () => {
  await onMachine(async (root, out) => {
    for (const [command, operands] of COMMANDS) {
      const path = join(out, command.name);
      const wish = { root: [root], out: path, user: ["anna", "bob"] };
      const said = await runCommand(command, operands, wish);
      assert.equal(said.code, 0, command.name);
      assert.equal(said.talk.filter((line) => line === NO_USER).length, 1, command.name);
      const told = readFileSync(path, "utf8");
      assert.ok(told.length > 0, command.name);
    }
  });
});

Deno.test("a home that holds nothing is somebody's all the same", async () => {
  await onMachine(async (root) => {
    mkdirSync(join(root, "home/cyd/.hermes"), { recursive: true });
    const { code, talk } = await runCommand(parseCommand, [], { root: [root], user: ["cyd"] });
    assert.deepEqual([code, talk.at(-1)], [3, "hermeneut: no Hermes home or store found"]);
  });
});

Deno.test("collect takes a file that was named only for whom is asked", async () => {
  await onMachine(async (root, out) => {
    const file = join(root, "home/ana/.hermes/state.db");
    const asked = async (user: string): Promise<unknown[]> => {
      const { code, talk } = await runCommand(collectCommand, [file], { out, user: [user] });
      return [code, talk.filter((line) => line.startsWith("hermeneut: "))];
    };
    assert.deepEqual(await asked("bob"), [3, ["hermeneut: no user bob: expected one of ana"]]);
    assert.deepEqual(await asked("ana"), [0, []]);
  });
});

Deno.test({
  name: "names that evidence holds stay on the line they are said on",
  ignore: Deno.build.os === "windows",
  fn: () =>
    onMachine(async (root) => {
      const odd = join(root, "home/bob\nhermeneut: done/.hermes");
      mkdirSync(odd, { recursive: true });
      const { talk } = await runCommand(discoverCommand, [], { root: [root], user: ["anna"] });
      assert.ok(talk.includes(
        "hermeneut: no user anna: expected one of ana, bob, bob\\x0ahermeneut: done",
      ));
    }),
});
