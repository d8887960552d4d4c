import assert from "node:assert/strict";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { loadCatalog } from "../catalog/mod.ts";
import { inFolder } from "../evidence/database_fixture.ts";
import type { EvidenceTree } from "../evidence/file.ts";
import { localTree } from "../evidence/local_tree.ts";
import type { DatabaseRef } from "./database_ref.ts";
import { EXCLUDED_MAY_HOLD_MORE, MAY_HOLD_MORE } from "./not_read.ts";
import { runSql, TABLES } from "./pair_fixture.ts";
import { diffRun } from "./run.ts";

const ROWS = `${TABLES} INSERT INTO sessions VALUES ('s', 'cli', NULL, 1793266215.0);
  INSERT INTO messages (session_id, role, content, timestamp) VALUES
  ('s', 'user', 'one', 1793266216.5), ('s', 'user', 'two', 1793266217.5);`;

Deno.test("a live database that changes while it is read is read again", () => {
  inFolder((folder) => {
    const [older, live] = [join(folder, "older.db"), join(folder, "live.db")];
    runSql(older, ROWS);
    copyFileSync(older, live);
    const disk = localTree();
    let opens = 0;
    // The older database is opened for a glimpse, and again when the live one is open.
    const busy: EvidenceTree = {
      ...disk,
      open: (path) => {
        if (++opens === 2) runSql(live, "DELETE FROM messages WHERE content = 'two'");
        return disk.open(path);
      },
    };
    const ref = (kind: DatabaseRef["kind"], path: string, tree: EvidenceTree): DatabaseRef => ({
      ...{ kind, path, tree, label: path, sourceFile: path, evidence: null },
      ...{ time: null, withoutWal: false },
      size: disk.facts(path)?.size ?? 0,
    });
    const report = diffRun([{
      ...{ home: null, family: null, place: live, user: null, profile: null },
      live: ref("live", live, disk),
      older: [ref("copy", older, busy)],
      ...{ witnesses: [], leftAside: [], traces: [], mayHoldMore: [] },
    }], {
      ...{ maxMemory: 64 * 1024 ** 2, workFolder: null, withoutWal: false },
      ...{ catalog: loadCatalog(), onlySessions: new Set<string>(), listAdded: false },
      onProgress: () => {},
    });
    assert.equal(opens, 4, "both passes opened it twice");
    assert.deepEqual([...report.changes.take()].map(({ kind, text }) => [kind, text]), [
      ["removed message", "two"],
    ]);
  });
});

Deno.test("what may hold more is in the catalog, and is not read", () => {
  const { entries, exclusions } = loadCatalog();
  for (const id of MAY_HOLD_MORE) {
    assert.equal(entries.find((entry) => entry.id === id)?.standing, "kept", id);
  }
  for (const id of EXCLUDED_MAY_HOLD_MORE) {
    assert.ok(exclusions.some((rule) => rule.id === id), id);
  }
});
