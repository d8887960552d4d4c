import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { databaseBytes } from "../../testdata/sample_database.ts";
import { SMALL_SCHEMA } from "../../testdata/state_rows.ts";
import { loadCatalog } from "../catalog/mod.ts";
import { locate, type NotVisited } from "../discover/mod.ts";
import { planSources } from "./plan.ts";
import { timelineOf } from "./timeline_fixture.ts";
import { trajectoryFiles } from "./trajectories.ts";

const RUN = JSON.stringify({
  conversations: [{ from: "human", value: "count" }, { from: "gpt", value: "212" }],
  timestamp: "2026-10-29T09:30:20",
  model: "m",
  completed: true,
});

/** A machine with one home whose sessions name these folders. */
function machine(folder: string, account: string, projects: readonly string[]): void {
  const home = join(folder, account, ".hermes");
  mkdirSync(home, { recursive: true });
  const rows = projects.map((path, at) =>
    `INSERT INTO sessions VALUES ('S${at}', 'cli', 'm', 1793266215, '${path}');
    INSERT INTO messages VALUES (${
      at + 1
    }, 'S${at}', 'user', 'count', NULL, NULL, NULL, 1793266216);`
  );
  writeFileSync(join(home, "state.db"), databaseBytes(SMALL_SCHEMA + rows.join("")));
}

async function inFolder(work: (folder: string) => void | Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "trajectories-"));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const catalog = loadCatalog();

function lookFor(root: string): {
  located: ReturnType<typeof locate>;
  files: ReturnType<typeof trajectoryFiles>;
  left: NotVisited[];
} {
  const located = locate({ paths: [], roots: [root], homes: [] }, { catalog });
  const left: NotVisited[] = [];
  const files = trajectoryFiles(located.homes, {
    catalog,
    maxMemory: 64 * 2 ** 20,
    workFolder: null,
    live: false,
    onFault: (path, why) => assert.fail(`${path}: ${why}`),
    onNotVisited: (one) => left.push(one),
  });
  return { located, files, left };
}

Deno.test("the files of named projects are found below the root, each once, and pair with their sessions", async () => {
  await inFolder(async (root) => {
    machine(root, "home/ana", ["/srv/p", "/srv/none"]);
    machine(root, "home/bob", ["/srv/p"]);
    mkdirSync(join(root, "srv/p"), { recursive: true });
    writeFileSync(join(root, "srv/p/trajectory_samples.jsonl"), `${RUN}\n`);
    writeFileSync(join(root, "srv/p/failed_trajectories.jsonl"), `${RUN}\n`);
    const { located, files } = lookFor(root);
    assert.deepEqual(files.map(({ path }) => path).sort(), [
      "/srv/p/failed_trajectories.jsonl",
      "/srv/p/trajectory_samples.jsonl",
    ]);
    const sources = planSources(located, { catalog, host: null, projectFiles: files });
    const { lines } = await timelineOf(sources);
    // Both files are one source: one of its prompts goes with ana's, one with bob's.
    assert.deepEqual(lines.filter((line) => line.includes(" user ")), [
      "/home/ana/.hermes/state.db#1 user count [also in /srv/p/failed_trajectories.jsonl#1]",
      "/home/ana/.hermes/state.db#2 user count",
      "/home/bob/.hermes/state.db#1 user count [also in /srv/p/trajectory_samples.jsonl#1]",
    ]);
    assert.equal(lines.filter((line) => line.includes(" assistant 212")).length, 2);
  });
});

Deno.test("places that must not be touched are told instead", async () => {
  await inFolder((root) => {
    machine(root, "home/ana", ["/proc/self", "relative", "\\\\server\\share", "C:\\Work"]);
    const { files, left } = lookFor(root);
    assert.deepEqual(files, []);
    assert.deepEqual(left.map(({ path, reason }) => [path, reason]).sort(), [
      ["/proc/self", "below /proc"],
      ["C:\\Work", "a Windows path"],
      ["\\\\server\\share", "a network path"],
      ["relative", "not an absolute path"],
    ]);
  });
});
