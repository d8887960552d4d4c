/**
 * What tells one message from another, as bytes that two databases can compare.
 *
 * Rests on hermes_state_messages.py of the vendor (`_display_dedupe_key`): a
 * logical message is its session, role, words, calls and time; ids start again
 * after a lost store and tell nothing.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import {
  type Column,
  type Database,
  type Filter,
  type Key,
  sql,
  type SqlValue,
  text,
  value,
} from "../evidence/database.ts";

/** A message as it is compared. */
export interface ComparedMessage {
  readonly key: Key;
  readonly timestamp: SqlValue;
  /** {@linkcode ACTIVE} and {@linkcode COMPACTED}. */
  readonly state: number;
  /** Session, role, words, calls: a header of byte lengths, then the texts. */
  readonly identity: Uint8Array;
  /** All else that is compared, in the same form. */
  readonly details: Uint8Array;
  /** The message's own id where both databases have one. */
  readonly uid: Uint8Array | null;
}

/** Bit of the state: part of the conversation as the agent sees it. */
export const ACTIVE = 1;
/** Bit of the state: replaced by a summary. */
export const COMPACTED = 2;

/** Columns of a message's identity beside its time. */
export const IDENTITY_COLUMNS = [
  "session_id",
  "role",
  "content",
  "tool_call_id",
  "tool_calls",
  "tool_name",
] as const;

/** Texts that may change while the message stays the same. */
export const DETAIL_COLUMNS = [
  "reasoning",
  "reasoning_content",
  "reasoning_details",
  "codex_reasoning_items",
  "codex_message_items",
  "api_content",
  "display_kind",
  "display_metadata",
  "finish_reason",
  "effect_disposition",
  "platform_message_id",
  "observed",
  "_compressed_summary",
] as const;

/** True in SQL for a flag that is set. */
const FLAG_COLUMNS: ReadonlySet<string> = new Set(["observed", "_compressed_summary"]);

/** Which columns two databases compare, and how their bytes are made. */
export interface Shape {
  readonly details: readonly string[];
  readonly hasUids: boolean;
  /** True when the stored bytes can be compared as they are. */
  readonly asStored: boolean;
}

/** What two databases can compare: a column that only one of them has tells nothing. */
export function shapeOf(older: Database, newer: Database): Shape {
  const both = (column: string): boolean => older.has(TABLE, column) && newer.has(TABLE, column);
  return {
    details: DETAIL_COLUMNS.filter(both),
    hasUids: both("message_uid"),
    asStored: older.facts.encoding === newer.facts.encoding,
  };
}

/** The table of messages. */
export const TABLE = "messages";

/** Messages of a database in stored order. */
export function* comparedMessages(
  db: Database,
  shape: Shape,
  filter?: Filter,
): Generator<ComparedMessage> {
  const make = shape.asStored ? storedColumns(db, shape) : decodedColumns(shape);
  const columns = [value("timestamp"), sql(stateSql(db)), ...make.columns];
  for (const cells of db.rows(TABLE, columns, filter)) {
    const [key, timestamp, state] = cells as readonly [Key, SqlValue, SqlValue];
    const { identity, details, uid } = make.read(cells as readonly unknown[]);
    yield { key, timestamp, state: Number(state), identity, details, uid };
  }
}

/** The session of a message, from its identity; null for a message without one. */
export function sessionOf(identity: Uint8Array): string | null {
  const length = lengthAt(identity, 0);
  if (length === null) return null;
  const from = identity.indexOf(SEMICOLON) + 1;
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(
    identity.subarray(from, from + length),
  );
}

type Parts = Pick<ComparedMessage, "identity" | "details" | "uid">;

interface Maker {
  readonly columns: readonly Column[];
  read(cells: readonly unknown[]): Parts;
}

/** Cells before the ones that a maker asks for. */
const OWN = 3;

