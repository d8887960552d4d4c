import assert from "node:assert/strict";
import { messageLines, SCHEMA_32, stateLines } from "../../../testdata/state_rows.ts";

const AT = 1793266216.4;
const SHOWN = "2026-10-29T09:30:16.400000Z utc";

function insert(values: string): string {
  return `INSERT INTO messages VALUES ${values};`;
}

/** Rows of schema 32 with the named columns of one message of session S. */
function rows32(columns: string, ...values: string[]): string[] {
  const sql = values.map((value, i) =>
    `INSERT INTO messages (id, session_id, timestamp, ${columns}) VALUES (${
      i + 1
    }, 'S', ${AT}, ${value});`
  );
  return stateLines(SCHEMA_32 + sql.join(""));
}

Deno.test("messages keep what follows a NUL, and show what does not decode", () => {
  const lines = messageLines(insert(`
    (1,'S','user', char(0)||'json:[{"type":"text","text":"one"},{"type":"image_url"},{"type":"text","text":"two"}]',NULL,NULL,NULL,${AT}),
    (2,'S','assistant','A red'||char(0)||' square.',NULL,NULL,NULL,${AT}),
    (3,'S','user',char(0)||'json:{oops',NULL,NULL,NULL,${AT}),
    (4,'S','user',char(0)||'json:{"k": 1}',NULL,NULL,NULL,${AT}),
    (5,'S','user',char(0)||'json:[{"type":"audio","n":1.50},"bare"]',NULL,NULL,NULL,${AT})`));
  assert.deepEqual(lines, [
    `${SHOWN} user #1 one\n[image]\ntwo [session=S]`,
    `${SHOWN} assistant #2 A red\0 square. [session=S]`,
    `${SHOWN} user #3 {oops [session=S]`,
    `${SHOWN} user #4 {"k":1} [session=S]`,
    `${SHOWN} user #5 {"type":"audio","n":1.50}\nbare [session=S]`,
  ]);
});

Deno.test("messages show invalid UTF-8 as replacement characters and lose nothing else", () => {
  const lines = messageLines(insert(`
    (1,'S','user',CAST(X'68616c6620e29c' AS TEXT),NULL,NULL,NULL,${AT}),
    (2,'S','tool',CAST(X'636166e920e920' AS TEXT),NULL,NULL,NULL,${AT}),
    (3,'S','user',CAST(X'78eda08079' AS TEXT),NULL,NULL,NULL,${AT})`));
  assert.deepEqual(lines.map((line) => line.split("#")[1]), [
    "1 half \ufffd [session=S]",
    "2 caf\ufffd \ufffd  [session=S]",
    "3 x\ufffd\ufffd\ufffdy [session=S]",
  ]);
});

Deno.test("messages keep ids that no double holds", () => {
  const lines = messageLines(insert(`
    (9007199254740993,'S','user','first',NULL,NULL,NULL,${AT}),
    (9007199254740995,'S','user','second',NULL,NULL,NULL,${AT})`));
  assert.deepEqual(lines, [
    `${SHOWN} user #9007199254740993 first [session=S]`,
    `${SHOWN} user #9007199254740995 second [session=S]`,
  ]);
});

Deno.test("messages have a time only where the stored one can be trusted", () => {
  const stored = [
    ["1793266216.4", `${SHOWN}`, ""],
    ["5.49e246", "- -", "; timestamp as stored: 5.49e+246"],
    ["3.9e-310", "- -", "; timestamp as stored: 3.9e-310"],
    ["0.0", "- -", "; timestamp as stored: 0"],
    ["1793266216400.0", "- -", "; timestamp as stored: 1793266216400"],
    ["'2026-10-29T09:30:25Z'", "- -", "; timestamp as stored: 2026-10-29T09:30:25Z"],
    ["9e999", "- -", "; timestamp as stored: Infinity"],
    ["-9e999", "- -", "; timestamp as stored: -Infinity"],
    ["X'0aff'", "- -", "; timestamp as stored: x'0aff'"],
    ["NULL", "- -", ""],
    ["4200000000.0", "2103-02-04T02:40:00.000000Z utc", ""],
    ["4200000000.5", "- -", "; timestamp as stored: 4200000000.5"],
  ];
  const sql = stored.map(([value], i) => `(${i + 1},'S','user','t',NULL,NULL,NULL,${value})`);
  assert.deepEqual(
    messageLines(insert(sql.join(","))),
    stored.map(([, shown, note], i) => `${shown} user #${i + 1} t [session=S${note}]`),
  );
});

