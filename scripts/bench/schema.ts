/**
 * The tables of a schema 32 state.db that a parse reads most, with the columns
 * and indexes Hermes gives them. Its full-text indexes are left out: no parse
 * touches them, and they would double the time it takes to make the file.
 *
 * @module
 */

/** Columns of `messages` that the generator fills, in this order. */
export const MESSAGE_COLUMNS = [
  "session_id",
  "role",
  "content",
  "tool_call_id",
  "tool_calls",
  "tool_name",
  "timestamp",
  "finish_reason",
  "reasoning",
  "active",
  "compacted",
  "display_identity",
  "message_uid",
] as const;

/** Columns of `sessions` that the generator fills, in this order. */
export const SESSION_COLUMNS = [
  "id",
  "source",
  "model",
  "started_at",
  "ended_at",
  "end_reason",
  "message_count",
  "cwd",
  "git_branch",
  "title",
] as const;

const SESSION_NUMBERS =
  "message_count tool_call_count input_tokens output_tokens cache_read_tokens cache_write_tokens reasoning_tokens api_call_count"
    .split(" ");

const SESSION_TEXTS =
  "created_source user_id session_key chat_id chat_type thread_id display_name origin_json model model_config system_prompt system_prompt_hash parent_session_id end_reason cwd git_branch git_repo_root billing_provider billing_base_url billing_mode cost_status cost_source pricing_version title title_source last_activity_description last_activity_provenance handoff_state handoff_platform handoff_error compression_failure_error profile_name transport_profile tool_names"
    .split(" ");

const SESSION_FLAGS =
  "runtime_revision runtime_generation git_metadata_generation compression_fallback_streak compression_ineffective_count compression_overload_streak rewind_count archived auto_archived pinned hidden transcript_revision"
    .split(" ");

const SESSION_REALS =
  "ended_at estimated_cost_usd actual_cost_usd last_activity_at compression_failure_cooldown_until compression_recovery_deadline last_read_at"
    .split(" ");

const MESSAGE_TEXTS_BEFORE = "content tool_call_id tool_calls tool_name effect_disposition".split(
  " ",
);

const MESSAGE_TEXTS_AFTER =
  "finish_reason reasoning reasoning_content reasoning_details codex_reasoning_items codex_message_items platform_message_id"
    .split(" ");

/** SQL that makes the tables. */
export const TABLES = `
CREATE TABLE schema_version (version INTEGER NOT NULL);
INSERT INTO schema_version VALUES (32);
CREATE TABLE state_meta (key TEXT PRIMARY KEY, value TEXT);
CREATE TABLE sessions (id TEXT PRIMARY KEY, source TEXT NOT NULL, started_at REAL NOT NULL,
  ${SESSION_TEXTS.map((name) => `${name} TEXT`).join(", ")},
  ${SESSION_REALS.map((name) => `${name} REAL`).join(", ")},
  ${SESSION_NUMBERS.map((name) => `${name} INTEGER DEFAULT 0`).join(", ")},
  ${SESSION_FLAGS.map((name) => `${name} INTEGER NOT NULL DEFAULT 0`).join(", ")});
CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT,
  session_id TEXT NOT NULL REFERENCES sessions(id), role TEXT NOT NULL,
  ${MESSAGE_TEXTS_BEFORE.map((name) => `${name} TEXT`).join(", ")},
  timestamp REAL NOT NULL, token_count INTEGER,
  ${MESSAGE_TEXTS_AFTER.map((name) => `${name} TEXT`).join(", ")},
  observed INTEGER DEFAULT 0, _compressed_summary INTEGER NOT NULL DEFAULT 0,
  active INTEGER NOT NULL DEFAULT 1, compacted INTEGER NOT NULL DEFAULT 0,
  api_content TEXT, display_kind TEXT, display_metadata TEXT, display_identity BLOB,
  display_order INTEGER, message_uid TEXT, absorbed_message_uids TEXT,
  tool_call_uids TEXT, tool_call_uid TEXT);
CREATE TABLE session_model_usage (session_id TEXT NOT NULL, model TEXT NOT NULL,
  billing_provider TEXT NOT NULL DEFAULT '', billing_base_url TEXT NOT NULL DEFAULT '',
  billing_mode TEXT NOT NULL DEFAULT '', task TEXT NOT NULL DEFAULT '',
  api_call_count INTEGER NOT NULL DEFAULT 0, first_seen REAL, last_seen REAL,
  PRIMARY KEY (session_id, model, billing_provider, billing_base_url, billing_mode, task));
`;

/** SQL that makes the indexes; run when the rows are in. */
export const INDEXES = `
CREATE INDEX idx_sessions_source ON sessions(source);
CREATE INDEX idx_sessions_started ON sessions(started_at DESC);
CREATE INDEX idx_messages_session ON messages(session_id, timestamp);
CREATE INDEX idx_messages_session_id ON messages(session_id, id);
CREATE INDEX idx_messages_session_active ON messages(session_id, active, timestamp);
CREATE INDEX idx_messages_display_identity ON messages(session_id, display_identity);
`;
