-- A messaging gateway, a plugin platform, the unified runtime's own sessions, group chats,
-- admitted input, and what outlives a deleted session.
-- @schema 32
-- @rows
CREATE TABLE hosted_rooms (room_id TEXT PRIMARY KEY, name TEXT, created_at REAL);
CREATE TABLE hosted_room_events (room_id TEXT, seq INTEGER, event_id TEXT, kind TEXT, actor_json TEXT,
  payload_json TEXT, created_at REAL, PRIMARY KEY (room_id, seq)) WITHOUT ROWID;
CREATE TABLE hosted_room_retired_ids (room_id TEXT PRIMARY KEY, retired_at REAL);
CREATE TABLE hosted_room_links (room_id TEXT, target_url TEXT, "grant" TEXT);
INSERT INTO sessions (id, source, user_id, chat_id, chat_type, thread_id, display_name, origin_json,
  model, model_config, started_at, message_count) VALUES
 ('20261028_201500_bb0001', 'discord', '88213', '1497549923779084388', 'channel', NULL, 'build-alerts',
  '{"platform": "discord", "chat_id": 1497549923779084388, "user_name": "ops_kim"}', 'openai/gpt-5.1', NULL, 1793218500.0, 4),
 ('20261028_202000_bb0002', 'irc', 'lee', '#ops', 'channel', NULL, NULL, '{"chat_name": "ops channel"}', NULL, '{"yolo_mode": true}', 1793218800.0, 1),
 ('local-0001', 'cli', 'me', 'req-1', 'dm', NULL, NULL, '{"platform": "local"}', 'openai/gpt-5.1', NULL, 1793219000.0, 1),
 ('local-0002', 'cron', 'me', 'local-0002', 'dm', NULL, NULL, NULL, 'openai/gpt-5.1', NULL, 1793219100.0, 2),
 ('local-0003', 'api_server', NULL, NULL, NULL, NULL, NULL, '{broken', NULL, '[1]', 1793219200.0, 0);
INSERT INTO messages (id, session_id, role, content, tool_call_id, tool_calls, tool_name, timestamp,
  observed, platform_message_id, display_kind) VALUES
 (1, '20261028_201500_bb0001', 'session_meta', NULL, NULL, NULL, NULL, 1793218500.5, 0, NULL, NULL),
 (2, '20261028_201500_bb0001', 'user', 'lunch anyone?', NULL, NULL, NULL, 1793218501.0, 1, 'm-1', NULL),
 (3, '20261028_201500_bb0001', 'user', 'deploy it', NULL, NULL, NULL, 1793218502.0, 0, 'm-2', NULL),
 (4, '20261028_201500_bb0001', 'tool', '{"output": "", "status": "pending_approval", "pattern_key": "deploy", "smart_denied": false, "command": "make deploy"}',
  'call_d', NULL, 'terminal', 1793218503.0, 0, NULL, NULL),
 (5, '20261028_202000_bb0002', 'user', 'hello from irc', NULL, NULL, NULL, 1793218801.0, 0, NULL, NULL),
 (6, 'local-0001', 'user', 'typed here', NULL, NULL, NULL, 1793219001.0, 0, NULL, NULL),
 (7, 'local-0002', 'user', 'nightly report', NULL, NULL, NULL, 1793219101.0, 0, NULL, NULL),
 (8, 'local-0002', 'oracle', 'a role nobody knows', NULL, NULL, NULL, 1793219102.0, 0, NULL, NULL),
 (9, '20261001_000000_gone01', 'user', 'orphan question', NULL, NULL, NULL, 1793219300.0, 0, NULL, NULL);
INSERT INTO state_meta VALUES
 ('gateway.local_policy.v1:req-1', '{"session_id": "local-0001"}'),
 ('gateway.retired_session.v1.20261001_000000_gone01', '{"retired_at": 1793219400.0, "own": true}'),
 ('gateway.retired_session.v1.20261001_000000_gone02', '{broken'),
 ('gateway.terminal_admission.v1.adm-1', '{"target_session_id": "20261001_000000_gone01"}'),
 ('gateway.admission.result.v1.adm-1', '{"result": {"final_response": "The answer that stayed.", "messages": []}}'),
 ('gateway.admission.result.v1.adm-2', '{"result": {"final_response": "Of a session that lives."}}'),
 ('gateway.admission.result.v1.adm-9', '{"result": {"final_response": "Of nobody knows which."}}');
INSERT INTO session_admissions (admission_id, target_session_id, payload_json, intent, status) VALUES
 ('adm-2', 'local-0001', '{"text": "typed here", "intent": "queue"}', 'queue', 'terminal'),
 ('adm-3', 'local-0001', '{"text": "typed here", "intent": "queue"}', 'queue', 'queued'),
 ('adm-4', 'local-0001', '{"text": "never ran"}', 'steer', 'unknown'),
 ('adm-5', 'local-0001', 'not json', 'queue', 'queued');
INSERT INTO conversation_generations VALUES ('discord', 'agent:main:discord:channel:1497549923779084388', 9007199254740993);
INSERT INTO gateway_routing VALUES ('', 'agent:main:irc:#ops', '{"session_id": "20261028_202000_bb0002", "yolo_mode": true}', 1793218900.0),
 ('', 'agent:main:discord:1', '{"session_id": "20261028_201500_bb0001"}', 1793218901.0);
INSERT INTO hosted_rooms VALUES ('room-7', 'release', 1793220000.0);
INSERT INTO hosted_room_events VALUES
 ('room-7', 1, 'e1', 'room.created', '{"kind": "system", "id": "gateway"}', '{"members": ["bo", "cy"],  "limit": 1.50}', 1793220000.0),
 ('room-7', 2, 'e2', 'message.user', '{"kind": "user", "id": "u1", "display_name": "Kim"}', '{"thread_id": "t1", "text": "ship it"}', 1793220010.0),
 ('room-8', 1, 'e3', 'message.member', '{"kind": "member", "id": "bo"}', '"oops"', 1793220020.0);
INSERT INTO hosted_room_retired_ids VALUES ('room-6', 1793220100.0);
INSERT INTO hosted_room_links VALUES ('room-7', 'https://hermes.example/rooms/7', 'a secret');
