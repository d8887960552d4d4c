import assert from "node:assert/strict";
import { SCHEMA_32, stateLines } from "../../../testdata/state_rows.ts";

const T0 = 1793266215;
const SHOWN = "2026-10-29T09:30:15.000000Z utc";

function lines(sql: string): string[] {
  return stateLines(SCHEMA_32 + sql);
}

Deno.test("deletions are told by the key alone; the value may date them", () => {
  const key = "gateway.retired_session.v1.";
  const told = lines(`INSERT INTO state_meta VALUES
    ('${key}s1','{"retired_at":${T0},"own":true}'), ('${key}s2','{"retired_at":${T0},"expires":true}'),
    ('${key}s3','{}'), ('${key}s4','{broken'), ('${key}s5','[]'), ('${key}s6','{"retired_at":"soon"}'),
    ('GATEWAY.RETIRED_SESSION.V1.s7','{}'), ('gateway.retired_route.v1.s8','{}');`);
  const from = "(from state.db state_meta gateway.retired_session.v1, retired_at)";
  assert.deepEqual(told, [
    `${SHOWN} system #1 session deleted: s1 ${from} [session=s1]`,
    `${SHOWN} system #2 session deleted: s2 sweep ${from} [session=s2]`,
    `- - system #3 session deleted: s3 ${from} [session=s3]`,
    `- - system #4 session deleted: s4 ${from} [session=s4]`,
    `- - system #5 session deleted: s5 ${from} [session=s5]`,
    `- - system #6 session deleted: s6 ${from} [session=s6; timestamp as stored: soon]`,
    "- - system #4 parser: unparseable record 4 (state_meta.value: not valid JSON): {broken [session=s4]",
    "- - system #5 parser: unparseable record 5 (state_meta.value: not an object): [] [session=s5]",
  ]);
});

Deno.test("answers survive only where their session does not", () => {
  const told = lines(`
    INSERT INTO sessions (id, source, started_at) VALUES ('live','cli',${T0});
    INSERT INTO session_admissions (admission_id, target_session_id, payload_json, status) VALUES ('a1','live','{}','terminal'), ('a2','gone','{}','terminal');
    INSERT INTO state_meta VALUES ('gateway.terminal_admission.v1.a3','{"target_session_id":"erased"}'),
      ('gateway.admission.result.v1.a1','{"result":{"final_response":"lives"}}'),
      ('gateway.admission.result.v1.a2','{"result":{"final_response":"two"}}'),
      ('gateway.admission.result.v1.a3','{"result":{"final_response":"three"}}'),
      ('gateway.admission.result.v1.a4','{"result":{}}'), ('gateway.admission.result.v1.a5','oops');`);
  assert.deepEqual(told.slice(1), [
    "- - system #3 surviving answer of deleted session: two [session=gone]",
    "- - system #4 surviving answer of deleted session: three [session=erased]",
    "- - system #5 surviving answer of deleted session: -",
    "- - system #6 parser: unparseable record 6 (state_meta.value: not valid JSON): oops",
  ]);
});

Deno.test("admissions are matched with user messages one to one", () => {
  const admit = (id: string, session: string, words: string): string =>
    `('${id}','${session}','{"text":"${words}"}','queued')`;
  const told = lines(`
    INSERT INTO messages (session_id, role, content, timestamp, active) VALUES
      ('S','user','go',${T0},1), ('S','assistant','stay',${T0},1), ('T','user','stay',${T0},1),
      ('S','user','twin',${T0},0), ('S','user','twin',${T0},1);
    INSERT INTO session_admissions (admission_id, target_session_id, payload_json, status) VALUES
      ${admit("1", "S", "go")}, ${admit("2", "S", "go")}, ${admit("3", "S", "stay")},
      ${admit("4", "S", "twin")}, ${
    admit("5", "S", "twin")
  }, ('6','S','{"intent":"queue"}','queued');`);
  const said = (words: string): string =>
    `input without a message row: ${words} (from state.db session_admissions, status queued) [session=S]`;
  assert.deepEqual(told.filter((line) => line.includes("input without")), [
    `- - system #2 ${said("go")}`,
    `- - system #3 ${said("stay")}`,
    `- - system #5 ${said("twin")}`,
  ]);
});

