import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { localTree } from "../evidence/local_tree.ts";
import { EMPTY_ROW, type Row } from "../row/row.ts";
import { readerOf } from "../stores/mod.ts";
import { isUnchanged, type StoreReader, type Told, type Unchanged } from "../stores/reader.ts";
import { LiveStore } from "./live_store.ts";
import { startReport } from "./report.ts";
import type { Source } from "./source.ts";
import { madeSource, type Timeline, timelineOf } from "./timeline_fixture.ts";

const TABLES = `PRAGMA page_size=512;
  CREATE TABLE sessions (id TEXT PRIMARY KEY, source TEXT, cwd TEXT, model TEXT, started_at REAL);
  CREATE TABLE messages (id INTEGER PRIMARY KEY, session_id TEXT, role TEXT, content TEXT,
    tool_call_id TEXT, tool_calls TEXT, tool_name TEXT, timestamp REAL, reasoning TEXT,
    active INTEGER DEFAULT 1, display_kind TEXT);
  INSERT INTO sessions VALUES ('s0', 'cli', '/a', 'm', 1793266000.5), ('s1', 'cron', '/b', 'm', 1793266001.5);`;

const SWITCH =
  "[System: The active model for this chat has changed to n. From this point forward, " +
  "answer as n.]";

/** Every kind of message that rests on more than its own record, and some that do not. */
const MESSAGES = [
  { role: "user", content: "ok" },
  { role: "user", content: "x".repeat(900) },
  { role: "assistant", content: "done", reasoning: "it is" },
  {
    role: "assistant",
    tool_calls: '[{"id":"c1","function":{"name":"terminal","arguments":"{}"}}]',
  },
  { role: "assistant", content: "half", tool_calls: "{broken" },
  { role: "tool", content: '{"approval":"allowed once"}', tool_call_id: "c1" },
  { role: "tool", content: '{"approval":"allowed once"}', tool_name: "terminal" },
  { role: "user", content: SWITCH, display_kind: "model_switch" },
  { role: "system", content: "session start: source=cron model=-" },
  { role: "user", content: "ok", timestamp: null },
] as const;

const CHANGES = [
  "DELETE FROM messages WHERE id % 7 = 3",
  "UPDATE messages SET active = 0 WHERE id % 5 = 1",
  "UPDATE messages SET content = 'edited' WHERE id = 11",
  "UPDATE messages SET content = substr(content, 1, 899) || 'y' WHERE length(content) = 900",
  "UPDATE sessions SET cwd = '/c'",
  "UPDATE messages SET session_id = 's1' WHERE id % 9 = 2",
  "ALTER TABLE messages ADD COLUMN observed INTEGER DEFAULT 0",
  "VACUUM",
];

type Step = { readonly add: number } | { readonly change: number } | { readonly copy: true };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ add: fc.nat(MESSAGES.length - 1) }) },
  { weight: 2, arbitrary: fc.record({ change: fc.nat(CHANGES.length - 1) }) },
  { weight: 1, arbitrary: fc.constant({ copy: true as const }) },
);

/** A store that lived through the steps; the paths of it and of its copies. */
function lived(folder: string, steps: readonly Step[]): string[] {
  const live = join(folder, "state.db");
  const copies: string[] = [];
  const db = new DatabaseSync(live);
  db.exec(`${TABLES} PRAGMA synchronous=OFF; PRAGMA journal_mode=MEMORY`);
  let second = 1793266100;
  for (const step of steps) {
    if ("copy" in step) {
      const path = join(
        folder,
        "state-snapshots",
        `20261029-0930${copies.length + 10}`,
        "state.db",
      );
      mkdirSync(dirname(path), { recursive: true });
      copyFileSync(live, path);
      copies.push(path);
    } else if ("change" in step) {
      try {
        db.exec(CHANGES[step.change] as string);
      } catch (error) {
        assert.match(String(error), /duplicate column/);
      }
    } else {
      const message = { timestamp: second += 1, ...MESSAGES[step.add] };
      const names = Object.keys(message);
      db.prepare(
        `INSERT INTO messages (session_id, ${names}) VALUES ('s${second % 2}', ${
          names.map(() => "?")
        })`,
      ).run(...Object.values(message));
    }
  }
  db.close();
  return [live, ...copies];
}

