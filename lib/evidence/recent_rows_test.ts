import assert from "node:assert/strict";
import { RecentRows } from "./recent_rows.ts";

Deno.test("the oldest rows make room for others, by their number and by their text", () => {
  const few = new RecentRows<readonly unknown[]>({ rows: 2, text: 100 });
  for (const key of [1, 2, 3]) few.keep(key, [key, "text"]);
  assert.deepEqual([1, 2, 3].map((key) => few.at(key)), [null, [2, "text"], [3, "text"]]);
  const short = new RecentRows<readonly unknown[]>({ rows: 9, text: 10 });
  short.keep(1, ["12345"]);
  short.keep(2, ["12345"]);
  short.keep(3, [null, 7, "x"]);
  assert.deepEqual([1, 2, 3].map((key) => short.at(key)), [null, ["12345"], [null, 7, "x"]]);
});

Deno.test("a row that is met twice counts once, and one that is taken not at all", () => {
  const rows = new RecentRows<readonly unknown[]>({ rows: 9, text: 10 });
  rows.keep(1n, ["12345678"]);
  rows.keep(1n, ["12345678"]);
  rows.keep(2, ["12"]);
  assert.deepEqual(rows.take(1n), ["12345678"]);
  assert.equal(rows.take(1n), null);
  rows.keep(3, ["12345678"]);
  assert.deepEqual([rows.at(2), rows.at(3)], [["12"], ["12345678"]]);
});
