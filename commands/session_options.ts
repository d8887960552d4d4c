/**
 * The options by which sessions and searches are narrowed.
 *
 * @module
 */

import type { Filters, SessionFilters } from "../lib/sessions/mod.ts";
import { type Call, listOption, type Option, textOption, UsageError } from "./command.ts";
import { momentOption } from "./moment.ts";

/** Options that `sessions`, `search` and `export` share. */
export const NARROWING: readonly Option[] = [
  { flags: "--source <name>", help: "Only sessions of this front end (cli, telegram)", many: true },
  { flags: "--not-source <name>", help: "No sessions of this front end", many: true },
  { flags: "--since <time>", help: "Only what is at or after this time (UTC)" },
  { flags: "--until <time>", help: "Only what is at or before this time (UTC)" },
];

/** Options that `sessions` and `export` share beside those. */
export const SESSION_NARROWING: readonly Option[] = [
  { flags: "--title <text>", help: "Only sessions with this in their title" },
  {
    flags: "--project <dir>",
    help: "Only sessions that worked in or below this folder",
    many: true,
  },
  ...NARROWING,
];

/** The filters of a list of sessions. */
export function sessionFilters(call: Call): SessionFilters {
  return {
    sources: listOption(call, "source"),
    notSources: listOption(call, "notSource"),
    sessions: listOption(call, "session"),
    title: textOption(call, "title"),
    projects: listOption(call, "project"),
    since: momentOption(call, "since"),
    until: momentOption(call, "until"),
  };
}

/** The filters of a search. */
export function searchFilters(call: Call): Filters {
  const { sources, notSources, sessions, title, since, until } = sessionFilters(call);
  const roles = listOption(call, "role");
  return { sources, notSources, sessions, title, since, until, roles };
}

/** `--limit`: how many are wanted at most; no limit unless one is given. */
export function limitOption(call: Call): number {
  const given = textOption(call, "limit");
  if (given === null) return Infinity;
  if (!/^[1-9]\d*$/.test(given)) {
    throw new UsageError(`Cannot read --limit ${given}: expected a whole number from 1`);
  }
  return Number(given);
}