Deno.test("rooms tell their log in key order, their tombstones, and links without the grant", () => {
  const told = lines(`
    CREATE TABLE hosted_rooms (room_id TEXT PRIMARY KEY, name TEXT);
    CREATE TABLE hosted_room_events (room_id TEXT, seq INTEGER, kind TEXT, actor_json TEXT, payload_json TEXT, created_at REAL, PRIMARY KEY (room_id, seq)) WITHOUT ROWID;
    CREATE TABLE hosted_room_retired_ids (room_id TEXT, retired_at REAL);
    CREATE TABLE hosted_room_links (target_url TEXT, "grant" TEXT);
    INSERT INTO hosted_rooms VALUES ('r1','release');
    INSERT INTO hosted_room_events VALUES ('r2',1,'message.member','{"kind":"member","id":"bo"}','{"text":"done"}',${T0}),
      ('r1',1,'room.created','{"kind":"system","id":"gw"}','{"b": [1.50, "é"], "a": null}',${T0}),
      ('r1',2,'turn.started','oops','7',${T0});
    INSERT INTO hosted_room_retired_ids VALUES ('r0',${T0});
    INSERT INTO hosted_room_links VALUES ('https://h.example/r','s3cret');`);
  assert.deepEqual(told, [
    `${SHOWN} system #1 bot mode room release (r1) seq 1 room.created actor system:gw (-): {"b":[1.50,"é"],"a":null}`,
    `${SHOWN} system #2 bot mode room release (r1) seq 2 turn.started actor -:- (-): -`,
    `${SHOWN} system #3 bot mode room - (r2) seq 1 message.member actor member:bo (-): done`,
    `${SHOWN} system #1 room deleted: r0`,
    "- - system #1 room link: https://h.example/r",
    "- - system #2 parser: unparseable record 2 (hosted_room_events.actor_json: not valid JSON): oops",
    "- - system #2 parser: unparseable record 2 (hosted_room_events.payload_json: not an object): 7",
  ]);
});

Deno.test("delegations, peers and routing tell what they keep of sessions", () => {
  const told = lines(`
    INSERT INTO sessions (id, source, cwd, model, started_at) VALUES ('S','cli','/w','m',${T0});
    INSERT INTO async_delegations (delegation_id, origin_session, parent_session_id, state, dispatched_at, event_json, result_json, task_json) VALUES
      ('1','O','S','done',${T0},'{"goal":"old goal","results":[{"summary":"from the event"}]}',NULL,'{"goal":"new goal"}'),
      ('2','O',NULL,'done',0,'{"goal":"g"}','{"results":[{"summary":"one"},{},{"summary":"two"}]}',NULL),
      ('3','','','lost',${T0},NULL,'{bad',NULL);
    INSERT INTO conversation_generations VALUES ('discord','agent:main:discord:dm:1',9007199254740993);
    INSERT INTO gateway_routing VALUES ('','k1','{"session_id":"S","yolo_mode":true}',${T0}), ('','k2','{"session_id":"S"}',${T0}), ('','k3','[]',${T0});`);
  assert.deepEqual(told.slice(2), [
    "- - system #1 relay peer: discord agent:main:discord:dm:1 generation 9007199254740993 (from state.db conversation_generations)",
    `${SHOWN} system #1 delegation: new goal -> from the event [session=S; project=/w; model=m]`,
    "- - system #2 delegation: g -> one; two [session=O; timestamp as stored: 0]",
    `${SHOWN} system #3 delegation: - -> -`,
    `${SHOWN} system #1 permission setting: yolo_mode=true (from state.db gateway_routing k1, updated_at) [session=S; project=/w; model=m]`,
    "- - system #3 parser: unparseable record 3 (async_delegations.result_json: not valid JSON): {bad",
    "- - system #3 parser: unparseable record 3 (gateway_routing.entry_json: not an object): []",
  ]);
});

Deno.test("state_meta without rowids is numbered by position among all its keys", () => {
  const told = stateLines(`
    CREATE TABLE state_meta (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
    INSERT INTO state_meta VALUES ('a','1'), ('gateway.retired_session.v1.s1','{}'), ('z','2'),
      ('gateway.retired_session.v1.s2','{broken');`);
  assert.deepEqual(told.map((line) => line.split(" (from")[0]), [
    "- - system #2 session deleted: s1",
    "- - system #3 session deleted: s2",
    "- - system #3 parser: unparseable record 3 (state_meta.value: not valid JSON): {broken [session=s2]",
  ]);
});

Deno.test("keys of state_meta are found as blobs too", () => {
  const told = lines(
    `INSERT INTO state_meta VALUES (CAST('gateway.retired_session.v1.s1' AS BLOB), '{}');`,
  );
  assert.equal(told.length, 1);
});

Deno.test("admissions without a target column are no fault", () => {
  const told = stateLines(`
    CREATE TABLE messages (id INTEGER PRIMARY KEY, session_id, role, content);
    CREATE TABLE session_admissions (admission_id, payload_json, status);
    INSERT INTO messages VALUES (1,'S','user','go');
    INSERT INTO session_admissions VALUES ('a','{"text":"go"}','queued');`);
  assert.deepEqual(told.map((line) => line.split("#")[1]), [
    "1 go [session=S]",
    "1 input without a message row: go (from state.db session_admissions, status queued)",
  ]);
});
