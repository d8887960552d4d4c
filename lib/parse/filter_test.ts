import assert from "node:assert/strict";
import type { Row } from "../row/row.ts";
import { filterOf, type FilterOptions } from "./filter.ts";
import { stamp } from "./stamp.ts";
import { madeRow, madeSource, NOON, SECOND, timelineOf } from "./timeline_fixture.ts";

/** True when a filter lets a row through. */
function passes(options: FilterOptions, fields: Partial<Row> = {}): boolean {
  const source = madeSource({ user: "ana", profile: "default" }, []);
  const { row } = stamp(madeRow("ok", fields), source, { hostZone: null, mainFileOnly: false });
  return filterOf(options)(row, source);
}

Deno.test("a filter without wishes lets everything through", () => {
  assert.equal(passes({}), true);
  assert.equal(passes({ users: [], sessions: [], since: null }), true);
});

Deno.test("each wish narrows; several of one kind widen", () => {
  assert.equal(passes({ users: ["bob"] }), false);
  assert.equal(passes({ users: ["bob", "ana"] }), true);
  assert.equal(passes({ profiles: ["work"] }), false);
  assert.equal(passes({ stores: ["state_db"] }), true);
  assert.equal(passes({ stores: ["divert"] }), false);
  assert.equal(passes({ sessions: ["S"] }), true);
  assert.equal(passes({ sessions: ["S"], users: ["bob"] }), false);
  assert.equal(passes({ sessions: ["S"] }, { sessionId: null }), false);
});

Deno.test("since and until hold both ends; rows without a time stay unless told otherwise", () => {
  assert.equal(passes({ since: NOON, until: NOON }), true);
  assert.equal(passes({ since: NOON + 1 }), false);
  assert.equal(passes({ until: NOON - 1 }), false);
  assert.equal(passes({ since: NOON + SECOND }, { time: null }), true);
  assert.equal(passes({ timedOnly: true }, { time: null }), false);
  assert.equal(passes({ timedOnly: true }), true);
});

Deno.test("what is left out by a filter still absorbs its copies", async () => {
  const sources = [
    madeSource({}, [madeRow("ok"), madeRow("go", { line: 2 })]),
    madeSource({ store: "state_snapshot" }, [madeRow("ok"), madeRow("no", { line: 3 })]),
  ];
  const snapshots = filterOf({ stores: ["state_snapshot"] });
  const { lines, report } = await timelineOf(sources, { filter: snapshots });
  assert.deepEqual(lines, ["/h/state_snapshot#3 user no"]);
  assert.equal(report.sources[1]?.duplicates, 1);
  const live = await timelineOf(sources, { filter: filterOf({ stores: ["state_db"] }) });
  assert.deepEqual(live.lines, [
    "/h/state_db#1 user ok [also in /h/state_snapshot#1]",
    "/h/state_db#2 user go",
  ]);
});
