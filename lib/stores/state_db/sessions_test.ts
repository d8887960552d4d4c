import assert from "node:assert/strict";
import { SCHEMA_32, stateLines } from "../../../testdata/state_rows.ts";

const T0 = 1793266215;

function sessionLines(rows: string, more = ""): string[] {
  return stateLines(`${SCHEMA_32} INSERT INTO sessions (id, source, model, model_config,
    parent_session_id, started_at, ended_at, end_reason) VALUES ${rows}; ${more}`);
}

function words(lines: string[]): string[] {
  return lines.map((line) => line.replace(/^\S+ \S+ system #\d+ /, ""));
}

Deno.test("sessions name how they hang on their parent", () => {
  const lines = sessionLines(`
    ('p1','cli',NULL,NULL,NULL,${T0},${T0},'compression'), ('p2','cli',NULL,NULL,NULL,${T0},${T0},'branched'),
    ('a','cli',NULL,NULL,'p1',${T0},NULL,NULL), ('b','cli',NULL,NULL,'p2',${T0},NULL,NULL),
    ('c','cli',NULL,'{"_reset_from":"p1"}','p1',${T0},NULL,NULL),
    ('d','cli',NULL,'{"_branched_from":"p1"}','p1',${T0},NULL,NULL),
    ('e','subagent',NULL,NULL,NULL,${T0},NULL,NULL), ('f','cli',NULL,'{"_delegate_from":"p1"}','gone',${T0},NULL,NULL)`);
  const parents = words(lines).map((line) => /parent=(.*) end_reason/.exec(line)?.[1]);
  assert.deepEqual(parents.filter((parent) => parent !== undefined), [
    "-",
    "-",
    "p1 parent_link=compression",
    "p2 parent_link=branch",
    "p1",
    "p1 parent_link=branch",
    "- parent_link=delegation",
    "gone parent_link=delegation",
  ]);
});

Deno.test("sessions end where an end is stored, also an impossible one", () => {
  const lines = sessionLines(`
    ('a','cli',NULL,NULL,NULL,0.0,5.49e246,NULL), ('b','cli',NULL,NULL,NULL,${T0},${T0}.5,'user_exit')`);
  assert.deepEqual(lines, [
    "- - system #1 session start: source=cli model=- title=- parent=- end_reason=- [session=a; messages=0; timestamp as stored: 0]",
    "- - system #1 session end: - [session=a; timestamp as stored: 5.49e+246]",
    "2026-10-29T09:30:15.000000Z utc system #2 session start: source=cli model=- title=- parent=- end_reason=user_exit [session=b; messages=0]",
    "2026-10-29T09:30:15.500000Z utc system #2 session end: user_exit [session=b]",
  ]);
});

Deno.test("sessions list the models of the main loop, by first use", () => {
  const lines = sessionLines(
    `('a','cli','m3',NULL,NULL,${T0},NULL,NULL), ('b','cli',NULL,NULL,NULL,${T0},NULL,NULL)`,
    `INSERT INTO session_model_usage (session_id, model, billing_provider, task, first_seen) VALUES
      ('a','m2','p',NULL||'',${T0}+20), ('a','m1','',  '',${T0}+10), ('a','m0','','',NULL),
      ('a','m2','q','',${T0}+30), ('a','vision','p','vision',${T0}+1);`.replace("NULL||''", "''"),
  );
  assert.deepEqual(words(lines).filter((line) => line.startsWith("model:")), [
    "model: m0 [session=a; model=m3]",
    "model: m0 -> m1 [session=a; model=m3]",
    "model: m1 -> m2 provider=p [session=a; model=m3]",
    "model: m2 provider=q [session=a; model=m3]",
  ]);
});

Deno.test("sessions say from where they were imported, and when", () => {
  const origin = (at: string): string =>
    `{"imported_from":{"tool":"codex-cli","path":"/h/r.jsonl","foreign_session_id":"f1"${at}}}`;
  const lines = stateLines(`${SCHEMA_32}
    INSERT INTO sessions (id, source, origin_json, archived, started_at) VALUES
    ('a','codex-cli','${origin(',"imported_at":1793270000.5')}',1,${T0}),
    ('b','codex-cli','${origin(',"imported_at":"yesterday"')}',0,${T0}),
    ('c','codex-cli','${origin("")}',0,${T0})`);
  const from = " | imported from codex-cli /h/r.jsonl session f1";
  assert.deepEqual(words(lines).map((line) => /end_reason=-(.*) \[/.exec(line)?.[1]), [
    ` | archived=1${from} imported_at=2026-10-29T10:33:20.500000Z`,
    `${from} imported_at=yesterday`,
    from,
  ]);
});

Deno.test("sessions in a worktree of the agent's say so", () => {
  const lines = stateLines(`${SCHEMA_32}
    INSERT INTO sessions (id, source, cwd, git_branch, started_at) VALUES
    ('a','tui','/r/.worktrees/x','hermes/x',${T0}), ('b','subagent','C:\\r\\.worktrees\\y','hermes-subagent/y',${T0}),
    ('c','tui','/r/.worktrees/x','main',${T0}), ('d','tui','/r/.worktrees/x/deep','hermes/x',${T0}),
    ('e','tui','/r','hermes/x',${T0})`);
  assert.deepEqual(words(lines).filter((line) => line.startsWith("scratch")), [
    "scratch directory: /r/.worktrees/x (git worktree the agent created in /r, branch hermes/x) [session=a; project=/r/.worktrees/x]",
    "scratch directory: C:\\r\\.worktrees\\y (git worktree the agent created in C:\\r, branch hermes-subagent/y) [session=b; project=C:\\r\\.worktrees\\y]",
  ]);
});

Deno.test("sessions of the unified runtime are relayed by nobody; a plugin's are", () => {
  const lines = stateLines(`${SCHEMA_32}
    INSERT INTO sessions (id, source, chat_id, origin_json, started_at) VALUES
    ('a','cli','a',NULL,${T0}), ('b','cron','local-77',NULL,${T0}), ('c','tui','req',NULL,${T0}),
    ('d','cli','x','{"platform":"local"}',${T0}), ('e','api_server','x',NULL,${T0}), ('f','local','x',NULL,${T0}),
    ('g','irc','#ops','{"user_name":"lee","chat_name":"ops"}',${T0}), ('h','zulip','s-1',NULL,${T0}),
    ('i','signal',NULL,NULL,${T0});
    INSERT INTO state_meta VALUES ('gateway.local_policy.v1:req','{}');`);
  assert.deepEqual(words(lines).filter((line) => line.startsWith("session relayed")), [
    "session relayed: irc chat #ops type - thread - user - name lee display ops (from state.db sessions, started_at) [session=g]",
    "session relayed: zulip chat s-1 type - thread - user - name - display - (from state.db sessions, started_at) [session=h]",
    "session relayed: signal chat - type - thread - user - name - display - (from state.db sessions, started_at) [session=i]",
  ]);
});

Deno.test("sessions whose JSON does not decode keep their rows and tell it after all others", () => {
  const lines = sessionLines(
    `('a','cli',NULL,'[1]',NULL,${T0},NULL,NULL), ('b','cli',NULL,'{"yolo_mode":true}',NULL,${T0},NULL,NULL)`,
    `UPDATE sessions SET origin_json='{oops' WHERE id='a';`,
  );
  assert.deepEqual(words(lines).slice(2), [
    "permission setting: yolo_mode=true (from state.db sessions.model_config, started_at) [session=b]",
    "parser: unparseable record 1 (sessions.origin_json: not valid JSON): {oops [session=a]",
    "parser: unparseable record 1 (sessions.model_config: not an object): [1] [session=a]",
  ]);
});

Deno.test("sessions where nobody types mark their user rows", () => {
  const lines = sessionLines(
    `('a','cli',NULL,NULL,NULL,${T0},NULL,NULL), ('b','cron',NULL,NULL,NULL,${T0},NULL,NULL),
     ('c','telegram',NULL,NULL,NULL,${T0},NULL,NULL), ('d','api_server',NULL,NULL,NULL,${T0},NULL,NULL)`,
    `INSERT INTO messages (session_id, role, content, timestamp) VALUES
      ('a','user','x',${T0}), ('b','user','x',${T0}), ('b','assistant','x',${T0}), ('c','user','x',${T0}), ('d','user','x',${T0});`,
  );
  assert.deepEqual(
    lines.filter((line) => / x \[/.test(line)).map((line) => /\[(.*)\]/.exec(line)?.[1]),
    [
      "session=a",
      "session=b; session source=cron",
      "session=b",
      "session=c",
      "session=d; session source=api_server",
    ],
  );
});

Deno.test("sessions that share an id, or have none, keep their own folder and model", () => {
  const lines = stateLines(`
    CREATE TABLE sessions (id TEXT, source, model, started_at, cwd, git_repo_root);
    INSERT INTO sessions VALUES ('a','cli','m1',${T0},'/one',NULL),
      ('a','cli','m2',${T0},NULL,'/two'), (NULL,'cli','m3',${T0},'/three',NULL);`);
  assert.deepEqual(words(lines).filter((line) => line.startsWith("model:")), [
    "model: m1 [session=a; project=/one; model=m1]",
    "model: m2 [session=a; project=/two; model=m2]",
    "model: m3 [project=/three; model=m3]",
  ]);
});

Deno.test("sessions show a model without a name as absent, also before another", () => {
  const lines = sessionLines(
    `('a','cli',NULL,NULL,NULL,${T0},NULL,NULL)`,
    `INSERT INTO session_model_usage (session_id, model, first_seen) VALUES
      ('a','',${T0}+1), ('a','m1',${T0}+2);`,
  );
  assert.deepEqual(words(lines).filter((line) => line.startsWith("model:")), [
    "model: - [session=a]",
    "model: - -> m1 [session=a]",
  ]);
});

Deno.test("sessions show no change between two models without a name", () => {
  const lines = sessionLines(
    `('a','cli',NULL,NULL,NULL,${T0},NULL,NULL)`,
    `INSERT INTO session_model_usage (session_id, model, billing_provider, first_seen) VALUES
      ('a','','p',${T0}+1), ('a','m1','p',${T0}+3), ('a','','q',${T0}+2);`,
  );
  assert.deepEqual(words(lines).filter((line) => line.startsWith("model:")), [
    "model: - provider=p [session=a]",
    "model: - provider=q [session=a]",
    "model: - -> m1 provider=p [session=a]",
  ]);
});

Deno.test("sessions tell their models in the order that SQLite gives their times", () => {
  const lines = sessionLines(
    `('a','cli',NULL,NULL,NULL,${T0},NULL,NULL)`,
    `INSERT INTO session_model_usage (session_id, model, first_seen) VALUES
      ('a','m7',X'00'), ('a','m6','b'), ('a','m5','a'), ('a','m4',9e999), ('a','m3',${T0}+1),
      ('a','m2',-9e999), ('a','m1',NULL);`,
  );
  const told = words(lines).filter((line) => line.startsWith("model:"));
  assert.deepEqual(told.map((line) => /(m\d)(?= \[)/.exec(line)?.[1]), [
    "m1",
    "m2",
    "m3",
    "m4",
    "m5",
    "m6",
    "m7",
  ]);
});
