import assert from "node:assert/strict";
import type { Row } from "../row/row.ts";
import { fileTrouble, lineTrouble, type Trouble } from "../row/trouble.ts";
import { stateSnapshot } from "../stores/state_snapshot_texts.ts";
import { Stopped } from "./run.ts";
import type { Source } from "./source.ts";
import { HOUR, madeRow, madeSource, NOON, SECOND, timelineOf } from "./timeline_fixture.ts";

/** A live row and one of another store; true when the second is not written. */
async function isRepeat(
  live: Partial<Row>,
  store: string,
  other: Partial<Row>,
  also: readonly Row[] = [],
): Promise<boolean> {
  const sources = [
    madeSource({}, [...also, madeRow("ok", live)]),
    madeSource({ store }, [madeRow("ok", other)]),
  ];
  const { rows } = await timelineOf(sources);
  return rows.length === also.length + 1;
}

Deno.test("a secondary row repeats a row of its session within 2 s, not past them", async () => {
  const cases: [apart: number, repeated: boolean][] = [
    [0, true],
    [2 * SECOND, true],
    [-2 * SECOND, true],
    [2 * SECOND + 1, false],
    [-2 * SECOND - 1, false],
  ];
  for (const [apart, repeated] of cases) {
    assert.equal(
      await isRepeat({}, "state_snapshot", { time: NOON + apart }),
      repeated,
      `${apart}`,
    );
  }
});

Deno.test("the window is 14 h and 2 s when either time is host-local, converted or not, and for cron rows", async () => {
  const most = 14 * HOUR + 2 * SECOND;
  const cron = [madeRow("session start: source=cron model=-", { turn: "system", time: NOON })];
  for (const [apart, repeated] of [[most, true], [-most, true], [most + 1, false]] as const) {
    const time = NOON + apart;
    const local = { time, basis: "host-local", sessionId: null } as const;
    assert.equal(await isRepeat({}, "prompt_history", local), repeated);
    assert.equal(await isRepeat({ basis: "host-local" }, "divert", { time }), repeated);
    const run = { time, sessionId: null };
    assert.equal(await isRepeat({}, "cron_output", run, cron), repeated);
  }
  const zone = { name: "UTC", toUtc: (time: number) => ({ time, ambiguous: false }) };
  const { lines } = await timelineOf([
    madeSource({}, [madeRow("ok")]),
    madeSource({ store: "prompt_history" }, [
      madeRow("ok", { time: NOON + 5 * HOUR, basis: "host-local", sessionId: null }),
    ]),
  ], { hostZone: zone });
  assert.deepEqual(lines, ["/h/state_db#1 user ok [also in /h/prompt_history#1]"]);
});

Deno.test("sessions have to be equal where both have one; a row without pairs with any of its home", async () => {
  assert.equal(await isRepeat({ sessionId: "S" }, "divert", { sessionId: "T" }), false);
  assert.equal(await isRepeat({ sessionId: null }, "divert", { sessionId: "T" }), true);
  assert.equal(await isRepeat({ sessionId: "S" }, "prompt_history", { sessionId: null }), true);
  assert.equal(await isRepeat({ sessionId: null }, "prompt_history", { sessionId: null }), true);
  const { lines } = await timelineOf([
    madeSource({ home: "/a" }, [madeRow("ok")]),
    madeSource({ home: "/b", store: "divert" }, [madeRow("ok")]),
  ]);
  assert.deepEqual(lines, ["/a/state_db#1 user ok", "/b/divert#1 user ok"]);
});

Deno.test("a cron row pairs only with sessions whose source is cron", async () => {
  const start = (source: string): Row =>
    madeRow(`session start: source=${source} model=-`, { turn: "system" });
  assert.equal(await isRepeat({}, "cron_output", { sessionId: null }, [start("cron")]), true);
  assert.equal(await isRepeat({}, "cron_output", { sessionId: null }, [start("cli")]), false);
});

