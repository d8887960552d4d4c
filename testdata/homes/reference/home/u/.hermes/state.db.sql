-- The documented shapes: a counted file with a switch of models, and a messaging session with a
-- refused command, a tombstone and a routing peer.
-- @schema 32
-- @rows
INSERT INTO sessions (id, source, model, started_at, cwd, git_branch, git_repo_root, title) VALUES
 ('20261029_093015_5c7e19a2', 'cli', 'openai/gpt-5.1', 1793266215.0, '/home/u/work/site', 'fix-nav',
  '/home/u/work/site', 'Count lines');
INSERT INTO messages (session_id, role, content, tool_call_id, tool_calls, tool_name, timestamp,
  finish_reason, reasoning, display_kind) VALUES
 ('20261029_093015_5c7e19a2', 'user', 'how many lines in index.html?', NULL, NULL, NULL, 1793266216.4, NULL, NULL, NULL),
 ('20261029_093015_5c7e19a2', 'assistant', '', NULL,
  '[{"id":"call_9f","call_id":"call_9f","response_item_id":null,"type":"function","function":{"name":"terminal","arguments":"{\"command\":\"wc -l index.html\"}"}}]',
  NULL, 1793266217.9, 'tool_calls', 'Count with wc.', NULL),
 ('20261029_093015_5c7e19a2', 'tool', '{"output": "212 index.html", "exit_code": 0, "error": null}', 'call_9f', NULL,
  'terminal', 1793266218.6, NULL, NULL, NULL),
 ('20261029_093015_5c7e19a2', 'user', '[System: The active model for this chat has changed to anthropic/claude-opus-4.1 via provider openrouter. From this point forward, ...]',
  NULL, NULL, NULL, 1793266230.0, NULL, NULL, 'model_switch'),
 ('20261029_093015_5c7e19a2', 'assistant', 'index.html has 212 lines.', NULL, NULL, NULL, 1793266231.2, 'stop', NULL, NULL);
INSERT INTO sessions (id, source, user_id, chat_id, chat_type, display_name, origin_json, model_config, started_at) VALUES
 ('20261028_201500_b41c0de7', 'discord', '88213', '55102', 'channel', 'build-alerts',
  '{"platform":"discord","chat_id":"55102","chat_name":"build-alerts","chat_type":"channel","user_id":"88213","user_name":"ops_kim"}',
  '{"yolo_mode": false}', 1793218500.0);
INSERT INTO messages (session_id, role, content, tool_call_id, tool_name, timestamp) VALUES
 ('20261028_201500_b41c0de7', 'tool', '{"output": "", "exit_code": -1, "error": "Command denied: recursive delete. Use the approval prompt to allow it, or rephrase the command.", "status": "blocked", "user_summary": "rm -rf build/"}',
  'call_c2', 'terminal', 1793218533.5);
INSERT INTO state_meta VALUES ('gateway.retired_session.v1.20261020_081200_77aa01fe', '{"retired_at": 1793229100.25, "expires": true, "own": true}');
INSERT INTO conversation_generations VALUES ('discord', 'agent:main:discord:channel:55102', 3);
