-- A build of early 2026: no state_meta, no active column, the system prompt inside the session.
CREATE TABLE schema_version (version INTEGER NOT NULL);
INSERT INTO schema_version VALUES (6);
CREATE TABLE sessions (id TEXT PRIMARY KEY, source TEXT NOT NULL, user_id TEXT, model TEXT,
  model_config TEXT, system_prompt TEXT, parent_session_id TEXT, started_at REAL NOT NULL,
  ended_at REAL, end_reason TEXT, message_count INTEGER DEFAULT 0, title TEXT);
CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL, role TEXT NOT NULL,
  content TEXT, tool_call_id TEXT, tool_calls TEXT, tool_name TEXT, timestamp REAL NOT NULL,
  token_count INTEGER, finish_reason TEXT, reasoning TEXT);
INSERT INTO sessions (id, source, user_id, model, started_at, message_count) VALUES
 ('20260301_090000_ab12', 'telegram', '42', 'openai/gpt-5', 1772355600.0, 3);
INSERT INTO messages (session_id, role, content, tool_call_id, tool_calls, tool_name, timestamp, reasoning) VALUES
 ('20260301_090000_ab12', 'user', 'list files', NULL, NULL, NULL, 1772355601.0, NULL),
 ('20260301_090000_ab12', 'assistant', NULL, NULL, '[{"id": "call_1", "type": "function", "function": {"name": "terminal", "arguments": "{\"command\": \"ls\"}"}}]', NULL, 1772355602.0, 'Look first.'),
 ('20260301_090000_ab12', 'tool', '{"output": "a.txt", "exit_code": 0, "error": null}', 'call_1', NULL, 'terminal', 1772355603.0, NULL);
