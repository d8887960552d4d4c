-- One person at the command line: a command approved and one refused, a picture, a model
-- switch, an undo, a delegated task, a compaction, a branch, a worktree, two deletes.
-- @schema 32
-- @rows
INSERT INTO sessions (id, source, model, model_config, parent_session_id, started_at, ended_at,
  end_reason, message_count, cwd, git_branch, git_repo_root, title, title_source, archived) VALUES
 ('20261029_093015_aa0001', 'cli', 'anthropic/claude-opus-4.1', '{"max_iterations": 90, "yolo_mode": false}',
  NULL, 1793266215.25, 1793267000.5, 'user_exit', 14, '/srv/site', 'main', '/srv/site', 'Tidy the build', 'user', 1),
 ('20261029_094500_aa0002', 'subagent', 'openai/gpt-5.1', '{"_delegate_from": "20261029_093015_aa0001"}',
  '20261029_093015_aa0001', 1793266300.0, 1793266310.0, 'agent_close', 2, '/srv/site', NULL, NULL, NULL, NULL, 0),
 ('20261029_100000_aa0003', 'cli', 'openai/gpt-5.1', NULL, NULL, 1793268000.0, 1793268100.0,
  'compression', 6, '/srv/site/.worktrees/fix-nav', 'hermes/fix-nav', '/srv/site', 'Long talk', 'llm', 0),
 ('20261029_101000_aa0004', 'tui', 'openai/gpt-5.1', '', '20261029_100000_aa0003', 1793268200.0,
  NULL, NULL, 2, NULL, NULL, '/srv/site', 'Long talk #2', 'llm', 0),
 ('20261029_102000_aa0005', 'desktop', NULL, '{"_branched_from": "20261029_093015_aa0001"}',
  '20261029_093015_aa0001', 1793268800.0, NULL, NULL, 1, NULL, NULL, NULL, NULL, NULL, 0),
 ('20261029_103000_aa0006', 'codex-cli', NULL, NULL, NULL, 1793269000.0, NULL, NULL, 2, '/srv/old',
  NULL, NULL, 'Imported from Codex CLI: port the parser', 'user', 0);
UPDATE sessions SET origin_json = '{"imported_from": {"tool": "codex-cli",'
  || ' "path": "/home/ana/.codex/sessions/2026/10/01/rollout-1.jsonl", "foreign_session_id": "0199-f",'
  || ' "imported_at": 1793270000.5}}' WHERE id = '20261029_103000_aa0006';
INSERT INTO session_model_usage (session_id, model, billing_provider, task, first_seen) VALUES
 ('20261029_093015_aa0001', 'anthropic/claude-opus-4.1', 'openrouter', '', 1793266500.75),
 ('20261029_093015_aa0001', 'openai/gpt-5.1', 'custom', '', 1793266217.5),
 ('20261029_093015_aa0001', 'openai/gpt-5.1', 'custom', 'title_generation', 1793266216.0),
 ('20261029_100000_aa0003', 'openai/gpt-5.1', '', '', NULL);
