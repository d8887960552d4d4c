import assert from "node:assert/strict";
import { fileFacts, folderFacts } from "../evidence/plain_facts.ts";
import { companionsAmong } from "./companions.ts";

Deno.test("companions belong to the file whose name they add to", () => {
  const names = [
    ...["state.db", "state.db-wal", "state.db-shm", "state.db-mj1A2B3C4D9"],
    ...["alone-wal", "a-wal", "a-wal-wal", "plain-journal.txt", "state.db-mjnot"],
  ];
  const { owned, of } = companionsAmong(names.map((name) => fileFacts(`/x/${name}`, 1)));
  assert.deepEqual([...owned], ["state.db-wal", "state.db-shm", "state.db-mj1A2B3C4D9"]);
  assert.deepEqual(of("state.db"), ["-wal", "-shm", "-mj1A2B3C4D9"]);
  assert.deepEqual(of("alone-wal"), []);
  assert.deepEqual(of("a-wal"), []);
});

Deno.test("a folder is neither a database nor a companion", () => {
  const { owned } = companionsAmong([folderFacts("/x/a"), fileFacts("/x/a-wal", 1)]);
  assert.deepEqual([...owned], []);
});
