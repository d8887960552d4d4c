import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { EvidenceError } from "../evidence/errors.ts";
import { inFolder } from "../evidence/database_fixture.ts";
import { type Change, change } from "./change.ts";
import { ChangeSpool } from "./change_spool.ts";

function changes(count: number): Change[] {
  return Array.from({ length: count }, (_, at) =>
    change("removed message", {
      sessionId: `s${at}`,
      text: "ü\n".repeat(at % 700),
      olderLine: at % 2 === 0 ? at : 9007199254740993n + BigInt(at),
    }));
}

Deno.test("changes come out as they went in, from memory or from the work folder", () => {
  inFolder((folder) => {
    for (const limit of [1e9, 20_000]) {
      const spool = new ChangeSpool({ limit, workFolder: () => folder });
      for (const one of changes(2000)) spool.add(one);
      assert.equal(existsSync(`${folder}/changes.jsonl`), limit < 1e9);
      assert.deepEqual([...spool.take()], changes(2000));
      assert.deepEqual(readdirSync(folder), [], "the work file is removed");
    }
  });
});

Deno.test("without a work folder too many changes are refused, not forgotten", () => {
  const spool = new ChangeSpool({ limit: 1000, workFolder: null });
  assert.throws(() => {
    for (const one of changes(100)) spool.add(one);
  }, (error) => error instanceof EvidenceError && error.fault === "needs-work-folder");
});
