import assert from "node:assert/strict";
import fc from "fast-check";
import { compareEmission } from "./crowd.ts";
import { KeptRows, saysOf } from "./kept_rows.ts";
import { Places } from "./places.ts";
import { type Candidate, type PairingRule, TwinFinder } from "./same_row.ts";

/** A row as the rule sees it, everything spelt out. */
interface Plain {
  readonly text: string;
  readonly home: string;
  readonly session: string | null;
  readonly project: string | null;
  /** Seconds, or null. */
  readonly time: number | null;
  readonly local: boolean;
  readonly call: number;
  readonly line: number | null;
  readonly rule: PairingRule;
}

/** Rows of one source. */
interface Batch {
  readonly group: number;
  readonly primary: boolean;
  readonly rows: readonly Plain[];
}

const NARROW = 2;
const WIDE = 14 * 3600 + 2;
const SECOND = 1_000_000;

const row: fc.Arbitrary<Plain> = fc.record({
  text: fc.constantFrom("ok", "ok", "ok", "go"),
  home: fc.constantFrom("/a", "/a", "/b"),
  session: fc.constantFrom("S", "S", "T", "cron-1", null),
  project: fc.constantFrom("/p", "/q", null),
  time: fc.oneof(
    fc.integer({ min: 0, max: 6 }),
    fc.constantFrom(0, 3600, WIDE, WIDE + 1, 2 * WIDE),
    fc.constant(null),
  ),
  local: fc.boolean(),
  call: fc.constantFrom(0, 0, 1, 2),
  line: fc.integer({ min: 1, max: 30 }),
  rule: fc.constantFrom<PairingRule>("session", "session", "cron", "project"),
});

const batches: fc.Arbitrary<Batch[]> = fc.array(fc.array(row, { maxLength: 25 }), { maxLength: 5 })
  .map((all) =>
    all.map((rows, at) => ({ group: at + 1, primary: at === 0, rows: told(rows, at) }))
  );

/** Primary rows come by time, and their lines tell in what order they were emitted. */
function told(rows: readonly Plain[], at: number): Plain[] {
  if (at !== 0) return [...rows];
  return rows.map((one, line) => ({ ...one, line: line + 1 }))
    .sort((a, b) => (a.time ?? Infinity) - (b.time ?? Infinity) || 0);
}

Deno.test("pairing does what the plainest reading of its rule does, however few rows are looked at one by one", () => {
  fc.assert(
    fc.property(batches, fc.constantFrom(0, 2, 1000), (all, few) => {
      assert.deepEqual(paired(all, few), plainlyPaired(all));
    }),
    { numRuns: 400 },
  );
});

/** Which kept row each secondary row repeats, by the program: null for kept ones. */
function paired(all: readonly Batch[], few: number): (number | null)[] {
  const kept = new KeptRows();
  const places = new Places();
  const twins = new TwinFinder(kept, places, few);
  const outcome: (number | null)[] = [];
  for (const { group, primary, rows } of all) {
    for (const one of rows) {
      const { home, session, project } = one;
      const place = places.number({ home, session, project });
      if (session?.startsWith("cron")) places.noteCron(place);
      const candidate: Candidate = {
        says: saysOf(one.text),
        rule: one.rule,
        time: one.time === null ? Infinity : one.time * SECOND,
        place,
        call: one.call,
        line: one.line,
        turn: "user",
        local: one.local,
        byTime: primary,
        group,
      };
      const twin = primary ? null : twins.twinOf(candidate);
      if (twin === null) kept.add(candidate.says, candidate);
      else kept.absorb(twin, group);
      if (!primary) outcome.push(twin);
    }
  }
  return outcome;
}

/** The same, straight from the words of the rule. */
function plainlyPaired(all: readonly Batch[]): (number | null)[] {
  const kept: { row: Plain; emission: number; number: number; taken: Set<number> }[] = [];
  const outcome: (number | null)[] = [];
  for (const { group, primary, rows } of all) {
    for (const one of rows) {
      const free = primary
        ? []
        : kept.filter(({ row, taken }) => !taken.has(group) && mayPair(one, row));
      const [best] = free.sort((a, b) =>
        apart(one, a.row) - apart(one, b.row) || a.emission - b.emission
      );
      if (best !== undefined) best.taken.add(group);
      else {
        const emission = primary ? one.line ?? 0 : 1000 + kept.length;
        kept.push({ row: one, emission, number: kept.length, taken: new Set([group]) });
      }
      if (!primary) outcome.push(best?.number ?? null);
    }
  }
  return outcome;
}

function mayPair(one: Plain, other: Plain): boolean {
  if (one.text !== other.text) return false;
  if (one.call !== 0 && other.call !== 0 && one.call !== other.call) return false;
  if (one.time !== null && other.time !== null) {
    const wide = one.local || other.local || one.rule === "cron";
    if (Math.abs(one.time - other.time) > (wide ? WIDE : NARROW)) return false;
  }
  if (one.rule === "project") return one.project !== null && one.project === other.project;
  if (one.home !== other.home) return false;
  if (one.session === other.session) return true;
  if (one.time === null || other.time === null) return false;
  if (one.session !== null && other.session !== null) return false;
  return one.rule !== "cron" || (other.session?.startsWith("cron") ?? false);
}

/** Timed before untimed. */
function apart(one: Plain, other: Plain): number {
  if (other.time === null) return 1e12;
  return one.time === null ? 1e11 : Math.abs(one.time - other.time);
}

Deno.test("pairing takes no longer for one more of very many equal rows", () => {
  const rows = 30_000;
  const kept = new KeptRows();
  const places = new Places();
  const twins = new TwinFinder(kept, places);
  const place = places.number({ home: "/a", session: "S", project: null });
  const rule = "session" as const;
  const turn = "user" as const;
  const base = { says: saysOf("ok"), rule, place, call: 0, turn, local: false };
  for (let at = 0; at < rows; at++) {
    kept.add(base.says, { ...base, time: 0, line: at, byTime: true, group: 1 });
  }
  const begun = performance.now();
  for (let at = 0; at < rows; at++) {
    const twin = twins.twinOf({ ...base, time: 0, line: at, byTime: false, group: 2 });
    assert.equal(twin, at);
    kept.absorb(at, 2);
  }
  // Looking at each of them each time takes minutes.
  assert.ok(performance.now() - begun < 10_000);
});

Deno.test("rows of a source read by time are told apart by their lines, others by when they came", () => {
  const kept = new KeptRows();
  const base = { time: 0, place: 0, call: 0, turn: "user", local: false, group: 1 } as const;
  for (
    const [line, byTime] of [[7, true], [5, true], [null, true], [3, false], [1, false]] as const
  ) {
    kept.add(saysOf("x"), { ...base, line, byTime });
  }
  const order = [0, 1, 2, 3, 4].sort((a, b) => compareEmission(a, b, kept));
  assert.deepEqual(order, [2, 1, 0, 3, 4]);
});
