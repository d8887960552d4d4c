/**
 * Tables and columns of state.db up to schema 32, to tell what a newer build added.
 *
 * Rests on hermes_state_common.py and gateway/hosted_rooms.py of the vendor, and
 * on databases that builds of schemas 6 to 32 wrote.
 *
 * @module
 */

/** Columns by table; a table whose columns we do not follow has none. */
export const KNOWN_SCHEMA: ReadonlyMap<string, ReadonlySet<string> | null> = new Map(
  Object.entries({
    async_delegations: columns(`
      completed_at delegation_id delivered_at delivery_attempts delivery_claim
      delivery_claimed_at delivery_state dispatched_at event_json origin_session
      origin_session_id origin_ui_session_id owner_execution_id owner_pid owner_started_at
      parent_session_id result_json state task_json updated_at
    `),
    compression_locks: columns(`
      acquired_at expires_at holder session_id
    `),
    conversation_generations: columns(`
      generation session_key source
    `),
    gateway_heartbeats: columns(`
      backend_id host last_heartbeat pid profile started_at
    `),
    gateway_hygiene_state: columns(`
      failure_streak session_key
    `),
    gateway_routing: columns(`
      entry_json scope session_key updated_at
    `),
    hosted_room_events: columns(`
      actor_json authority_epoch created_at event_id kind payload_json room_id seq
    `),
    hosted_room_retired_ids: columns(`
      retired_at room_id
    `),
    hosted_rooms: columns(`
      authority_epoch authority_gateway_id created_at disbanded_at event_bytes members_json
      name next_seq revision room_id updated_at
    `),
    messages: columns(`
      _compressed_summary absorbed_message_uids active api_content codex_message_items
      codex_reasoning_items compacted content display_identity display_kind display_metadata
      display_order effect_disposition finish_reason id message_uid observed
      platform_message_id reasoning reasoning_content reasoning_details role session_id
      timestamp token_count tool_call_id tool_call_uid tool_call_uids tool_calls tool_name
    `),
    runtime_epoch: columns(`
      epoch instance_id singleton
    `),
    schema_version: columns(`
      version
    `),
    session_admissions: columns(`
      admission_id generation intent lineage_json outcome owner_epoch payload_digest
      payload_json principal_id request_id seq status target_session_id
    `),
    session_model_usage: columns(`
      actual_cost_usd api_call_count billing_base_url billing_mode billing_provider
      cache_read_tokens cache_write_tokens cost_source cost_status estimated_cost_usd
      first_seen input_tokens last_seen model output_tokens reasoning_tokens session_id task
    `),
    session_turn_leases: columns(`
      acquired_at conversation_id expires_at holder
    `),
    sessions: columns(`
      actual_cost_usd api_call_count archived auto_archived billing_base_url billing_mode
      billing_provider cache_read_tokens cache_write_tokens chat_id chat_type
      compression_failure_cooldown_until compression_failure_error compression_fallback_streak
      compression_ineffective_count compression_overload_streak compression_recovery_deadline
      cost_source cost_status created_source cwd display_name end_reason ended_at
      estimated_cost_usd expiry_finalized git_branch git_metadata_generation git_repo_root
      handoff_error handoff_platform handoff_state hidden id input_tokens last_activity_at
      last_activity_description last_activity_provenance last_read_at message_count model
      model_config origin_json output_tokens parent_session_id pinned pricing_version
      profile_name reasoning_tokens rewind_count runtime_generation runtime_revision
      session_key source started_at system_prompt system_prompt_hash thread_id title
      title_source tool_call_count tool_names transcript_revision transport_profile user_id
    `),
    state_meta: columns(`
      key value
    `),
    system_prompts: columns(`
      hash prompt
    `),
    worker_executions: columns(`
      adoption_digest execution_id generation kind last_sequence owner_epoch session_id status
    `),
    worker_receipts: columns(`
      execution_id payload_digest result_json sequence
    `),
    hosted_room_links: null,
    hosted_room_remote_runs: null,
    hosted_room_revoked_grants: null,
    hosted_room_revoked_grant_tokens: null,
    hosted_room_peer_reservations: null,
    hosted_room_peer_cleanup: null,
    hosted_room_grant_refresh_receipts: null,
    hosted_room_link_renewals: null,
  }),
);

function columns(names: string): ReadonlySet<string> {
  return new Set(names.trim().split(/\s+/));
}
