-- 200 messages on small pages; one leaf page of them was overwritten.
-- @page_size 1024
-- @schema 32
-- @rows
INSERT INTO sessions (id, source, model, started_at, message_count) VALUES
 ('20261029_093015_dd0001', 'cli', 'openai/gpt-5.1', 1793266215.0, 200);
INSERT INTO messages (session_id, role, content, timestamp)
 WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
 SELECT '20261029_093015_dd0001', 'user', 'message ' || i || ' ' || hex(zeroblob(40)), 1793266215.0 + i FROM n;
-- @overwrite_leaf messages
