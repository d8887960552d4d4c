-- What the store held at 10:02:44: the session that was deleted afterwards, and the first one
-- before its last turns were undone.
-- @schema 32
-- @rows
INSERT INTO sessions (id, source, model, started_at, ended_at, end_reason, message_count, cwd, title, title_source) VALUES
 ('20261020_081200_dead01', 'cli', 'openai/gpt-5.1', 1792483920.0, 1792484000.0, 'user_exit', 2, '/srv/site', 'Move the keys', 'user'),
 ('20261029_093015_aa0001', 'cli', 'anthropic/claude-opus-4.1', 1793266215.25, NULL, NULL, 10, '/srv/site', 'Remove the build', 'llm');
INSERT INTO messages (id, session_id, role, content, timestamp) VALUES
 (101, '20261020_081200_dead01', 'user', 'copy the keys to the stick', 1792483921.0),
 (102, '20261020_081200_dead01', 'assistant', 'Copied 3 keys.', 1792483925.0),
 (1, '20261029_093015_aa0001', 'user', 'remove the old build, please', 1793266215.0),
 (9, '20261029_093015_aa0001', 'user', 'forget that', 1793266600.0);
