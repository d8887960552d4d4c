/**
 * Which rows of the timeline are asked for; applied after duplicates are paired.
 *
 * @module
 */

import { ownerRule, type OwnerWish } from "../discover/mod.ts";
import type { Micros } from "../row/row.ts";
import type { StampedRow } from "../row/stamped.ts";
import type { Source } from "./source.ts";

/** What narrows a timeline; an absent list narrows nothing. */
export interface FilterOptions extends OwnerWish {
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
  const isAsked = sourceRule(options);
  const stores = wanted(options.stores);
  const sessions = wanted(options.sessions);
  const since = options.since ?? -Infinity;
  const until = options.until ?? Infinity;
  return (row, source) =>
    isAsked(source) && stores(source.reader.id) && sessions(row.sessionId) &&
    (row.time === null ? !options.timedOnly : row.time >= since && row.time <= until);
}

/** True for the sources of the accounts and profiles that are wanted. */
export function sourceRule(wish: OwnerWish): (source: Source) => boolean {
  const isAsked = ownerRule(wish);
  return ({ owner, namers = [owner] }) => namers.some(isAsked);
}

function wanted(list: readonly string[] | undefined): (value: string | null) => boolean {
  if (list === undefined || list.length === 0) return () => true;
  const set = new Set(list);
  return (value) => set.has(value ?? "");
}
