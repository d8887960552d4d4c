-- A young home: the main file is one page, the schema and every row stand only in the WAL.
-- @wal
-- @schema 32
-- @rows
INSERT INTO sessions (id, source, model, started_at, message_count) VALUES
 ('20261029_093015_cc0001', 'cli', 'openai/gpt-5.1', 1793266215.0, 2);
INSERT INTO messages (session_id, role, content, timestamp) VALUES
 ('20261029_093015_cc0001', 'user', 'only in the WAL', 1793266216.0),
 ('20261029_093015_cc0001', 'assistant', 'Seen.', 1793266217.0);
-- @uncommitted
INSERT INTO messages (session_id, role, content, timestamp)
 WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
 SELECT '20261029_093015_cc0001', 'user', 'never committed ' || i || hex(zeroblob(100)), 1793266218.0 + i FROM n;
