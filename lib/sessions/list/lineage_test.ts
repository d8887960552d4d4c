import assert from "node:assert/strict";
import { reading, sourcesOf, withHome } from "../../../testdata/session_home.ts";
import { SMALL_SCHEMA } from "../../../testdata/state_rows.ts";
import { lineageIn } from "./lineage.ts";
import { listSessions } from "./list_sessions.ts";
import { sessionTree } from "./tree.ts";

const PARENTS: Readonly<Record<string, string | null>> = {
  root: null,
  son: "root",
  daughter: "root",
  grandson: "son",
  granddaughter: "son",
  stranger: null,
  nephew: "daughter",
  circle: "ring",
  ring: "circle",
};

function lineageOf(...ids: readonly string[]): (string | null)[] {
  const rows = Object.entries(PARENTS).map(([id, parent], at) =>
    `('${id}', 'cli', ${1793266000 + at}, ${parent === null ? "NULL" : `'${parent}'`})`
  );
  const sql = `${SMALL_SCHEMA} ALTER TABLE sessions ADD COLUMN parent_session_id TEXT;
    INSERT INTO sessions (id, source, started_at, parent_session_id) VALUES ${rows.join(", ")};`;
  return withHome({ "state.db": sql }, (home) => {
    const { sessions } = listSessions(sourcesOf(home), { ...reading(), keepCopies: false });
    const asked = new Set(sessions.filter(({ id }) => ids.includes(id ?? "")));
    return lineageIn(sessionTree(sessions), asked).map(({ session }) => session.id);
  });
}

Deno.test("a lineage holds all that is above and all that is below", () => {
  assert.deepEqual(lineageOf("son"), ["root", "son", "grandson", "granddaughter"]);
  assert.deepEqual(lineageOf("grandson"), ["root", "son", "grandson"]);
  assert.deepEqual(lineageOf("stranger"), ["stranger"]);
  assert.deepEqual(lineageOf("root").length, 6);
  assert.deepEqual(lineageOf("nobody"), []);
});

Deno.test("the lineages of several sessions are told together, and circles whole", () => {
  assert.deepEqual(lineageOf("granddaughter", "nephew"), [
    "root",
    "son",
    "granddaughter",
    "daughter",
    "nephew",
  ]);
  assert.deepEqual(lineageOf("circle").sort(), ["circle", "ring"]);
});