Deno.test("messages give every malformed tool call what it deserves", () => {
  const calls = [
    "{bad json",
    '"a string"',
    '{"id":"c3","function":{"name":"terminal","arguments":"{\\"command\\":\\"ls\\"}"}}',
    '[{"function":{"name":"terminal","arguments":"{\\"command\\":\\"pwd\\"}"}},7]',
    '[{"function":{"name":"web_search","arguments":"{\\"a\\":1}{\\"a\\":1}"}}]',
    '[{"function":{"name":"write_file","arguments":{"content":"x","path":"/tmp/x"}}}]',
    "[]",
    '[{"function":{"name":"terminal","arguments":"{\\"command\\": \\"ls\\", \\"n\\": NaN}"}}]',
    '[null,{"function":{"name":"terminal","arguments":"{\\"command\\":\\"id\\"}"}}]',
    "",
    '[{"id":"c11"}]',
    '[{"id":"a|b","call_id":"c12|x","function":{"name":"t","arguments":"{\\"command\\":\\"\\",\\"query\\":\\"q\\"}"}}]',
  ];
  const sql = calls.map((value, i) => `(${i + 1},'S','assistant',NULL,NULL,'${value}',NULL,${AT})`);
  assert.deepEqual(messageLines(insert(sql.join(","))), [
    `${SHOWN} tool_use #3 ls [session=S; tool=terminal; id=c3]`,
    `${SHOWN} tool_use #4 pwd [session=S; tool=terminal]`,
    `${SHOWN} tool_use #5 {"a":1}{"a":1} [session=S; tool=web_search]`,
    `${SHOWN} tool_use #6 /tmp/x [session=S; tool=write_file]`,
    `${SHOWN} tool_use #8 {"command": "ls", "n": NaN} [session=S; tool=terminal]`,
    `${SHOWN} tool_use #9 id [session=S; tool=terminal]`,
    `${SHOWN} tool_use #11  [session=S; id=c11]`,
    `${SHOWN} tool_use #12 q [session=S; tool=t; id=c12]`,
    "- - system #1 parser: unparseable record 1 (tool_calls is not valid JSON): {bad json [session=S]",
    '- - system #2 parser: unparseable record 2 (tool_calls is not a list): "a string" [session=S]',
    `- - system #4 parser: unparseable record 4 (tool_calls entry is not an object): ${
      calls[3]
    } [session=S]`,
    `- - system #9 parser: unparseable record 9 (tool_calls entry is not an object): ${
      calls[8]
    } [session=S]`,
  ]);
});

Deno.test("messages of a session that is gone keep its id and no more", () => {
  const lines = stateLines(`
    CREATE TABLE messages (id INTEGER PRIMARY KEY, session_id TEXT, role TEXT, content TEXT, timestamp REAL);
    INSERT INTO messages VALUES (1,'gone','user','orphan question',${AT});`);
  assert.deepEqual(lines, [`${SHOWN} user #1 orphan question [session=gone]`]);
});

Deno.test("messages tell rewound, compacted and superseded apart; a NULL flag is active", () => {
  const lines = rows32(
    "role, content, active, compacted",
    "'user','kept',1,0",
    "'user','undone',0,0",
    "'user','squeezed',0,1",
    "'user','kept',0,0",
  );
  assert.deepEqual(lines.map((line) => line.replace(`${SHOWN} user `, "")), [
    "#1 kept [session=S]",
    "#2 [rewound] undone [session=S; inactive]",
    "#3 [rewound] squeezed [session=S; inactive; compacted]",
    "#4 [rewound] kept [session=S; inactive; superseded copy]",
  ]);
});

Deno.test("messages with the uid of an active one are copies, whatever they say", () => {
  const lines = rows32(
    "role, content, active, message_uid",
    "'user','before the edit',0,'u1'",
    "'user','after the edit',1,'u1'",
    "'user','another',0,'u2'",
  );
  assert.deepEqual(lines.map((line) => line.includes("superseded copy")), [true, false, false]);
});

Deno.test("messages that nobody typed are system rows, but for steering", () => {
  const lines = rows32(
    "role, content, display_kind, _compressed_summary, observed",
    "'user','go on','hidden',0,0",
    "'user','use tabs','steer',0,0",
    "'user','summary of it',NULL,1,0",
    "'user','overheard',NULL,0,1",
    "'user',NULL,'auto_continue',0,0",
    "'session_meta',NULL,NULL,0,0",
    "'critic','hm',NULL,0,0",
    "'system','be brief',NULL,0,0",
    "'assistant','',NULL,0,0",
    "'user','',NULL,0,0",
  );
  assert.deepEqual(lines.map((line) => line.replace(`${SHOWN} `, "")), [
    "system #1 hidden: go on [session=S; display_kind=hidden]",
    "user #2 use tabs [session=S; display_kind=steer]",
    "system #3 context summary: summary of it [session=S; compressed summary]",
    "user #4 overheard [session=S; observed]",
    "system #5 auto_continue: - [session=S; display_kind=auto_continue]",
    "system #6 session_meta: - [session=S; role=session_meta]",
    "system #7 hm [session=S; role=critic]",
    "system #8 be brief [session=S]",
    "user #10  [session=S]",
  ]);
});

Deno.test("messages note what was sent to the model in other words, and their platform id", () => {
  const lines = rows32(
    "role, content, api_content, platform_message_id",
    "'user','look','look [1 image]','m-9'",
    "'user','same','same',NULL",
  );
  assert.deepEqual(lines.map((line) => /\[(.*)\]$/.exec(line)?.[1]), [
    "session=S; api_content differs; platform_message_id=m-9",
    "session=S",
  ]);
});