/** SQL joins the bytes: one value to fetch instead of a dozen. */
function storedColumns(db: Database, shape: Shape): Maker {
  const columns = [
    sql(`CAST(${joinedSql(db, IDENTITY_COLUMNS)} AS BLOB)`),
    sql(`CAST(${detailsSql(db, shape.details)} AS BLOB)`),
  ];
  if (shape.hasUids) columns.push(sql("CAST(message_uid AS BLOB)"));
  return {
    columns,
    read: (cells): Parts => ({
      identity: cells[OWN] as Uint8Array,
      details: cells[OWN + 1] as Uint8Array,
      uid: (cells[OWN + 2] ?? null) as Uint8Array | null,
    }),
  };
}

/** Databases of two encodings: every text is decoded, and joined as UTF-8. */
function decodedColumns(shape: Shape): Maker {
  const names = [...IDENTITY_COLUMNS, ...shape.details];
  const uid = shape.hasUids ? [text("message_uid")] : [];
  const columns = [...names.map((name) => text(name)), ...uid];
  const end = OWN + IDENTITY_COLUMNS.length;
  return {
    columns,
    read: (cells): Parts => {
      const texts = cells as readonly (string | null)[];
      const own = texts[OWN + names.length] ?? null;
      return {
        identity: joined(texts.slice(OWN, end)),
        details: joined(
          texts.slice(end, OWN + names.length).map((cell, at) =>
            FLAG_COLUMNS.has(shape.details[at] ?? "") ? cell ?? "0" : cell
          ),
        ),
        uid: own === null ? null : Buffer.from(own),
      };
    },
  };
}

function joinedSql(db: Database, names: readonly string[]): string {
  const cells = names.map((name) => cellSql(db, name));
  const lengths = cells.map((cell) => `COALESCE(LENGTH(CAST(${cell} AS BLOB)), '-')`);
  const texts = cells.map((cell) => `COALESCE(${cell}, '')`);
  return [lengths.join(" || ',' || ") || "''", "';'", ...texts].join(" || ");
}

/** Details that most messages have, if any: joining those alone is far cheaper. */
const COMMON_DETAILS: ReadonlySet<string> = new Set(["reasoning", "finish_reason"]);

function detailsSql(db: Database, names: readonly string[]): string {
  const rare = names.filter((name) => !COMMON_DETAILS.has(name));
  const all = joinedSql(db, names);
  if (rare.length === 0) return all;
  const absent = rare.map((name) =>
    FLAG_COLUMNS.has(name) ? `COALESCE(${name}, 0) = 0` : `${name} IS NULL`
  );
  const few = joinedSql(db, names.filter((name) => COMMON_DETAILS.has(name)));
  return `CASE WHEN ${absent.join(" AND ")} THEN 'few ' || ${few} ELSE ${all} END`;
}

function cellSql(db: Database, name: string): string {
  if (!db.has(TABLE, name)) return "NULL";
  return FLAG_COLUMNS.has(name) ? `COALESCE(${name}, 0)` : name;
}

function stateSql(db: Database): string {
  const active = db.has(TABLE, "active") ? "(COALESCE(active, 1) <> 0)" : "1";
  const compacted = db.has(TABLE, "compacted") ? "(COALESCE(compacted, 0) <> 0)" : "0";
  return `${active} * ${ACTIVE} + ${compacted} * ${COMPACTED}`;
}

function joined(texts: readonly (string | null)[]): Uint8Array {
  const bytes = texts.map((cell) => Buffer.from(cell ?? ""));
  const lengths = texts.map((cell, at) => cell === null ? "-" : String(bytes[at]?.length));
  return Buffer.concat([Buffer.from(`${lengths.join(",")};`), ...bytes]);
}

const SEMICOLON = 0x3b;
const DASH = 0x2d;

function lengthAt(bytes: Uint8Array, from: number): number | null {
  if (bytes[from] === DASH) return null;
  let length = 0;
  for (let at = from; at < bytes.length; at++) {
    const digit = (bytes[at] as number) - 0x30;
    if (digit < 0 || digit > 9) return length;
    length = length * 10 + digit;
  }
  return length;
}
