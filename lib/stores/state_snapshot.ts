/**
 * Quick snapshots: `state-snapshots/<id>/state.db`, a whole older state.db each.
 *
 * Rests on hermes_cli/backup.py of the vendor: made with SQLite's backup
 * interface, so no WAL belongs to it. No delete touches it; the last 20 are kept.
 *
 * @module
 */

import type { EvidenceFile } from "../evidence/file.ts";
import { type Micros, type Row, systemRow } from "../row/row.ts";
import { parseUtcStamp } from "../row/time.ts";
import type { StoreReader, Told, Unchanged } from "./reader.ts";
import { copyRows, copyRowsBeside, copyRowsByTime } from "./state_db/mod.ts";
import { stateSnapshot } from "./state_snapshot_texts.ts";

/** The state.db of one snapshot folder. */
export const stateSnapshotReader: StoreReader = {
  id: "state_snapshot",
  *read(file, options): Generator<Told> {
    yield headerRow(file);
    yield* copyRows(file, options);
  },
  readByTime: (file, options) => copyRowsByTime(file, options, headerRow(file)),
  *readBeside(file, options, live): Generator<Told | Unchanged> {
    yield headerRow(file);
    yield* copyRowsBeside(file, options, live);
  },
};

/** When a snapshot was made, by its folder's name; null for a name without a real date. */
export function snapshotTime(id: string): Micros | null {
  const match = /^(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)(?!\d)/.exec(id);
  if (match === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1).map(
    Number,
  );
  return parseUtcStamp(year, month, day, hour, minute, second, 0);
}

function headerRow(file: EvidenceFile): Row {
  const id = file.path.split("/").at(-2) ?? "";
  const time = snapshotTime(id);
  return systemRow(stateSnapshot.says({ id }), { time, basis: time === null ? null : "utc" });
}
