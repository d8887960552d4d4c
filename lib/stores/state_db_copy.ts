/**
 * Copies of state.db that its writers set aside beside it: before an update,
 * before a repair, after a lost WAL.
 *
 * Rests on apps/desktop/electron/main.ts, hermes_state_dbfile.py and
 * hermes_state_wal.py of the vendor. No delete touches them; a retired-wal
 * folder's WAL can hold commits that exist nowhere else.
 *
 * @module
 */

import type { EvidenceFile } from "../evidence/file.ts";
import { saysSqlite } from "../evidence/sqlite_header.ts";
import { type Micros, type Row, systemRow } from "../row/row.ts";
import { parseUtcStamp } from "../row/time.ts";
import type { StoreReader, Told, Unchanged } from "./reader.ts";
import { stateDatabaseCopy } from "./state_db_copy_texts.ts";
import { copyRows, copyRowsBeside, copyRowsByTime } from "./state_db/mod.ts";

/** One copy; nothing at all when its first bytes are not SQLite's. */
export const stateDbCopyReader: StoreReader = {
  id: "state_db_copy",
  *read(file, options): Generator<Told> {
    if (!saysSqlite(file)) return;
    yield headerRow(file);
    yield* copyRows(file, options);
  },
  *readByTime(file, options): Generator<Told> {
    if (saysSqlite(file)) yield* copyRowsByTime(file, options, headerRow(file));
  },
  *readBeside(file, options, live): Generator<Told | Unchanged> {
    if (!saysSqlite(file)) return;
    yield headerRow(file);
    yield* copyRowsBeside(file, options, live);
  },
};

function headerRow(file: EvidenceFile): Row {
  const name = copyName(file.path);
  const time = copyTime(name);
  const words = stateDatabaseCopy.says({ name });
  return systemRow(words, { time, basis: time === null ? null : "utc" });
}

/** The file's name; for a retired WAL generation, its folder's. */
function copyName(path: string): string {
  const [folder = "", file = ""] = path.split("/").slice(-2);
  return file.includes(".", file.indexOf(".") + 1) ? file : folder;
}

/** Only two writers put UTC into the name; the others' stamps are local or counted in seconds. */
function copyTime(name: string): Micros | null {
  const emergency = /-(\d{4})-(\d\d)-(\d\d)T(\d\d)-(\d\d)-(\d\d)(?:-(\d{1,6}))?Z/.exec(name);
  const retired = /retired-wal-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)(?!\d)/.exec(name);
  const match = emergency ?? retired;
  if (match === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(
    Number,
  );
  const micros = Number((match[7] ?? "").padEnd(6, "0"));
  return parseUtcStamp(year, month, day, hour, minute, second, micros);
}
