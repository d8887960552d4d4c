import assert from "node:assert/strict";
import { systemRow } from "../../row/row.ts";
import { fileTrouble } from "../../row/trouble.ts";
import type { Told } from "../reader.ts";
import { headed } from "./headed.ts";

const HOUR = 3_600_000_000;

/** The words told by a header at an hour, beside rows at hours. */
function told(header: number | null, hours: readonly (number | null)[], end?: Told): string[] {
  const at = (hour: number | null): { time: number | null } => ({
    time: hour === null ? null : hour * HOUR,
  });
  const rows: Told[] = hours.map((hour) => systemRow(`row ${hour}`, at(hour)));
  const all = end === undefined ? rows : [...rows, end];
  return [...headed(systemRow("header", at(header)), all)].map(({ text }) => text);
}

Deno.test("a header stands before the rows of its time, an untimed one before the untimed", () => {
  assert.deepEqual(told(2, [1, 2, 3]), ["row 1", "header", "row 2", "row 3"]);
  assert.deepEqual(told(9, [1, null]), ["row 1", "header", "row null"]);
  assert.deepEqual(told(null, [1, null]), ["row 1", "header", "row null"]);
  assert.deepEqual(told(9, [1]), ["row 1", "header"]);
  assert.deepEqual(told(9, [], fileTrouble("broken")), ["header", "parser: broken"]);
  assert.deepEqual(told(1, []), ["header"]);
});

Deno.test("a header is told before a fault that leaves no rows, and no more than once", () => {
  const faulty = function* (...hours: number[]): Generator<Told> {
    for (const hour of hours) yield systemRow(`row ${hour}`, { time: hour * HOUR });
    throw new RangeError("broken");
  };
  for (const [hours, words] of [[[], ["header"]], [[3], ["header", "row 3"]]] as const) {
    const seen: string[] = [];
    assert.throws(() => {
      for (const { text } of headed(systemRow("header", { time: HOUR }), faulty(...hours))) {
        seen.push(text);
      }
    }, RangeError);
    assert.deepEqual(seen, words);
  }
});
