import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { EvidenceError } from "../evidence/errors.ts";
import { compareRanked } from "../row/order.ts";
import { type PlacedRow, Spool } from "./spool.ts";
import { stamp } from "./stamp.ts";
import { madeRow, madeSource } from "./timeline_fixture.ts";
import { WorkFolder } from "./work_folder.ts";

const SOURCE = madeSource({}, []);
const ANY_MEMORY = 2 ** 30;

function placedRow(at: Partial<PlacedRow>, text = "ok"): PlacedRow {
  const { row } = stamp(madeRow(text, { time: at.time ?? null }), SOURCE, {
    hostZone: null,
    mainFileOnly: false,
  });
  return { time: null, storeOrder: 0, pathRank: 0, emission: 0, number: null, row, ...at };
}

const anyRow: fc.Arbitrary<PlacedRow> = fc.record({
  place: fc.record({
    time: fc.option(fc.integer({ min: 0, max: 3 })),
    storeOrder: fc.integer({ min: 0, max: 2 }),
    pathRank: fc.integer({ min: 0, max: 2 }),
    emission: fc.integer({ min: 0, max: 9 }),
    number: fc.option(fc.nat()),
  }),
  text: fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("\n", "\u2028", "\ud800", "\0")),
  line: fc.oneof(fc.nat(), fc.constant(null), fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n })),
}).map(({ place, text, line }) => {
  const placed = placedRow(place, text);
  return { ...placed, row: { ...placed.row, line } };
});

Deno.test("the spool gives rows back whole and in order, through memory or through runs", () => {
  const base = mkdtempSync(join(tmpdir(), "spool-"));
  try {
    fc.assert(
      fc.property(fc.array(anyRow), fc.constantFrom(0, 2000, ANY_MEMORY), (rows, budget) => {
        const work = new WorkFolder(base);
        const spool = new Spool(work.make, budget);
        for (const row of rows) spool.add(row);
        assert.deepEqual([...spool.rows()], [...rows].sort(compareRanked));
        work.remove();
      }),
      { numRuns: 60 },
    );
  } finally {
    rmSync(base, { recursive: true });
  }
});

Deno.test("lines longer than what is read at once come back whole", () => {
  const base = mkdtempSync(join(tmpdir(), "spool-"));
  const work = new WorkFolder(base);
  try {
    const spool = new Spool(work.make, 0);
    const rows = ["é".repeat(3_000_000), "ok", "\u{1f980}".repeat(700_000)]
      .map((text, emission) => placedRow({ emission }, text));
    for (const row of rows) spool.add(row);
    assert.deepEqual([...spool.rows()].map(({ row }) => row.text), rows.map(({ row }) => row.text));
  } finally {
    work.remove();
    rmSync(base, { recursive: true });
  }
});

Deno.test("the spool asks for a work folder where it has none, and uses none while rows are few", () => {
  const base = mkdtempSync(join(tmpdir(), "spool-"));
  try {
    const few = new Spool(new WorkFolder(base).make, 10_000);
    few.add(placedRow({}));
    assert.equal([...few.rows()].length, 1);
    assert.deepEqual(readdirSync(base), []);
    const none = new Spool(null, 10_000);
    const fill = (row: PlacedRow): void => {
      for (let at = 0; at < 100; at++) none.add(row);
    };
    const asks = (error: unknown): boolean =>
      error instanceof EvidenceError && error.fault === "needs-work-folder" &&
      error.message.includes("--work");
    assert.throws(() => fill(placedRow({})), asks);
  } finally {
    rmSync(base, { recursive: true });
  }
});

Deno.test("long notes, names and ids of a row count, not only its text", () => {
  const spool = new Spool(null, 100_000);
  const placed = placedRow({});
  const long = { ...placed, row: { ...placed.row, toolName: "x".repeat(100_000) } };
  assert.throws(() => spool.add(long), EvidenceError);
});
