/**
 * What a search asks for beside its words.
 *
 * @module
 */

import type { SqlValue } from "../../evidence/columns.ts";
import type { Micros } from "../../row/row.ts";
import { trustedMicros } from "../../row/time.ts";
import type { Heads } from "../session_head.ts";
import type { Matcher } from "./matcher.ts";

/** The filters of a search; an empty list asks for nothing. */
export interface Filters {
  /** Front ends (`cli`, `telegram`) of the sessions wanted. */
  readonly sources: readonly string[];
  /** Front ends of the sessions not wanted. */
  readonly notSources: readonly string[];
  readonly roles: readonly string[];
  readonly sessions: readonly string[];
  /** Title of the one session wanted in each home, the latest that continues it; null for any. */
  readonly title: string | null;
  readonly since: Micros | null;
  readonly until: Micros | null;
}

/** What of a document the filters look at. */
export interface Placed {
  readonly sessionId: string | null;
  readonly role: string | null;
  readonly timestamp: SqlValue;
}

/** What of a home the filters look at. */
export interface AskedHome {
  /** The sessions, as the file that is searched knows them. */
  readonly heads: Heads;
  /** The session that the title asked for stands for in all of the home; null for none. */
  readonly titled: string | null;
}

/** A search, ready to be asked of one store. */
export interface Asked {
  readonly matcher: Matcher;
  /** True for a document that the filters let through; those without a time pass by time. */
  accepts(place: Placed): boolean;
}

/** Makes a search ready for the documents of one file. */
export function askedOf(
  matcher: Matcher,
  filters: Filters,
  { heads, titled }: AskedHome,
): Asked {
  const { sources, notSources, roles, since, until } = filters;
  const sessions = sessionsOf(filters, titled);
  const bySource = sources.length > 0 || notSources.length > 0;
  return {
    matcher,
    accepts: ({ sessionId, role, timestamp }) => {
      if (sessions !== null && !sessions.has(sessionId)) return false;
      if (roles.length > 0 && !roles.includes(role ?? "")) return false;
      if (bySource) {
        const source = sessionId === null ? null : heads.get(sessionId)?.source ?? null;
        if (sources.length > 0 && !sources.includes(source ?? "")) return false;
        if (source !== null && notSources.includes(source)) return false;
      }
      return since === null && until === null || isWithin(trustedMicros(timestamp), since, until);
    },
  };
}

function sessionsOf(
  { sessions, title }: Filters,
  titled: string | null,
): ReadonlySet<string | null> | null {
  if (title === null) return sessions.length === 0 ? null : new Set(sessions);
  const wanted = titled !== null && (sessions.length === 0 || sessions.includes(titled));
  return new Set(wanted ? [titled] : []);
}

function isWithin(time: Micros | null, since: Micros | null, until: Micros | null): boolean {
  if (time === null) return true;
  return (since === null || time >= since) && (until === null || time <= until);
}
