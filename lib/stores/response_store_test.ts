import assert from "node:assert/strict";
import { memoryFile } from "../../testdata/memory_file.ts";
import { assertBearsNoise, toldOrFault } from "../../testdata/reader_faults.ts";
import { printed, sampleBytes, SMALL_IMAGES, toldOf } from "../../testdata/sample.ts";
import { databaseBytes } from "../../testdata/sample_database.ts";
import { EvidenceError } from "../evidence/errors.ts";
import type { DatabaseFacts } from "./reader.ts";
import { responseStore } from "./response_store.ts";

const PATH = "/home/u/.hermes/response_store.db";
const TABLES =
  "CREATE TABLE responses (response_id TEXT PRIMARY KEY, data TEXT, accessed_at REAL);";

function read(sql: string): string[] {
  return printed(toldOf(responseStore, memoryFile(PATH, databaseBytes(sql))));
}

function header(id: string, fields: string): string {
  return `api server response ${id} ${fields} (from response_store.db responses, created_at)`;
}

/** Responses of one session each, told by their histories. */
function histories(session: string | null, all: readonly (readonly string[])[]): string {
  const rows = all.map((contents, index) => {
    const history = contents.map((content) => ({ role: "user", content }));
    const data = `{"response": {"created_at": ${1793266300 + index}}, ` +
      `"conversation_history": ${JSON.stringify(history)}, ` +
      `"session_id": ${JSON.stringify(session)}}`;
    return `INSERT INTO responses VALUES ('r${index}', '${data}', 0);`;
  });
  return TABLES + rows.join("\n");
}

function words(sql: string): string[] {
  const told = toldOf(responseStore, memoryFile(PATH, databaseBytes(sql)));
  return told.filter((item) => !item.text.startsWith("api server response"))
    .map(({ line, text }) => `${line} ${text}`);
}

Deno.test("responses by their own time, each with the messages that are new in it", () => {
  const sql = new TextDecoder().decode(sampleBytes("response_store", "histories"));
  const session = "[session=api-1]";
  const completed = "status=completed model=hermes-agent";
  assert.deepEqual(read(sql), [
    `2026-10-29T09:31:40.000000Z utc system #2 ${
      header("resp_a", `${completed} conversation=-`)
    } ${session}`,
    `- - user #2 q1 ${session}`,
    `- - assistant #2 a1 ${session}`,
    `2026-10-29T09:31:40.000000Z utc system #6 ${header("idem:5", `${completed} conversation=-`)}`,
    `2026-10-29T09:33:20.000000Z utc system #1 ${
      header("resp_b", `${completed} conversation=weekly, monthly`)
    } ${session}`,
    `- - user #1 q2\n[image] ${session}`,
    "- - tool_use #1 date [session=api-1; tool=terminal; id=c1]",
    '- - tool_result #1 {"output": "Mon", "approval": "smart"} [session=api-1; id=c1]',
    "- - system #1 permission decision: approved (smart) [session=api-1; tool=terminal; id=c1]",
    `- - assistant #1 a2 ${session}`,
    `2026-10-29T09:35:00.000000Z utc system #3 ${
      header("resp_c", "status=- model=- conversation=-")
    } ${session}`,
    `- - system #5 ${
      header("resp_e", "status=- model=- conversation=-")
    } [timestamp as stored: soon]`,
    `- - system #8 ${header("resp_g", "status=- model=- conversation=-")} [session=api-2]`,
    `- - system #3 parser: unparseable record 3 (responses.data conversation_history 2: not an object): "oops" ${session}`,
    `- - system #3 parser: unparseable record 3 (responses.data conversation_history 3: not an object): 7 ${session}`,
    '- - system #4 parser: unparseable record 4 (responses.data: not valid JSON): {"response": {"id": "resp_d"',
    "- - system #7 parser: unparseable record 7 (responses.data: not an object): []",
    "- - system #8 parser: unparseable record 8 (responses.data conversation_history: not a list): {} [session=api-2]",
  ]);
});

Deno.test("a branched history of a session gives what no earlier one held at that place", () => {
  const sql = histories("s", [["a", "b"], ["a", "c", "b"], ["b", "a"], ["a", "c", "b", "d"]]);
  assert.deepEqual(words(sql), ["1 a", "1 b", "2 c", "2 b", "3 b", "3 a", "4 d"]);
});

