/**
 * The one list of store readers, in the order of the timeline.
 *
 * @module
 */

import { connections } from "./connections.ts";
import { cronOutput } from "./cron_output.ts";
import { divert } from "./divert.ts";
import { legacySession } from "./legacy_session.ts";
import { pairing } from "./pairing.ts";
import { pairingRateLimits } from "./pairing_rate_limits.ts";
import { pasteList } from "./paste_list.ts";
import { pendingMessages } from "./pending_messages.ts";
import { promptHistory } from "./prompt_history.ts";
import type { StoreReader } from "./reader.ts";
import { responseStore } from "./response_store.ts";
import { settings } from "./settings.ts";
import { stateDb } from "./state_db/mod.ts";
import { stateDbCopyReader } from "./state_db_copy.ts";
import { stateSnapshotReader } from "./state_snapshot.ts";
import { trajectory } from "./trajectory.ts";

export type { DatabaseFacts, ReadOptions, StoreReader, Told } from "./reader.ts";

/** Rows of one time stand in the order of their stores here. */
export const READERS: readonly StoreReader[] = [
  stateDb,
  stateSnapshotReader,
  stateDbCopyReader,
  divert,
  legacySession,
  pendingMessages,
  promptHistory,
  cronOutput,
  responseStore,
  trajectory,
  pasteList,
  settings,
  pairing,
  pairingRateLimits,
  connections,
];

/** The ids of the readers, in that order. */
export const STORE_ORDER: readonly string[] = READERS.map(({ id }) => id);

/** The reader of that id. */
export function readerOf(id: string): StoreReader | undefined {
  return READERS.find((reader) => reader.id === id);
}

/** Ids of the readers of which each file is a whole older database: a source of its own. */
export const WHOLE_COPIES: ReadonlySet<string> = new Set([
  stateSnapshotReader.id,
  stateDbCopyReader.id,
]);

/** Ids of the readers of a session store, live or older. */
export const STATE_DATABASES: ReadonlySet<string> = new Set([stateDb.id, ...WHOLE_COPIES]);
