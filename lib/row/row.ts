/**
 * The timeline's grammar: one row, what it says and how far its time is to be
 * trusted. No Hermes word belongs here.
 *
 * @module
 */

/** Whom or what a row may speak for. */
export const TURNS = [
  "user",
  "assistant",
  "thinking",
  "tool_use",
  "tool_result",
  "system",
] as const;

/** Who or what a row speaks for. */
export type Turn = typeof TURNS[number];

/** How far a time can be trusted; null for a row without a time. */
export type Basis = "utc" | "host-local" | "file-mtime";

/** A moment in whole microseconds since 1970-01-01T00:00:00Z; exact up to the year 2106. */
export type Micros = number;

/** What a store says, before `lib/parse/` stamps whose it is and where it came from. */
export interface Row {
  readonly turn: Turn;
  /** The words of the turn, or a sentence made by a {@linkcode RowText}. */
  readonly text: string;
  readonly time: Micros | null;
  readonly basis: Basis | null;
  readonly sessionId: string | null;
  readonly projectPath: string | null;
  readonly gitBranch: string | null;
  readonly model: string | null;
  readonly toolName: string | null;
  readonly toolUseId: string | null;
  /** What this store counts in: row id, line number or list position. */
  readonly line: number | bigint | null;
  readonly notes: readonly string[];
  /**
   * Key of the record that alone decides what the row says; absent where other
   * records have their say too.
   */
  readonly record?: number | null;
  /** The bare words of a message or an input where `text` says more than they do. */
  readonly words?: string | null;
  /** All that a tool was given where `text` says a part of it. */
  readonly given?: string;
}

/** The fields a reader may leave out of a row: all of them absent values. */
export const EMPTY_ROW: Omit<Row, "turn" | "text"> = {
  time: null,
  basis: null,
  sessionId: null,
  projectPath: null,
  gitBranch: null,
  model: null,
  toolName: null,
  toolUseId: null,
  line: null,
  notes: [],
};

/** A `system` row: what a store tells rather than what somebody said. */
export function systemRow(text: string, fields: Partial<Row> = {}): Row {
  return { ...EMPTY_ROW, ...fields, turn: "system", text };
}