Deno.test("histories without a session repeat only what they begin with whole", () => {
  const sql = histories(null, [["hi", "b"], ["hi", "c"], ["hi", "b", "d"], ["hi", "b", "d", "e"]]);
  assert.deepEqual(words(sql), ["1 hi", "1 b", "2 hi", "2 c", "3 d", "4 e"]);
});

Deno.test("a store without its table, or with a view in its place, says so", () => {
  assert.deepEqual(read("CREATE TABLE t (a)"), ["- - system #- parser: no responses table [file]"]);
  assert.deepEqual(read("CREATE VIEW responses AS SELECT 1 AS response_id"), [
    "- - system #- parser: responses is not a table [file]",
  ]);
  assert.deepEqual(read(`${TABLES}CREATE VIEW conversations AS SELECT 1`), [
    "- - system #- parser: conversations is not a table [file]",
  ]);
});

Deno.test("a store tells its image and what of its schema is not known", () => {
  const facts: DatabaseFacts[] = [];
  const bytes = databaseBytes(
    `${TABLES}CREATE TABLE conversations (name, mood); CREATE TABLE x (y);`,
  );
  const options = { ...SMALL_IMAGES, onDatabase: (told: DatabaseFacts) => facts.push(told) };
  assert.deepEqual([...responseStore.read(memoryFile(PATH, bytes), options)], []);
  const [{ image, schemaVersion, unknown } = assert.fail("No facts")] = facts;
  assert.deepEqual({ size: image.size, schemaVersion, unknown }, {
    size: bytes.length,
    schemaVersion: null,
    unknown: ["conversations.mood", "x"],
  });
});

Deno.test("a table WITHOUT ROWID is numbered by its keys and told by time all the same", () => {
  const sql = histories("s", [["a"], ["a", "b"]]).replace(
    "accessed_at REAL)",
    "accessed_at REAL) WITHOUT ROWID",
  ).replace("'r0'", "'z'");
  assert.deepEqual(words(sql), ["2 a", "1 b"]);
});

Deno.test("an empty session id is none: its histories may be strangers to each other", () => {
  const all = [["hello", "a"], ["hello", "b"]];
  assert.deepEqual(words(histories("", all)), words(histories(null, all)));
  assert.deepEqual(words(histories("", all)), ["1 hello", "1 a", "2 hello", "2 b"]);
});

Deno.test("conversations without a name, or of no response, name nothing", () => {
  const told = read(`${TABLES}CREATE TABLE conversations (name TEXT, response_id TEXT);
    INSERT INTO responses VALUES ('a', '{}', 0), ('', '{}', 0), ('b', '{}', 0);
    INSERT INTO conversations VALUES ('Zed', 'a'), ('', 'a'), ('Amy', NULL), ('', 'b'), ('Bo', 'b');`);
  assert.deepEqual(told, [
    `- - system #1 ${header("a", "status=- model=- conversation=Zed")}`,
    `- - system #2 ${header("-", "status=- model=- conversation=-")}`,
    `- - system #3 ${header("b", "status=- model=- conversation=Bo")}`,
  ]);
});

Deno.test("a data column that is NULL or bytes gives an error row or its text", () => {
  const told = read(`${TABLES}INSERT INTO responses VALUES ('n', NULL, 0), ('b', x'7b7d', 0);`);
  assert.deepEqual(told, [
    `- - system #2 ${header("b", "status=- model=- conversation=-")}`,
    "- - system #1 parser: unparseable record 1 (responses.data: not valid JSON)",
  ]);
});

Deno.test("what is no database is an evidence fault, and nothing else is thrown", () => {
  const whole = databaseBytes(histories("s", [["a"], ["a", "b"]]));
  const sample = { reader: responseStore, path: PATH, bytes: whole };
  for (const size of [0, 1, 15, 16, 99, 100, 511, 512, 4095, 4096, 8192, whole.length - 1]) {
    const bytes = whole.slice(0, size);
    const told = toldOrFault({ ...sample, bytes });
    if (size < 100) assert(told instanceof EvidenceError, `No fault at ${size} bytes`);
  }
  assertBearsNoise(sample);
});
