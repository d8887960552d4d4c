/**
 * Which sessions are asked for.
 *
 * @module
 */

import type { Micros } from "../../row/row.ts";
import { lastActive, type ListedSession, startOf } from "./listed.ts";

/** The filters of a list; an empty one asks for nothing. */
export interface SessionFilters {
  /** Front ends: `cli`, `telegram`, … */
  readonly sources: readonly string[];
  readonly notSources: readonly string[];
  readonly sessions: readonly string[];
  /** Part of a title, whatever its case; null for any. */
  readonly title: string | null;
  /** Folders that the session worked in or below. */
  readonly projects: readonly string[];
  /** First and last moment: sessions that were active between them, or have no time. */
  readonly since: Micros | null;
  readonly until: Micros | null;
}

/** Makes the filter. */
export function sessionFilter(filters: SessionFilters): (session: ListedSession) => boolean {
  const { sources, notSources, sessions, since, until } = filters;
  const title = filters.title?.toLowerCase() ?? null;
  return (session) => {
    const { row, id } = session;
    const source = row?.source ?? "";
    if (sources.length > 0 && !sources.includes(source)) return false;
    if (notSources.includes(source)) return false;
    if (sessions.length > 0 && !sessions.includes(id ?? "")) return false;
    if (title !== null && !row?.title?.toLowerCase().includes(title)) return false;
    if (!isIn(session, filters.projects)) return false;
    const [start, last] = [startOf(session), lastActive(session)];
    return (since === null || last === null || last >= since) &&
      (until === null || start === null || start <= until);
  };
}

function isIn({ row }: ListedSession, projects: readonly string[]): boolean {
  if (projects.length === 0) return true;
  const places = [row?.cwd, row?.git_repo_root].map(plain);
  return projects.map(plain).some((project) =>
    places.some((place) => place === project || place?.startsWith(below(project)))
  );
}

/** What the paths in a folder start with. */
function below(folder: string | null): string {
  return folder === "/" ? folder : `${folder}/`;
}

/** One kind of separator, none at the end; small letters where the system takes either. */
function plain(path: string | null | undefined): string | null {
  if (!path) return null;
  const made = path.replaceAll("\\", "/").replace(/^\/\/\?\/(?=[a-z]:)/i, "").replace(
    /(?!^)\/+$/,
    "",
  );
  return /^[a-z]:/i.test(made) ? made.toLowerCase() : made;
}
