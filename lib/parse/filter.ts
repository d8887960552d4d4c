/**
 * Which rows of the timeline are asked for; applied after duplicates are paired.
 *
 * @module
 */

import type { Micros } from "../row/row.ts";
import type { StampedRow } from "../row/stamped.ts";
import type { Source } from "./source.ts";

/** What narrows a timeline; an absent list narrows nothing. */
export interface FilterOptions {
  readonly users?: readonly string[];
  readonly profiles?: readonly string[];
  readonly stores?: readonly string[];
  readonly sessions?: readonly string[];
  /** First moment wanted. */
  readonly since?: Micros | null;
  /** Last moment wanted. */
  readonly until?: Micros | null;
  /** Drop rows without a time, which are kept otherwise. */
  readonly timedOnly?: boolean;
}

/** True for a row that is wanted. */
export type Filter = (row: StampedRow, source: Source) => boolean;

/** Makes the filter. */
export function filterOf(options: FilterOptions): Filter {
  const users = wanted(options.users);
  const profiles = wanted(options.profiles);
  const stores = wanted(options.stores);
  const sessions = wanted(options.sessions);
  const since = options.since ?? -Infinity;
  const until = options.until ?? Infinity;
  return (row, source) =>
    users(row.user) && profiles(row.profile) && stores(source.reader.id) &&
    sessions(row.sessionId) &&
    (row.time === null ? !options.timedOnly : row.time >= since && row.time <= until);
}

function wanted(list: readonly string[] | undefined): (value: string | null) => boolean {
  if (list === undefined || list.length === 0) return () => true;
  const set = new Set(list);
  return (value) => set.has(value ?? "");
}
