/**
 * The built-in catalog files, as text inside the program: one line each, in the
 * order their entries are listed.
 *
 * @module
 */

import homes from "./homes.yaml" with { type: "text" };
import exclusions from "./exclusions.yaml" with { type: "text" };
import secrets from "./secrets.yaml" with { type: "text" };
import stateDb from "./stores/state_db.yaml" with { type: "text" };
import stateSnapshot from "./stores/state_snapshot.yaml" with { type: "text" };
import stateDbCopy from "./stores/state_db_copy.yaml" with { type: "text" };
import divert from "./stores/divert.yaml" with { type: "text" };
import legacySession from "./stores/legacy_session.yaml" with { type: "text" };
import pendingMessages from "./stores/pending_messages.yaml" with { type: "text" };
import promptHistory from "./stores/prompt_history.yaml" with { type: "text" };
import cronOutput from "./stores/cron_output.yaml" with { type: "text" };
import responseStore from "./stores/response_store.yaml" with { type: "text" };
import trajectory from "./stores/trajectory.yaml" with { type: "text" };
import pasteList from "./stores/paste_list.yaml" with { type: "text" };
import settings from "./stores/settings.yaml" with { type: "text" };
import pairing from "./stores/pairing.yaml" with { type: "text" };
import pairingRateLimits from "./stores/pairing_rate_limits.yaml" with { type: "text" };
import connections from "./stores/connections.yaml" with { type: "text" };
import activeProfile from "./kept/active_profile.yaml" with { type: "text" };
import cache from "./kept/cache.yaml" with { type: "text" };
import cachedMedia from "./kept/cached_media.yaml" with { type: "text" };
import checkoutEnvironmentFile from "./kept/checkout_environment_file.yaml" with { type: "text" };
import checkoutKeptNames from "./kept/checkout_kept_names.yaml" with { type: "text" };
import checkpointProjects from "./kept/checkpoint_projects.yaml" with { type: "text" };
import checkpointStore from "./kept/checkpoint_store.yaml" with { type: "text" };
import configCopies from "./kept/config_copies.yaml" with { type: "text" };
import connectionsCorrupt from "./kept/connections_corrupt.yaml" with { type: "text" };
import credentialStore from "./kept/credential_store.yaml" with { type: "text" };
import cronExecutions from "./kept/cron_executions.yaml" with { type: "text" };
import cronJobs from "./kept/cron_jobs.yaml" with { type: "text" };
import cronNotepad from "./kept/cron_notepad.yaml" with { type: "text" };
import cronUsage from "./kept/cron_usage.yaml" with { type: "text" };
import databaseLocks from "./kept/database_locks.yaml" with { type: "text" };
import delegationTranscripts from "./kept/delegation_transcripts.yaml" with { type: "text" };
import desktopConnection from "./kept/desktop_connection.yaml" with { type: "text" };
import desktopSettings from "./kept/desktop_settings.yaml" with { type: "text" };
import environmentFile from "./kept/environment_file.yaml" with { type: "text" };
import gatewayFolder from "./kept/gateway_folder.yaml" with { type: "text" };
import gatewayRecovery from "./kept/gateway_recovery.yaml" with { type: "text" };
import gatewayState from "./kept/gateway_state.yaml" with { type: "text" };
import hooks from "./kept/hooks.yaml" with { type: "text" };
import kanban from "./kept/kanban.yaml" with { type: "text" };
import logs from "./kept/logs.yaml" with { type: "text" };
import memories from "./kept/memories.yaml" with { type: "text" };
import memoryDatabase from "./kept/memory_database.yaml" with { type: "text" };
import moaTraces from "./kept/moa_traces.yaml" with { type: "text" };
import pairingCodes from "./kept/pairing_codes.yaml" with { type: "text" };
import pairingFiles from "./kept/pairing_files.yaml" with { type: "text" };
import pasteFiles from "./kept/paste_files.yaml" with { type: "text" };
import pendingFiles from "./kept/pending_files.yaml" with { type: "text" };
import plugins from "./kept/plugins.yaml" with { type: "text" };
import programs from "./kept/programs.yaml" with { type: "text" };
import projectArchivedTrees from "./kept/project_archived_trees.yaml" with { type: "text" };
import projectContext from "./kept/project_context.yaml" with { type: "text" };
import projectWorktreeLock from "./kept/project_worktree_lock.yaml" with { type: "text" };
import projectWorktrees from "./kept/project_worktrees.yaml" with { type: "text" };
import projectsDatabase from "./kept/projects_database.yaml" with { type: "text" };
import requestDump from "./kept/request_dump.yaml" with { type: "text" };
import retaindbQueue from "./kept/retaindb_queue.yaml" with { type: "text" };
import retiredWalFolder from "./kept/retired_wal_folder.yaml" with { type: "text" };
import retiredWalPartial from "./kept/retired_wal_partial.yaml" with { type: "text" };
import savedConversations from "./kept/saved_conversations.yaml" with { type: "text" };
import scratch from "./kept/scratch.yaml" with { type: "text" };
import scripts from "./kept/scripts.yaml" with { type: "text" };
import sessionExports from "./kept/session_exports.yaml" with { type: "text" };
import sessionJson from "./kept/session_json.yaml" with { type: "text" };
import sessionsIndex from "./kept/sessions_index.yaml" with { type: "text" };
import skills from "./kept/skills.yaml" with { type: "text" };
import snapshotContents from "./kept/snapshot_contents.yaml" with { type: "text" };
import snapshotManifest from "./kept/snapshot_manifest.yaml" with { type: "text" };
import snapshotPartial from "./kept/snapshot_partial.yaml" with { type: "text" };
import soul from "./kept/soul.yaml" with { type: "text" };
import spawnTrees from "./kept/spawn_trees.yaml" with { type: "text" };
import subprocessHome from "./kept/subprocess_home.yaml" with { type: "text" };
import terminalOutput from "./kept/terminal_output.yaml" with { type: "text" };
import terminalSessions from "./kept/terminal_sessions.yaml" with { type: "text" };
import updateCheck from "./kept/update_check.yaml" with { type: "text" };
import uploads from "./kept/uploads.yaml" with { type: "text" };
import verificationDatabase from "./kept/verification_database.yaml" with { type: "text" };
import webappFiles from "./kept/webapp_files.yaml" with { type: "text" };
import workspace from "./kept/workspace.yaml" with { type: "text" };

