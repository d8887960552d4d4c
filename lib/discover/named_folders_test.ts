import assert from "node:assert/strict";
import { CATALOG, inTree } from "../../testdata/discover_tree.ts";
import { discover } from "./mod.ts";

const FOLDERS = [
  "/srv/work",
  "/net/mail/x",
  "/proc/1/root",
  "//server/share",
  "\\\\server\\share\\x",
  "\\\\?\\UNC\\server\\share",
  "C:\\work",
  "work",
];

Deno.test("discover() lists folders of sessions that nothing may touch, and the database", () => {
  const rows = FOLDERS.map((path, at) => `('s${at}', '${path}', '/srv/repo')`).join(", ");
  const sql = `CREATE TABLE sessions (id TEXT PRIMARY KEY, cwd TEXT, git_repo_root TEXT);
    CREATE TABLE messages (id INTEGER PRIMARY KEY, session_id TEXT, role TEXT);
    INSERT INTO sessions VALUES ${rows};`;
  inTree({ "home/u/.hermes/state.db": { sql } }, (dir) => {
    const found = discover({ paths: [], roots: [dir], homes: [] }, { catalog: CATALOG });
    assert.deepEqual(found.notVisited.map(({ path, reason }) => `${path}: ${reason}`), [
      "//server/share: a network path",
      "/net/mail/x: below /net",
      "/proc/1/root: below /proc",
      "C:\\work: a Windows path",
      "\\\\?\\UNC\\server\\share: a device path",
      "\\\\server\\share\\x: a network path",
      "work: not an absolute path",
    ]);
    assert.ok(found.notVisited.every(({ namedBy }) => namedBy === "/home/u/.hermes/state.db"));
  });
});
