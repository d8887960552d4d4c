/**
 * What qualifies an answer: things a path alone cannot tell.
 *
 * @module
 */

import type { Catalog, Match } from "../catalog/mod.ts";
import type { Operand } from "./operand.ts";

/** The notes on an answer, each one sentence without a full stop. */
export function notesOn(operand: Operand, catalog: Catalog): string[] {
  const { match, container, line } = operand;
  const { understood } = match;
  const notes: (string | null)[] = [
    container === null
      ? null
      : `Judged as a path of the examined host; the copy lies in ${container}`,
    line === null ? null : `Names line ${line} of the file, as source_line counts`,
    streamNote(match),
    companionNote(match),
    homeNote(match),
    match.inside === null
      ? null
      : `Lies inside another home, ${match.inside}, and is read only when it is named as a home`,
    understood.nestedProfile
      ? "A profile inside a profile: Hermes makes none and reads none"
      : null,
    suffixNote(match, catalog),
    contentNote(match, catalog),
    understood.dialect === "posix" || !understood.ignoresCase
      ? null
      : "Case and the direction of slashes do not count here",
  ];
  return notes.filter((note) => note !== null);
}

/** On NTFS a colon in a file's name begins the name of one of its other streams. */
function streamNote({ understood: { dialect, path } }: Match): string | null {
  const slash = path.lastIndexOf("/");
  const name = path.slice(slash + 1);
  const colon = name.indexOf(":");
  if (!dialect.startsWith("windows") || slash < 0 || colon < 0) return null;
  return `Names an alternate data stream of ${name.slice(0, colon)}: ` +
    "streams are neither collected nor read, whatever is said of the file";
}

function companionNote(match: Match): string | null {
  const { companion, entry } = match;
  if (companion === null || entry === null) return null;
  return `Belongs to the database beside it (${entry.id}) and is never read alone`;
}

function homeNote(match: Match): string | null {
  const { form, segments, start, account, volume, dialect } = match.understood;
  if (form === null) return null;
  if (form.byContent) {
    return "A home only when its state.db has Hermes' tables, which a path cannot tell";
  }
  if (form.root !== "home" || form.place === "system" || volume !== null) return null;
  if (account === null && start > 0 && !segments[0]?.startsWith("~")) return ELSEWHERE;
  const older = dialect.startsWith("windows") && !form.ignoresCase;
  return older ? "The older place on Windows, used while the newer one does not exist" : null;
}

const ELSEWHERE = "Not known to be directly in an account's folder: a home when HERMES_HOME or " +
  "--home names it, else a project's own folder, taken when a store names the project";

/** In a place that only its content makes a home, a path is claimed when it is a store's. */
function contentNote(match: Match, catalog: Catalog): string | null {
  if (match.understood.form !== null || match.entry !== null) return null;
  const within = catalog.understand(match.understood.path);
  const { form, home, profile, ignoresCase, rest } = within;
  if (form === null || !form.byContent) return null;
  const inProfile = profile !== null && profile !== "default";
  const { exclusion, secret } = catalog.matchIn({ form, inProfile, ignoresCase }, rest);
  const taken = exclusion === null
    ? `collected${secret === null ? "" : ` and flagged as secret (secrets/${secret.rule.id})`}`
    : `excluded (exclusions/${exclusion.rule.id})`;
  return `${home} is a home when a state.db with Hermes' tables lies in it, which a path ` +
    `cannot tell: then this is ${taken}`;
}

/** A bare name with a suffix could be a folder, and then it would be a home. */
function suffixNote(match: Match, catalog: Catalog): string | null {
  const { understood } = match;
  if (understood.form !== null || understood.folder) return null;
  const asFolder = catalog.understand(understood.path, { folder: true });
  return asFolder.form === null || asFolder.rest !== ""
    ? null
    : `A file of this name is nothing of Hermes'; a folder would be a home (${asFolder.form.id}): write it with a slash at its end`;
}
