/**
 * Records that could not be used: kept as evidence, never thrown away.
 *
 * @module
 */

import { type Row, systemRow } from "./row.ts";

/** The only reasons an error row gives; an engine's own message is never among them. */
export type Reason =
  | "not valid JSON"
  | "not an object"
  | "not a list"
  | "entry is not an object"
  | "no url"
  | "no conversations list"
  | "not a FileHistory line"
  | "not a regular file"
  | `${number} NUL bytes`;

/** A record or a whole file that could not be used. */
export interface Trouble {
  readonly trouble: "record" | "file";
  /** The whole row text, from one of the makers below. */
  readonly text: string;
  readonly sessionId: string | null;
  readonly projectPath: string | null;
  readonly line: number | bigint | null;
  /** True when the record belongs to a message that is no longer active. */
  readonly inactive: boolean;
}

/** What a trouble may know beside its text. */
export type Place = Partial<Pick<Trouble, "sessionId" | "projectPath" | "line" | "inactive">>;

/** Longest stored value an error row carries, in characters (code points). */
export const LONGEST_VALUE = 4000;

/** The value as stored, cut where a row would become unreadable; the cut is said. */
export function storedValue(value: string): string {
  if (value.length <= LONGEST_VALUE) return value;
  let characters = 0;
  let cut = value.length;
  for (let at = 0; at < value.length; characters++) {
    if (characters === LONGEST_VALUE) cut = at;
    const unit = value.charCodeAt(at);
    const pair = unit >= 0xd800 && unit < 0xdc00 && (value.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
    at += pair ? 2 : 1;
  }
  if (characters <= LONGEST_VALUE) return value;
  return `${value.slice(0, cut)} … (${characters} characters in all)`;
}

/**
 * A numbered record of a store that does not decode. `value` is left out where
 * it may be a secret. A value of NUL bytes is told by its reason alone.
 *
 * @param why A reason, or `<table>.<column>: <reason>`
 */
export function recordTrouble(
  record: number | bigint | string,
  why: string,
  place: Place & { value?: string } = {},
): Trouble {
  const value = place.value === undefined ? "" : `: ${storedValue(place.value)}`;
  return trouble("record", `parser: unparseable record ${record} (${why})${value}`, place);
}

/** A line of a text store that does not decode. */
export function lineTrouble(why: Reason, place: Place & { value?: string }): Trouble {
  const value = place.value === undefined ? "" : `: ${storedValue(place.value)}`;
  return trouble("record", `parser: unparseable line (${why})${value}`, place);
}

/** A whole file that could not be read; makes the exit status 1. */
export function fileTrouble(what: string): Trouble {
  return trouble("file", `parser: ${what}`, {});
}

function trouble(kind: Trouble["trouble"], text: string, place: Place): Trouble {
  return {
    trouble: kind,
    text,
    sessionId: place.sessionId ?? null,
    projectPath: place.projectPath ?? null,
    line: place.line ?? null,
    inactive: place.inactive ?? false,
  };
}

/** Tells troubles from rows in a reader's output. */
export function isTrouble(item: Row | Trouble): item is Trouble {
  return "trouble" in item;
}

/** The timeline row of a trouble: a system row without a time. */
export function troubleRow(item: Trouble): Row {
  return systemRow(item.text, {
    sessionId: item.sessionId,
    projectPath: item.projectPath,
    line: item.line,
    notes: item.inactive ? ["inactive"] : [],
  });
}
