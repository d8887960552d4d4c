import assert from "node:assert/strict";
import fc from "fast-check";
import { memoryFile } from "../../../testdata/memory_file.ts";
import { SMALL_IMAGES } from "../../../testdata/sample.ts";
import { databaseBytes } from "../../../testdata/sample_database.ts";
import { SMALL_SCHEMA } from "../../../testdata/state_rows.ts";
import { openDatabase } from "../../evidence/database.ts";
import { messageCursor } from "./message_cursor.ts";
import { prepareState } from "./state.ts";

const COUNT = 4000;

const NUMBERED = databaseBytes(`${SMALL_SCHEMA}
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${COUNT})
  INSERT INTO messages (id, session_id, role, content, timestamp)
    SELECT i, 'S', 'user', 'message ' || i, i FROM n;`);

/** What the cursor gives for these positions, and how many walks that took. */
function walked(positions: readonly number[]): { contents: unknown[]; walks: number } {
  const db = openDatabase(memoryFile("/h/state.db", NUMBERED), SMALL_IMAGES);
  try {
    const state = prepareState(db, null);
    assert.equal(state.links.index.length, COUNT);
    let walks = 0;
    const rows = db.rows.bind(db);
    db.rows = (...asked) => {
      walks++;
      return rows(...asked) as never;
    };
    const cellsAt = messageCursor(state);
    return { contents: positions.map((position) => cellsAt(position)?.[3]), walks };
  } finally {
    db.close();
  }
}

/** Positions from the first of each strand on, some of each at a time. */
function strands(firsts: readonly number[], length: number, atOnce: number): number[] {
  const positions: number[] = [];
  for (let done = 0; done < length; done += atOnce) {
    for (const first of firsts) {
      for (let i = done; i < Math.min(done + atOnce, length); i++) positions.push(first + i);
    }
  }
  return positions;
}

const contentAt = (position: number): string => `message ${position + 1}`;

Deno.test("the cursor follows conversations stored far apart with a walk for each", () => {
  const positions = strands([0, 1000, 2000, 3000], 1000, 12);
  const { contents, walks } = walked(positions);
  assert.deepEqual(contents, positions.map(contentAt));
  assert.equal(walks, 4);
});

Deno.test("the cursor gives the message of every position, in whatever order they are asked for", () => {
  const order = fc.oneof(
    fc.shuffledSubarray(Array.from({ length: COUNT }, (_, i) => i), { maxLength: 300 }),
    fc.record({
      firsts: fc.uniqueArray(fc.nat({ max: COUNT - 1 }), { minLength: 1, maxLength: 7 }),
      length: fc.integer({ min: 1, max: 200 }),
      atOnce: fc.integer({ min: 1, max: 20 }),
    }).map(({ firsts, length, atOnce }) =>
      [...new Set(strands(firsts, length, atOnce))].filter((position) => position < COUNT)
    ),
  );
  fc.assert(
    fc.property(order, (positions) => {
      assert.deepEqual(walked(positions).contents, positions.map(contentAt));
    }),
    { numRuns: 40 },
  );
});