Deno.test("rows without a time need the same session; two absent ones are the same", async () => {
  assert.equal(await isRepeat({}, "response_store", { time: null }), true);
  assert.equal(await isRepeat({ time: null }, "divert", {}), true);
  assert.equal(await isRepeat({}, "response_store", { time: null, sessionId: "T" }), false);
  assert.equal(await isRepeat({}, "response_store", { time: null, sessionId: null }), false);
  const none = { time: null, sessionId: null };
  assert.equal(await isRepeat(none, "response_store", none), true);
});

Deno.test("a trajectory row pairs with rows of its project, in whichever home and form of path", async () => {
  const turn = { time: null, sessionId: null };
  const found = async (live: string | null, project: string | null): Promise<boolean> => {
    const { rows } = await timelineOf([
      madeSource({ home: "/a" }, [madeRow("ok", { projectPath: live })]),
      madeSource({ home: "/b", store: "trajectory" }, [
        madeRow("ok", { ...turn, projectPath: project }),
      ]),
    ]);
    return rows.length === 1;
  };
  assert.equal(await found("/srv/p", "/srv/p"), true);
  assert.equal(await found("/srv/p/", "/srv/p"), true);
  assert.equal(await found("/srv/p", "/srv/P"), false);
  assert.equal(await found(null, null), false);
  assert.equal(await found("C:\\Work\\p", "c:/work/p"), true);
});

Deno.test("turn, tool, text and call have to be equal; a call only where both have one", async () => {
  assert.equal(await isRepeat({}, "state_snapshot", { turn: "assistant" }), false);
  assert.equal(await isRepeat({}, "state_snapshot", { toolName: "terminal" }), false);
  assert.equal(await isRepeat({ toolUseId: "a" }, "state_snapshot", { toolUseId: "b" }), false);
  assert.equal(await isRepeat({ toolUseId: "a" }, "state_snapshot", { toolUseId: "a" }), true);
  assert.equal(await isRepeat({ toolUseId: "a" }, "state_snapshot", { toolUseId: null }), true);
  assert.equal(await isRepeat({ notes: ["inactive"] }, "state_snapshot", {}), true);
});

Deno.test("primary rows and rows of one source are never repeats of each other", async () => {
  const twice = [madeRow("ok", { line: 1 }), madeRow("ok", { line: 2 })];
  const { lines } = await timelineOf([
    madeSource({ path: "/h/state.db" }, twice),
    madeSource({ path: "/h/other.db", group: "/h/other.db" }, twice),
    madeSource({ store: "cron_output", path: "/h/cron/1.md" }, [
      madeRow("go", { sessionId: null }),
    ]),
    madeSource({ store: "cron_output", path: "/h/cron/2.md" }, [
      madeRow("go", { sessionId: null }),
    ]),
  ]);
  assert.equal(lines.length, 6);
});

Deno.test("a stored ok and two repeats in one source leave the stored row and one repeat", async () => {
  const { lines, report } = await timelineOf([
    madeSource({}, [madeRow("ok", { line: 3 })]),
    madeSource({ store: "state_snapshot", path: "/h/s1/state.db" }, [
      madeRow("ok", { line: 3 }),
      madeRow("ok", { line: 4 }),
    ]),
    madeSource({ store: "state_snapshot", path: "/h/s2/state.db" }, [
      madeRow("ok", { line: 3 }),
      madeRow("ok", { line: 4 }),
      madeRow("ok", { line: 5 }),
    ]),
  ]);
  assert.deepEqual(lines, [
    "/h/state_db#3 user ok [also in /h/s1/state.db#3; also in /h/s2/state.db#3]",
    "/h/s1/state.db#4 user ok [also in /h/s2/state.db#4]",
    "/h/s2/state.db#5 user ok",
  ]);
  assert.deepEqual(report.sources.map(({ duplicates }) => duplicates), [0, 1, 2]);
});

