import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { evidencePrint } from "../../testdata/evidence_print.ts";
import { sharedCopy } from "../../testdata/shared.ts";
import { loadCatalog } from "../catalog/mod.ts";
import { locate } from "../discover/mod.ts";
import type { StampedRow } from "../row/stamped.ts";
import { planSources } from "./plan.ts";
import { type Timeline, timelineOf } from "./timeline_fixture.ts";

Deno.test("timelines of homes that real builds wrote hold each row once", async (t) => {
  const folder = await sharedCopy("realhomes");
  if (folder === null) return;
  const homes = join(folder, "realhomes");
  try {
    const before = evidencePrint(homes);
    for (const [name, check] of Object.entries(CHECKS)) {
      await t.step(name, async () => check(await timelineBelow(join(homes, name))));
    }
    assert.deepEqual(evidencePrint(homes), before);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

async function timelineBelow(root: string): Promise<Timeline> {
  const catalog = loadCatalog();
  const located = locate({ paths: [], roots: [root], homes: [] }, { catalog });
  return await timelineOf(planSources(located, { catalog, host: null }));
}

const CHECKS: Readonly<Record<string, (timeline: Timeline) => void>> = {
  "h2-snapshots-v26": checkSnapshots,
  "h3-gateway-v32": checkGateway,
  "h4-imports-v26": checkImports,
  "h5-profiles-v32": checkProfiles,
};

const OLDEST = "/.hermes/state-snapshots/20261130-121757-before-refactor/state.db";

function checkSnapshots({ rows, report }: Timeline): void {
  assert.equal(rows.length, 145);
  assert.deepEqual(
    report.sources.map(({ source, duplicates }) => [tail(source.path, 2), duplicates]),
    [
      [".hermes/state.db", 0],
      ["20261130-121757-before-refactor/state.db", 41],
      ["20261130-121758/state.db", 85],
      ["20261130-121758-2/state.db", 86],
      [".hermes/config.yaml", 0],
    ],
  );
  // What was pruned or deleted stands once, from the oldest copy.
  const live = new Set(rows.filter(isPrimary).map(({ sessionId }) => sessionId));
  const gone = rows.filter(({ sessionId }) => sessionId !== null && !live.has(sessionId));
  assert.deepEqual(new Set(gone.map(({ sourceFile }) => sourceFile)), new Set([OLDEST]));
  assert.equal(new Set(gone.map(({ sessionId }) => sessionId)).size, 2);
  assert.equal(gone.filter(({ turn }) => turn === "user").length, 5);
  assert.equal(new Set(gone.map(saying)).size, gone.length);
  // Nothing live stands twice, but for messages that were rewound or compacted since.
  const twice = rows.filter((row) => !isPrimary(row) && live.has(row.sessionId));
  const changed = new Set(twice.filter(({ turn }) => turn !== "system").map(({ line }) => line));
  assert.equal(changed.size, 24);
  const said = new Set(rows.filter(isPrimary).map(saying));
  assert.deepEqual(twice.filter((row) => said.has(saying(row))), []);
  const starts = twice.filter(({ turn }) => turn === "system").map(({ text, sourceFile }) =>
    `${tail(sourceFile, 2)} ${text}`
  );
  const start = "session start: source=cli model=openai/gpt-5.1";
  assert.deepEqual(starts, [
    `20261130-121757-before-refactor/state.db ${start} title=- parent=- end_reason=-`,
    `20261130-121758/state.db ${start} title=Kept session parent=- end_reason=-`,
    `20261130-121757-before-refactor/state.db ${start} title=- parent=- end_reason=-`,
  ]);
}

function checkGateway({ rows, report }: Timeline): void {
  assert.equal(rows.length, 96);
  const duplicates = new Map<string, number>();
  for (const { source, duplicates: count } of report.sources) {
    duplicates.set(source.reader.id, (duplicates.get(source.reader.id) ?? 0) + count);
  }
  assert.deepEqual(Object.fromEntries(duplicates), {
    "state_db": 0,
    "prompt_history": 0,
    "cron_output": 6, // three runs: prompt and response
    "response_store": 4, // the history of the session that still stands
    "paste_list": 0,
    settings: 0,
    pairing: 0,
    "pairing_rate_limits": 0,
  });
  // Two runs of one job say the same: each document goes with its own run.
  const told = rows.filter(({ notes }) => notes.some((note) => note.includes("/cron/output/")));
  const stamps = told.map(({ sessionId, notes }) => [
    sessionId?.slice(5),
    tail(notes.at(-1) ?? "", 2),
  ]);
  assert.deepEqual(stamps, [
    ["df327c65e6bb_20261130_121824", "df327c65e6bb/2026-11-30_12-18-32.md"],
    ["df327c65e6bb_20261130_121824", "df327c65e6bb/2026-11-30_12-18-32.md"],
    ["df327c65e6bb_20261130_121834", "df327c65e6bb/2026-11-30_12-18-34.md"],
    ["df327c65e6bb_20261130_121834", "df327c65e6bb/2026-11-30_12-18-34.md"],
    ["3d68f661c476_20261130_121835", "3d68f661c476/2026-11-30_12-18-35.md"],
    ["3d68f661c476_20261130_121835", "3d68f661c476/2026-11-30_12-18-35.md"],
  ]);
  const lost = rows.filter(({ sessionId, turn }) =>
    sessionId === "api-deleted-session" && turn !== "system"
  );
  assert.equal(lost.length, 6);
  assert.equal(rows.filter(({ sourceFile }) => sourceFile.endsWith(".hermes_history")).length, 9);
  assert.equal(rows.filter(({ text }) => text.startsWith("debug report uploaded: ")).length, 2);
  assert.equal(rows.filter(({ text }) => text.includes("pairing.")).length, 2);
}

function checkImports({ rows }: Timeline): void {
  assert.equal(rows.length, 10);
  const imported = rows.filter(({ text }) => text.includes(" | imported from "));
  assert.deepEqual(imported.map(({ text }) => / imported from (\S+) /.exec(text)?.[1]), [
    "claude-code",
    "codex-cli",
  ]);
  const untyped = rows.filter(({ turn, notes }) =>
    turn === "user" && notes.some((note) => note.startsWith("session source="))
  );
  assert.equal(untyped.length, 2);
}

function checkProfiles({ rows, report }: Timeline): void {
  assert.equal(rows.length, 38);
  const prompts = rows.filter(({ turn }) => turn === "user").map(({ user, profile, text }) =>
    [user, profile, text.replace("question in profile ", "")].join(" ")
  );
  assert.deepEqual(prompts.sort(), [
    " bot-alice bot-alice",
    " default canary",
    " default default",
    " default win",
    " work work",
    "docker:hermes-data default docker",
    "docker:hermes-data inner inner",
  ]);
  const repeated = report.sources.filter(({ duplicates }) => duplicates > 0);
  assert.deepEqual(repeated.map(({ source, duplicates }) => [tail(source.path, 2), duplicates]), [
    ["20261130-121837/state.db", 4],
    ["20261130-121837-p/state.db", 4],
  ]);
}

function isPrimary({ sourceKind }: StampedRow): boolean {
  return sourceKind === "primary";
}

/** What makes two rows the same to a reader of the timeline. */
function saying({ time, sessionId, turn, toolName, toolUseId, text }: StampedRow): string {
  return JSON.stringify([time, sessionId, turn, toolName, toolUseId, text]);
}

/** The last segments of a path. */
function tail(path: string, segments: number): string {
  return path.split("/").slice(-segments).join("/");
}
