import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type HomeOptions, makeHome } from "./home.ts";

/** Makes a home, asks its database some questions, and lists what is beside it. */
function answersOf(options: HomeOptions, questions: readonly string[]): [unknown[], string[]] {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  try {
    const path = makeHome(folder, options);
    const files = readdirSync(folder).sort();
    const database = new DatabaseSync(path);
    const answers = questions.map((question) =>
      Object.values(database.prepare(question).get() ?? {})[0]
    );
    database.close();
    return [answers, files];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const COUNT = "SELECT count(*) FROM messages";
const SUM = "SELECT group_concat(message_uid || timestamp) FROM messages";

Deno.test("makeHome() writes as many messages as asked for, all in the main file", () => {
  const options = { messages: 2000, seed: 7, withWal: false };
  assert.deepEqual(answersOf(options, [COUNT]), [[2000], ["state.db"]]);
});

Deno.test("makeHome() writes messages of about 1.4 KB, of every kind", () => {
  const [[size, tools, thoughts, rewound, compacted]] = answersOf(
    { messages: 8000, seed: 1, withWal: false },
    [
      "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size",
      "SELECT count(*) FROM messages WHERE role = 'tool'",
      "SELECT count(*) FROM messages WHERE reasoning > ''",
      "SELECT count(*) FROM messages WHERE active = 0 AND compacted = 0",
      "SELECT count(*) FROM messages WHERE compacted = 1",
    ],
  );
  const each = Number(size) / 8000;
  assert.ok(each > 1100 && each < 1800, `${each} bytes a message`);
  for (const count of [tools, thoughts, rewound, compacted]) assert.ok(Number(count) > 20);
});

Deno.test("makeHome() gives the same rows for the same seed only", () => {
  const options = { messages: 300, seed: 3, withWal: false };
  assert.deepEqual(answersOf(options, [SUM]), answersOf(options, [SUM]));
  assert.notDeepEqual(answersOf(options, [SUM]), answersOf({ ...options, seed: 4 }, [SUM]));
});

Deno.test("makeHome() leaves a tenth in the WAL when asked to", () => {
  const options = { messages: 1000, seed: 5, withWal: true };
  assert.deepEqual(answersOf(options, [COUNT]), [[1000], ["state.db", "state.db-wal"]]);
});