Deno.test("each takes the nearest in time, timed before untimed, ties to the earlier emitted", async () => {
  const taken = async (rows: readonly Row[], time: number | null): Promise<unknown> => {
    const timeline = await timelineOf([
      madeSource({}, rows),
      madeSource({ store: "divert" }, [madeRow("ok", { time })]),
    ]);
    return timeline.rows.find(({ notes }) => notes.length > 0)?.line;
  };
  const at = (line: number, time: number | null): Row => madeRow("ok", { line, time });
  const [early, late] = [at(1, NOON - SECOND), at(2, NOON + SECOND)];
  assert.equal(await taken([early, late], NOON + SECOND / 2), 2);
  assert.equal(await taken([early, late], NOON), 1);
  assert.equal(await taken([at(2, NOON + SECOND), at(3, NOON - SECOND)], NOON), 2);
  assert.equal(await taken([at(1, null), at(2, NOON + SECOND)], NOON), 2);
  assert.equal(await taken([at(1, null), at(2, NOON + HOUR)], NOON), 1);
  assert.equal(await taken([at(1, null), at(2, NOON)], null), 2);
});

Deno.test("of two kept rows of different sources at one distance the first read is taken", async () => {
  const { lines } = await timelineOf([
    madeSource({}, [madeRow("ok", { line: 50, time: NOON + SECOND })]),
    madeSource({ store: "state_snapshot", path: "/h/s1/state.db" }, [
      madeRow("ok", { line: 3, time: NOON + SECOND }),
      madeRow("ok", { line: 3, time: NOON - SECOND }),
    ]),
    madeSource({ store: "state_snapshot", path: "/h/s2/state.db" }, [madeRow("ok", { line: 9 })]),
  ]);
  assert.deepEqual(lines, [
    "/h/s1/state.db#3 user ok",
    "/h/state_db#50 user ok [also in /h/s1/state.db#3; also in /h/s2/state.db#9]",
  ]);
});

Deno.test("an error row is a repeat only when its line is equal too; a whole-file row never is", async () => {
  const error = (line: number): Trouble => lineTrouble("not an object", { line, value: "7" });
  const whole = fileTrouble("not a SQLite database");
  const copy = (name: string, told: readonly Trouble[]): Source =>
    madeSource({ store: "state_snapshot", path: `/h/${name}` }, told);
  const { lines } = await timelineOf([
    madeSource({}, [error(3)]),
    copy("s1", [error(3), error(4), whole]),
    copy("s2", [error(4), whole]),
  ]);
  const words = "system parser: unparseable line (not an object): 7";
  assert.deepEqual(lines, [
    `/h/state_db#3 ${words} [also in /h/s1#3]`,
    `/h/s1#4 ${words} [also in /h/s2#4]`,
    "/h/s1 system parser: not a SQLite database",
    "/h/s2 system parser: not a SQLite database",
  ]);
});

Deno.test("the header of an older copy stands, whatever a message says", async () => {
  const header = stateSnapshot.says({ id: "s1" });
  const { lines } = await timelineOf([
    madeSource({}, [madeRow(header, { turn: "system" })]),
    madeSource({ store: "state_snapshot", path: "/h/s1/state.db" }, [
      madeRow(header, { turn: "system", sessionId: null, line: null }),
    ]),
  ]);
  assert.deepEqual(lines, [`/h/state_db#1 system ${header}`, `/h/s1/state.db system ${header}`]);
});

Deno.test("a note names three files, then counts; a file without lines stands alone", async () => {
  const copies = [1, 2, 3, 4, 5].map((at) =>
    madeSource({ store: "state_snapshot", path: `/h/s${at}` }, [madeRow("ok", { line: at })])
  );
  const { lines } = await timelineOf([madeSource({}, [madeRow("ok", { line: 2 })]), ...copies]);
  assert.deepEqual(lines, [
    "/h/state_db#2 user ok [also in /h/s1#1; also in /h/s2#2; also in /h/s3#3; and 2 more]",
  ]);
  const odd = [null, 0, 2n ** 60n].map((line, at) =>
    madeSource({ store: "divert", path: `/h/d${at}`, group: `${at}` }, [madeRow("ok", { line })])
  );
  const also = await timelineOf([madeSource({}, [madeRow("ok")]), ...odd]);
  assert.deepEqual(also.lines, [
    "/h/state_db#1 user ok [also in /h/d0; also in /h/d1#0; also in /h/d2#1152921504606846976]",
  ]);
});

