/**
 * The prompt history that the classic CLI and the TUI share.
 *
 * Rests on hermes_cli/cli_init_mixin.py and ui-tui/src/lib/history.ts of the
 * vendor: the CLI writes host-local time with microseconds (none at all when
 * they are zero), the TUI writes UTC with milliseconds.
 *
 * @module
 */

import type { EvidenceFile } from "../evidence/file.ts";
import { EMPTY_ROW } from "../row/row.ts";
import { lineTrouble } from "../row/trouble.ts";
import { historyEntries, type HistoryEntry, NO_HISTORY_LINE } from "./file_history.ts";
import { slashCommand } from "./prompt_history_texts.ts";
import type { StoreReader, Told } from "./reader.ts";
import { NO_TIME, type StoredTime, writtenTime } from "./stored_time.ts";
import { troublesLast } from "./troubles_last.ts";

/** Reads the prompt history: a `user` row per entry, a `system` row per slash command. */
export const promptHistory: StoreReader = {
  id: "prompt_history",
  read: (file) => troublesLast(() => entries(file)),
};

const STAMP = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(?:\.(\d{3}|\d{6}))?$/;

function* entries(file: EvidenceFile): Generator<Told> {
  for (const entry of historyEntries(file)) {
    const told = "trouble" in entry ? entry : entryRow(entry);
    if (told !== null) yield told;
  }
}

function entryRow(entry: HistoryEntry): Told | null {
  const { text, header, line } = entry;
  const stored = entryTime(header);
  if (text === null) {
    if (stored.time !== null) return null;
    return lineTrouble(NO_HISTORY_LINE, { value: header ?? "", line });
  }
  const base = { ...EMPTY_ROW, ...stored, line };
  if (!text.startsWith("/")) return { ...base, turn: "user", text };
  return { ...base, turn: "system", text: slashCommand.says({ entry: text }) };
}

function entryTime(header: string | null): StoredTime {
  if (header === null) return NO_TIME;
  const stamp = header.replace(/^# ?/, "");
  const match = STAMP.exec(stamp);
  if (match === null) return writtenTime(stamp, null);
  const fraction = match[7] ?? "";
  const basis = fraction.length === 3 ? "utc" : "host-local";
  return writtenTime(stamp, { parts: match.slice(1, 7), fraction, basis });
}
