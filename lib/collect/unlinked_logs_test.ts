import assert from "node:assert/strict";
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { openUnlinked, unlinkedLogs } from "./unlinked_logs.ts";

Deno.test({
  name: "a log that only a process holds is found and read",
  ignore: process.platform !== "linux",
  fn: () => {
    const folder = mkdtempSync(join(tmpdir(), "unlinked-"));
    const path = join(folder, "state.db-wal");
    writeFileSync(path, "frames");
    const fd = openSync(path, "r");
    try {
      assert.equal(unlinkedLogs().some((log) => log.path === path), false);
      rmSync(path);
      const log = unlinkedLogs().find((one) => one.path === path);
      assert.ok(log !== undefined);
      assert.equal(log.pid, process.pid);
      const file = openUnlinked(log);
      assert.equal(new TextDecoder().decode(file.read(0, 100)), "frames");
      assert.match(file.path, /state\.db-wal \(deleted, inode \d+\)$/);
      assert.equal(file.facts.nlink, 0);
      file.close();
    } finally {
      closeSync(fd);
      rmSync(folder, { recursive: true });
    }
  },
});