function readerFor(path: string): StoreReader {
  return readerOf(path.includes("snapshots") ? "state_snapshot" : "state_db") as StoreReader;
}

/** @param change What becomes of each source's reader */
async function timelineFrom(
  paths: readonly string[],
  change: (reader: StoreReader) => StoreReader,
): Promise<Timeline> {
  const sources = paths.map((path): Source => {
    const reader = readerFor(path);
    const made = madeSource({ store: reader.id, path }, []);
    return { ...made, reader: change(reader), tree: localTree({ stable: true }) };
  });
  return await timelineOf(sources);
}

/** All that a run tells, but for the readers. */
function told({ rows, report }: Timeline): unknown {
  return {
    rows: rows.map(({ record: _, ...row }) => row),
    sources: report.sources.map(({ source: _, database: __, ...rest }) => rest),
  };
}

function withoutBeside({ readBeside: _, ...reader }: StoreReader): StoreReader {
  return reader;
}

Deno.test("copies read beside their live store give the very rows they give alone", async () => {
  let unchanged = 0;
  const counting = (reader: StoreReader): StoreReader => {
    const { readBeside } = reader;
    if (readBeside === undefined) return reader;
    return {
      ...reader,
      *readBeside(file, options, live): Generator<Told | Unchanged> {
        for (const item of readBeside.call(reader, file, options, live)) {
          if (isUnchanged(item)) unchanged++;
          yield item;
        }
      },
    };
  };
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 20, maxLength: 120 }), async (steps) => {
      const folder = mkdtempSync(join(tmpdir(), "live-store-"));
      try {
        const paths = lived(folder, [...steps, { copy: true }, { add: 0 }]);
        const beside = await timelineFrom(paths, counting);
        const alone = await timelineFrom(paths, withoutBeside);
        assert.deepEqual(told(beside), told(alone));
      } finally {
        rmSync(folder, { recursive: true });
      }
    }),
    { numRuns: 60 },
  );
  assert.ok(unchanged > 300, `only ${unchanged} records were told by their key`);
});

function row(fields: Partial<Row>): Row {
  return { ...EMPTY_ROW, turn: "user", text: "ok", ...fields };
}

function emptyStore(): LiveStore {
  const source = madeSource({}, []);
  const options = { maxMemory: 0, workFolder: null, withoutWal: false, imageOnly: false };
  return new LiveStore({ source, report: startReport(source), options });
}

Deno.test("a message is known by the run of rows it gave, if nothing else has a say in them", () => {
  const live = emptyStore();
  live.note(row({ record: 7 }), 20);
  live.note(row({ record: 7, turn: "tool_use" }), 21);
  live.note(row({ record: null }), 22);
  live.note(row({}), 23);
  live.note(row({ record: 9 }), 24);
  live.note(row({ record: 9 }), 26);
  assert.deepEqual(live.rowsOf(7), { first: 20, count: 2 });
  for (const record of [8, 9]) assert.equal(live.rowsOf(record), null);
});

Deno.test("a message with very many rows is decoded wherever it stands", () => {
  const live = emptyStore();
  for (let number = 0; number < 254; number++) live.note(row({ record: 1 }), number);
  assert.deepEqual(live.rowsOf(1), { first: 0, count: 254 });
  for (let number = 254; number < 600; number++) live.note(row({ record: 1 }), number);
  assert.equal(live.rowsOf(1), null);
});

Deno.test("the pages of a store that was not read cannot be had", () => {
  assert.equal(emptyStore().open(), null);
});
