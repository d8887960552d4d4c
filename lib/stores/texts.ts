/**
 * The sentences of every store, apart from the readers: what explains a path
 * needs the words, and nothing that opens a file.
 *
 * @module
 */

import type { AnyText } from "../row/text.ts";
import { backendQuarantined, remoteBackend } from "./connections_texts.ts";
import { cronRun, cronRunError, cronRunOutput } from "./cron_output_texts.ts";
import { DIVERT_TEXTS } from "./divert_texts.ts";
import { JSON_MESSAGE_TEXTS } from "./json_message.ts";
import { LEGACY_SESSION_TEXTS } from "./legacy_session_texts.ts";
import { pairingAsked } from "./pairing_rate_limits_texts.ts";
import { pairingApproved } from "./pairing_texts.ts";
import { reportUploaded } from "./paste_list_texts.ts";
import { PENDING_MESSAGES_TEXTS } from "./pending_messages_texts.ts";
import { slashCommand } from "./prompt_history_texts.ts";
import { apiResponse } from "./response_store_texts.ts";
import { permissionSetting } from "./settings_texts.ts";
import { COPY_TEXTS, STATE_DB_TEXTS } from "./state_db/text_list.ts";
import { stateDatabaseCopy } from "./state_db_copy_texts.ts";
import { stateSnapshot } from "./state_snapshot_texts.ts";
import { trajectorySaved, trajectorySystemPrompt } from "./trajectory_texts.ts";

/** Sentences by their names. */
export type StoreTexts = Readonly<Record<string, AnyText>>;

/** Every sentence each store can give, by the store's id; `mod.ts` lists the readers likewise. */
export const STORE_TEXTS: ReadonlyMap<string, StoreTexts> = new Map<string, StoreTexts>([
  ["state_db", STATE_DB_TEXTS],
  ["state_snapshot", { stateSnapshot, ...COPY_TEXTS }],
  ["state_db_copy", { stateDatabaseCopy, ...COPY_TEXTS }],
  ["divert", DIVERT_TEXTS],
  ["legacy_session", LEGACY_SESSION_TEXTS],
  ["pending_messages", PENDING_MESSAGES_TEXTS],
  ["prompt_history", { slashCommand }],
  ["cron_output", { cronRun, cronRunError, cronRunOutput }],
  ["response_store", { apiResponse, ...JSON_MESSAGE_TEXTS }],
  ["trajectory", { trajectorySaved, trajectorySystemPrompt }],
  ["paste_list", { reportUploaded }],
  ["settings", { permissionSetting }],
  ["pairing", { pairingApproved }],
  ["pairing_rate_limits", { pairingAsked }],
  ["connections", { remoteBackend, backendQuarantined }],
]);