Deno.test("messages pair a nameless result with the shell call it answers", () => {
  const result = '{"status": "blocked", "error": "BLOCKED: no."}';
  const lines = messageLines(insert(`
    (1,'S','assistant',NULL,NULL,'[{"id":"c1|f","function":{"name":"terminal"}},{"id":"c2","function":{"name":"other"}}]',NULL,${AT}),
    (2,'S','tool','${result}','c1|g',NULL,NULL,${AT}),
    (3,'S','tool','${result}','c2',NULL,NULL,${AT}),
    (4,'S','tool','${result}','c1',NULL,'patch',${AT})`));
  assert.deepEqual(lines.filter((line) => line.includes("permission")), [
    `${SHOWN} system #2 permission decision: blocked BLOCKED: no. [session=S; tool=terminal; id=c1]`,
  ]);
});

Deno.test("messages without a session pair their results with their own calls", () => {
  const lines = messageLines(insert(`
    (1,NULL,'assistant',NULL,NULL,'[{"id":"c1","function":{"name":"terminal"}}]',NULL,${AT}),
    (2,NULL,'tool','{"status": "blocked", "error": "BLOCKED: no."}','c1',NULL,NULL,${AT}),
    (3,'S','tool','{"status": "blocked", "error": "BLOCKED: no."}','c1',NULL,NULL,${AT})`));
  assert.deepEqual(lines.filter((line) => line.includes("permission")), [
    `${SHOWN} system #2 permission decision: blocked BLOCKED: no. [tool=terminal; id=c1]`,
  ]);
});

Deno.test("messages that mark a model switch lose nothing else they hold, and are no rewind", () => {
  const marker = "[System: The active model for this chat has changed to m2. " +
    "From this point forward, go on.]";
  const calls = '[{"id":"c","function":{"name":"terminal","arguments":"{}"}},7]';
  const lines = rows32(
    "role, content, display_kind, reasoning, tool_calls, active",
    `'user', '${marker}', 'model_switch', 'why', '${calls}', 0`,
  );
  const notes = "[session=S; inactive; display_kind=model_switch]";
  assert.deepEqual(lines, [
    `${SHOWN} thinking #1 why ${notes}`,
    `${SHOWN} system #1 model: m2 ${notes.replace("[session=S", "[session=S; model=m2")}`,
    `${SHOWN} tool_use #1 {} ${notes.replace("[session=S", "[session=S; tool=terminal; id=c")}`,
    `- - system #1 parser: unparseable record 1 (tool_calls entry is not an object): ${calls} [session=S; inactive]`,
  ]);
});

Deno.test("messages are inactive only where the flag is the number 0", () => {
  const flags = ["NULL", "1", "2", "0", "0.0", "''", "'x'", "X''"];
  const sql = "CREATE TABLE messages (id INTEGER PRIMARY KEY, session_id, role, content, active);" +
    flags.map((flag, i) => `INSERT INTO messages VALUES (${i + 1},'S','user','t${i}',${flag});`)
      .join("");
  const rewound = stateLines(sql).filter((line) => line.includes("[rewound]"));
  assert.deepEqual(rewound.map((line) => line.split("#")[1]), [
    "4 [rewound] t3 [session=S; inactive]",
    "5 [rewound] t4 [session=S; inactive]",
  ]);
});

Deno.test("messages without a call id answer no call, whatever calls lack one too", () => {
  const lines = rows32(
    "role, content, tool_calls",
    `'assistant', '', '[{"function":{"name":"terminal","arguments":"{}"}}]'`,
    `'tool', '{"status":"blocked","error":"no"}', NULL`,
  );
  assert.deepEqual(lines.filter((line) => line.includes("permission decision")), []);
});

Deno.test("messages of a table without rowids find the model before their marker", () => {
  const marker = (model: string): string =>
    `[System: The active model for this chat has changed to ${model}. From this point forward, x]`;
  const lines = stateLines(`
    CREATE TABLE messages (id INTEGER PRIMARY KEY, session_id, role, content, display_kind)
      WITHOUT ROWID;
    INSERT INTO messages VALUES (1,'S','user','hello',NULL), (2,'S','user','${
    marker("m1")
  }','model_switch'), (3,'S','user','more',NULL), (4,'S','user','${
    marker("m2")
  }','model_switch');`);
  assert.deepEqual(
    lines.filter((line) => line.includes("model: ")).map((line) => line.split(" [")[0]),
    ["- - system #2 model: m1", "- - system #4 model: m1 -> m2"],
  );
});

Deno.test("messages with an endless time are no copies of those without one", () => {
  const lines = stateLines(`
    CREATE TABLE messages (id INTEGER PRIMARY KEY, session_id, role, content, timestamp, active);
    INSERT INTO messages VALUES (1,'S','user','a',9e999,0), (2,'S','user','a',NULL,1),
      (3,'S','user','b',9e999,0), (4,'S','user','b',9e999,1);`);
  assert.deepEqual(
    lines.filter((line) => line.includes("superseded copy")).map((line) => line.split(" [")[0]),
    ["- - user #3"],
  );
});
