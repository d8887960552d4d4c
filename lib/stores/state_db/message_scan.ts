/**
 * The one scan over all messages that comes before their rows: their keys and
 * times, and which of them call for a closer look.
 *
 * Straight through the pages where those tell, which takes half of the time;
 * through SQLite where there is anything odd about them.
 *
 * @module
 */

import { byteMark } from "../../evidence/byte_mark.ts";
import { type Database, sql, value } from "../../evidence/database.ts";
import { OddPage } from "../../evidence/leaf_page.ts";
import { type OpenPages, visitPages } from "../../evidence/page_rows.ts";
import type { RecordCells } from "../../evidence/record_cells.ts";
import { trustedMicros } from "../../row/time.ts";
import { KeyIndex } from "./key_index.ts";

/** What the scan finds. */
export interface MessageScan {
  /** Every message that can be reached, by key, with its time and the mark of its uid. */
  readonly index: KeyIndex;
  /** Positions in the index of inactive messages; an absent flag counts as active. */
  readonly inactive: readonly number[];
  /** Whether there is a model-switch marker among them. */
  readonly hasMarker: boolean;
  /** Whether there is a tool result among them that names no tool. */
  readonly hasNamelessResult: boolean;
}

/** SQL for what {@linkcode MessageScan.hasMarker} looks for. */
export const IS_MARKER = "display_kind = 'model_switch'";

/** SQL for what {@linkcode MessageScan.hasNamelessResult} looks for. */
export function isNamelessResult(db: Database): string {
  const named = db.has("messages", "tool_name") ? " AND COALESCE(tool_name, '') = ''" : "";
  return `role = 'tool'${named}`;
}

/** @param pages The database's own pages; null where they are not at hand */
export function scanMessages(db: Database, pages: OpenPages | null): MessageScan {
  return (pages === null ? null : pagedScan(pages)) ?? scanBySql(db);
}

/** What was found so far. */
class Findings implements MessageScan {
  readonly index = new KeyIndex();
  readonly inactive: number[] = [];
  hasMarker = false;
  hasNamelessResult = false;
}

/** Bytes of a uid that make its mark: enough to look closer only where it matters. */
const UID_START = 8;

const COLUMNS = [
  ["timestamp", 0],
  ["active", 0],
  ["display_kind", Infinity],
  ["role", Infinity],
  ["tool_name", Infinity],
  ["message_uid", UID_START],
] as const;
const [TIMESTAMP, ACTIVE, KIND, ROLE, TOOL_NAME, UID] = [0, 1, 2, 3, 4, 5] as const;

const encoder = new TextEncoder();
const MODEL_SWITCH = encoder.encode("model_switch");
const TOOL = encoder.encode("tool");
const EMPTY = encoder.encode("");

/** Null when the pages do not tell. */
function pagedScan(pages: OpenPages): MessageScan | null {
  if (pages.db.facts.encoding !== "UTF-8") return null;
  const found = new Findings();
  const visit = (key: number, cells: RecordCells): void => {
    const mark = cells.mark(UID);
    // SQLite has its own way to write a number as a text
    if (mark === null && !cells.isNull(UID)) throw new OddPage();
    if (cells.number(ACTIVE) === 0) found.inactive.push(found.index.length);
    found.hasMarker ||= cells.isText(KIND, MODEL_SWITCH);
    found.hasNamelessResult ||= cells.isText(ROLE, TOOL) &&
      (cells.isNull(TOOL_NAME) || cells.isText(TOOL_NAME, EMPTY));
    found.index.add(key, trustedMicros(cells.number(TIMESTAMP)), mark ?? 0);
  };
  return visitPages(pages, { table: "messages", columns: COLUMNS, visit }) ? found : null;
}

const INACTIVE = 1;
const MARKER = 2;
const NAMELESS_RESULT = 4;

function scanBySql(db: Database): MessageScan {
  const found = new Findings();
  const uid = db.has("messages", "message_uid")
    ? `CAST(substr(CAST(message_uid AS BLOB), 1, ${UID_START}) AS BLOB)`
    : "NULL";
  for (const row of db.rows("messages", [value("timestamp"), sql(flagsSql(db)), sql(uid)])) {
    if (row[2] !== null) {
      const flags = Number(row[2]);
      if (flags & INACTIVE) found.inactive.push(found.index.length);
      found.hasMarker ||= (flags & MARKER) !== 0;
      found.hasNamelessResult ||= (flags & NAMELESS_RESULT) !== 0;
    }
    const start = row[3] as Uint8Array | null;
    const mark = start === null ? 0 : byteMark(start, 0, start.length);
    found.index.add(row[0], trustedMicros(row[1]), mark);
  }
  return found;
}

/** The flags of a message, or NULL for none: nearly all messages, and the cheapest value. */
function flagsSql(db: Database): string {
  const flag = (bit: number, column: string, where: string): string =>
    db.has("messages", column) ? `(CASE WHEN ${where} THEN ${bit} ELSE 0 END)` : "0";
  const flags = [
    flag(INACTIVE, "active", "COALESCE(active, 1) = 0"),
    flag(MARKER, "display_kind", IS_MARKER),
    flag(NAMELESS_RESULT, "role", isNamelessResult(db)),
  ];
  return `NULLIF(${flags.join(" + ")}, 0)`;
}