/** Every file of the built-in catalog, by its path in this folder. */
export const CATALOG_FILES: readonly { readonly name: string; readonly text: string }[] = [
  { name: "homes.yaml", text: homes },
  { name: "exclusions.yaml", text: exclusions },
  { name: "secrets.yaml", text: secrets },
  { name: "stores/state_db.yaml", text: stateDb },
  { name: "stores/state_snapshot.yaml", text: stateSnapshot },
  { name: "stores/state_db_copy.yaml", text: stateDbCopy },
  { name: "stores/divert.yaml", text: divert },
  { name: "stores/legacy_session.yaml", text: legacySession },
  { name: "stores/pending_messages.yaml", text: pendingMessages },
  { name: "stores/prompt_history.yaml", text: promptHistory },
  { name: "stores/cron_output.yaml", text: cronOutput },
  { name: "stores/response_store.yaml", text: responseStore },
  { name: "stores/trajectory.yaml", text: trajectory },
  { name: "stores/paste_list.yaml", text: pasteList },
  { name: "stores/settings.yaml", text: settings },
  { name: "stores/pairing.yaml", text: pairing },
  { name: "stores/pairing_rate_limits.yaml", text: pairingRateLimits },
  { name: "stores/connections.yaml", text: connections },
  { name: "kept/active_profile.yaml", text: activeProfile },
  { name: "kept/cache.yaml", text: cache },
  { name: "kept/cached_media.yaml", text: cachedMedia },
  { name: "kept/checkout_environment_file.yaml", text: checkoutEnvironmentFile },
  { name: "kept/checkout_kept_names.yaml", text: checkoutKeptNames },
  { name: "kept/checkpoint_projects.yaml", text: checkpointProjects },
  { name: "kept/checkpoint_store.yaml", text: checkpointStore },
  { name: "kept/config_copies.yaml", text: configCopies },
  { name: "kept/connections_corrupt.yaml", text: connectionsCorrupt },
  { name: "kept/credential_store.yaml", text: credentialStore },
  { name: "kept/cron_executions.yaml", text: cronExecutions },
  { name: "kept/cron_jobs.yaml", text: cronJobs },
  { name: "kept/cron_notepad.yaml", text: cronNotepad },
  { name: "kept/cron_usage.yaml", text: cronUsage },
  { name: "kept/database_locks.yaml", text: databaseLocks },
  { name: "kept/delegation_transcripts.yaml", text: delegationTranscripts },
  { name: "kept/desktop_connection.yaml", text: desktopConnection },
  { name: "kept/desktop_settings.yaml", text: desktopSettings },
  { name: "kept/environment_file.yaml", text: environmentFile },
  { name: "kept/gateway_folder.yaml", text: gatewayFolder },
  { name: "kept/gateway_recovery.yaml", text: gatewayRecovery },
  { name: "kept/gateway_state.yaml", text: gatewayState },
  { name: "kept/hooks.yaml", text: hooks },
  { name: "kept/kanban.yaml", text: kanban },
  { name: "kept/logs.yaml", text: logs },
  { name: "kept/memories.yaml", text: memories },
  { name: "kept/memory_database.yaml", text: memoryDatabase },
  { name: "kept/moa_traces.yaml", text: moaTraces },
  { name: "kept/pairing_codes.yaml", text: pairingCodes },
  { name: "kept/pairing_files.yaml", text: pairingFiles },
  { name: "kept/paste_files.yaml", text: pasteFiles },
  { name: "kept/pending_files.yaml", text: pendingFiles },
  { name: "kept/plugins.yaml", text: plugins },
  { name: "kept/programs.yaml", text: programs },
  { name: "kept/project_archived_trees.yaml", text: projectArchivedTrees },
  { name: "kept/project_context.yaml", text: projectContext },
  { name: "kept/project_worktree_lock.yaml", text: projectWorktreeLock },
  { name: "kept/project_worktrees.yaml", text: projectWorktrees },
  { name: "kept/projects_database.yaml", text: projectsDatabase },
  { name: "kept/request_dump.yaml", text: requestDump },
  { name: "kept/retaindb_queue.yaml", text: retaindbQueue },
  { name: "kept/retired_wal_folder.yaml", text: retiredWalFolder },
  { name: "kept/retired_wal_partial.yaml", text: retiredWalPartial },
  { name: "kept/saved_conversations.yaml", text: savedConversations },
  { name: "kept/scratch.yaml", text: scratch },
  { name: "kept/scripts.yaml", text: scripts },
  { name: "kept/session_exports.yaml", text: sessionExports },
  { name: "kept/session_json.yaml", text: sessionJson },
  { name: "kept/sessions_index.yaml", text: sessionsIndex },
  { name: "kept/skills.yaml", text: skills },
  { name: "kept/snapshot_contents.yaml", text: snapshotContents },
  { name: "kept/snapshot_manifest.yaml", text: snapshotManifest },
  { name: "kept/snapshot_partial.yaml", text: snapshotPartial },
  { name: "kept/soul.yaml", text: soul },
  { name: "kept/spawn_trees.yaml", text: spawnTrees },
  { name: "kept/subprocess_home.yaml", text: subprocessHome },
  { name: "kept/terminal_output.yaml", text: terminalOutput },
  { name: "kept/terminal_sessions.yaml", text: terminalSessions },
  { name: "kept/update_check.yaml", text: updateCheck },
  { name: "kept/uploads.yaml", text: uploads },
  { name: "kept/verification_database.yaml", text: verificationDatabase },
  { name: "kept/webapp_files.yaml", text: webappFiles },
  { name: "kept/workspace.yaml", text: workspace },
];