Deno.test("--keep-duplicates writes repeats in their place, with what they repeat", async () => {
  const { lines, report } = await timelineOf([
    madeSource({}, [madeRow("ok", { line: 2, notes: ["inactive"] })]),
    madeSource({ store: "state_snapshot", path: "/h/s1" }, [
      madeRow("ok", { line: 7, time: NOON - SECOND, notes: ["inactive"] }),
      madeRow("go", { line: 8 }),
    ]),
  ], { keepDuplicates: true });
  assert.deepEqual(lines, [
    "/h/s1#7 user ok [inactive; duplicate of /h/state_db#2]",
    "/h/state_db#2 user ok [inactive; also in /h/s1#7]",
    "/h/s1#8 user go",
  ]);
  assert.deepEqual(report.sources.map(({ duplicates }) => duplicates), [0, 1]);
});

/** How many of the inputs put aside keep a row beside this message. */
async function keptInputs(message: Partial<Row>, ...inputs: Partial<Row>[]): Promise<number> {
  const text = "input without a message row: ok (from pending_messages, ts)";
  const waiting = inputs.map((fields) =>
    madeRow(text, { turn: "system", words: "ok", line: null, ...fields })
  );
  const { rows, report } = await timelineOf([
    madeSource({}, [madeRow(message.text ?? "ok", { record: 1, ...message })]),
    madeSource({ store: "pending_messages" }, waiting),
  ]);
  const kept = rows.length - 1;
  const counted = [...report.sources[1]?.rows.values() ?? []].reduce((sum, one) => sum + one, 0);
  assert.deepEqual([counted, report.sources[1]?.duplicates], [kept, 0]);
  return kept;
}

Deno.test("input put aside needs no row when a message of its session says it within 2 s", async () => {
  assert.equal(await keptInputs({}, {}, { sessionId: "T" }), 1);
  assert.equal(await keptInputs({}, { time: NOON + 2 * SECOND }), 0);
  assert.equal(await keptInputs({}, { time: NOON + 2 * SECOND + 1 }), 1);
});

Deno.test("whatever stands before a message's words, and whose they are, they are its words", async () => {
  assert.equal(await keptInputs({ text: "[rewound] ok", words: "ok" }, {}), 0);
  assert.equal(await keptInputs({ text: "hidden: ok", words: "ok", turn: "system" }, {}), 0);
  assert.equal(await keptInputs({ turn: "tool_result", toolName: "terminal" }, {}), 0);
  assert.equal(await keptInputs({ turn: "thinking" }, {}), 1);
});

Deno.test("input put aside keeps its row when its session, its time or its words are not known", async () => {
  assert.equal(await keptInputs({}, { sessionId: null }), 1);
  assert.equal(await keptInputs({ sessionId: null }, { sessionId: null }), 1);
  assert.equal(await keptInputs({}, { time: null }), 1);
  assert.equal(await keptInputs({ time: null }, {}), 1);
  assert.equal(await keptInputs({ text: "-" }, { words: null }), 1);
});

Deno.test("settings take no part", async () => {
  const { lines } = await timelineOf([
    madeSource({}, [madeRow("ok")]),
    madeSource({ store: "divert" }, [madeRow("no")]),
    madeSource({ store: "settings" }, [madeRow("ok"), madeRow("no")]),
  ]);
  assert.equal(lines.length, 4);
});

Deno.test("a run can be stopped while it pairs, before anything is written", async () => {
  const many = Array.from({ length: 5000 }, (_, line) => madeRow("ok", { line }));
  const writers: string[] = [];
  const stopped = timelineOf([madeSource({}, many), madeSource({ store: "divert" }, many)], {
    stopped: () => true,
    openWriter: () => {
      writers.push("opened");
      throw new Error("No writer is due");
    },
  });
  await assert.rejects(stopped, Stopped);
  assert.deepEqual(writers, []);
});