INSERT INTO messages (id, session_id, role, content, tool_call_id, tool_calls, tool_name, timestamp,
  reasoning, active, compacted, display_kind, api_content, _compressed_summary) VALUES
 (1, '20261029_093015_aa0001', 'user', 'remove the old build, please', NULL, NULL, NULL, 1793266215.0,
  NULL, 1, 0, NULL, NULL, 0),
 (2, '20261029_093015_aa0001', 'assistant', 'I will remove it.', NULL,
  '[{"id": "fc_1", "call_id": "call_1", "type": "function", "function": {"name": "terminal", "arguments": "{\"command\": \"rm -rf build/\"}"}}]',
  NULL, 1793266217.5, 'One folder, build/.', 1, 0, NULL, NULL, 0),
 (3, '20261029_093015_aa0001', 'tool',
  '{"output": "", "exit_code": 0, "error": null, "approval": "Command required approval (recursive delete) and was approved by the user."}',
  'call_1', NULL, 'terminal', 1793266230.0, NULL, 1, 0, NULL, NULL, 0),
 (4, '20261029_093015_aa0001', 'assistant', '', NULL,
  '[{"id": "call_2|fc_2", "type": "function", "function": {"name": "terminal", "arguments": "{\"command\": \"rm -rf /srv\"}"}}, {"id": "call_3", "function": {"name": "read_file", "arguments": {"path": "/srv/site/Makefile", "limit": 20}}}]',
  NULL, 1793266231.0, NULL, 1, 0, NULL, NULL, 0),
 (5, '20261029_093015_aa0001', 'tool',
  '{"output": "", "exit_code": -1, "error": "BLOCKED: User denied this command.", "status": "blocked", "user_summary": "rm -rf /srv"}',
  'call_2', NULL, NULL, 1793266240.0, NULL, 1, 0, NULL, NULL, 0),
 (6, '20261029_093015_aa0001', 'tool', 'all: site', 'call_3', NULL, 'read_file', 1793266241.0, NULL, 1, 0, NULL, NULL, 0),
 (7, '20261029_093015_aa0001', 'user', char(0) || 'json:[{"type": "text", "text": "what is this?"}, {"type": "image_url", "image_url": {"url": "data:image/png;base64,iVBOR"}}]',
  NULL, NULL, NULL, 1793266300.5, NULL, 1, 0, NULL, 'what is this? [1 image]', 0),
 (8, '20261029_093015_aa0001', 'user', '[System: The active model for this chat has changed to anthropic/claude-opus-4.1 via provider openrouter. From this point forward, use this runtime metadata when answering.]' || char(10, 10) || 'now try again',
  NULL, NULL, NULL, 1793266500.0, NULL, 1, 0, 'model_switch', NULL, 0),
 (9, '20261029_093015_aa0001', 'user', 'forget that', NULL, NULL, NULL, 1793266600.0, NULL, 0, 0, NULL, NULL, 0),
 (10, '20261029_093015_aa0001', 'assistant', 'Forgotten.', NULL, NULL, NULL, 1793266601.0, 'Nothing to do.', 0, 0, NULL, NULL, 0),
 (11, '20261029_093015_aa0001', 'user', 'Continue with the task.', NULL, NULL, NULL, 1793266700.0, NULL, 1, 0, 'hidden', NULL, 0),
 (12, '20261029_093015_aa0001', 'user', 'use tabs', NULL, NULL, NULL, 1793266701.0, NULL, 1, 0, 'steer', NULL, 0),
 (13, '20261029_094500_aa0002', 'user', 'Count the files', NULL, NULL, NULL, 1793266300.0, NULL, 1, 0, NULL, NULL, 0),
 (14, '20261029_094500_aa0002', 'assistant', 'There are 3 files.', NULL, NULL, NULL, 1793266309.0, NULL, 1, 0, NULL, NULL, 0),
 (15, '20261029_100000_aa0003', 'user', 'question one', NULL, NULL, NULL, 1793268001.0, NULL, 0, 1, NULL, NULL, 0),
 (16, '20261029_100000_aa0003', 'assistant', 'answer one', NULL, NULL, NULL, 1793268002.0, NULL, 0, 1, NULL, NULL, 0),
 (17, '20261029_100000_aa0003', 'user', 'question two', NULL, NULL, NULL, 1793268003.0, NULL, 0, 0, NULL, NULL, 0),
 (18, '20261029_100000_aa0003', 'user', '[CONTEXT COMPACTION] One question was answered.', NULL, NULL, NULL, 1793268003.0, NULL, 1, 0, NULL, NULL, 1),
 (19, '20261029_100000_aa0003', 'user', 'question two', NULL, NULL, NULL, 1793268003.0, NULL, 1, 0, NULL, NULL, 0),
 (20, '20261029_101000_aa0004', 'user', 'and three?', NULL, NULL, NULL, 1793268201.0, NULL, 1, 0, NULL, NULL, 0),
 (21, '20261029_101000_aa0004', 'assistant', 'Broken call.', NULL, '[{"function": {"name": "terminal", "arguments": "{\"command\": \"ls\"}"}}, 7]', NULL, 1793268202.0, NULL, 1, 0, NULL, NULL, 0),
 (22, '20261029_103000_aa0006', 'user', 'port the parser', NULL, NULL, NULL, 1793269000.0, NULL, 1, 0, NULL, NULL, 0),
 (23, '20261029_103000_aa0006', 'assistant', '[ran tool: shell]', NULL, NULL, NULL, 0.0, NULL, 1, 0, NULL, NULL, 0);
INSERT INTO state_meta VALUES
 ('db_file_generation', '5f2d0c11a9e84a0fb3f0f1f7d0a4c9be'),
 ('gateway.retired_session.v1.20261020_081200_dead01', '{"retired_at": 1793272200.25, "own": true}'),
 ('gateway.retired_session.v1.20260601_080000_dead02', '{"retired_at": 1793229200.5, "expires": true, "own": true}'),
 ('gateway.retired_session.v1.20260501_080000_dead03', '{}');
INSERT INTO async_delegations (delegation_id, origin_session, parent_session_id, state, dispatched_at, event_json, result_json, task_json) VALUES
 ('deleg_1', '20261029_093015_aa0001', '20261029_093015_aa0001', 'completed', 1793266299.5,
  '{"goal": "Count the files"}', '{"results": [{"summary": "There are 3 files."}, {"summary": "None is hidden."}]}', NULL);
