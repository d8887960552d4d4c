/**
 * One home, for people.
 *
 * @module
 */

import type { ImageFacts } from "../evidence/sqlite_image.ts";
import { forTerminal } from "../row/escape.ts";
import type { DatabaseFinding } from "./database_finding.ts";
import type { Finding, StoreFinding } from "./finding.ts";
import { counted, fileTimeText, labelled, shortTime, tableLines } from "./text_table.ts";

/** The block of one home. */
export function findingLines(finding: Finding): string[] {
  const { home, database } = finding;
  const lines = [forTerminal(home.path)];
  const say = (label: string, text: string): void => void lines.push(...labelled(label, text));
  say("form", formText(finding));
  for (const name of home.names) say("also named", name);
  if (home.via !== "") say("found by", home.via);
  if (finding.closed) say("closed", "cannot be listed: what is in it is not known");
  if (finding.empty) say("empty", "no known store in it");
  for (const [path, owner] of home.shared) {
    say("shared", `${path.slice(home.path.length + 1)} is ${owner}: not counted again`);
  }
  if (database !== null) lines.push(...databaseLines(database));
  if (database !== null && database.state === "unusable") lines.push(...replacements(finding));
  if (home.form.root === "home") say("held by", holdersText(finding));
  lines.push(...snapshotLines(finding), ...storeLines(finding), ...coverageLines(finding));
  return lines;
}

function formText({ home }: Finding): string {
  const nested = home.nested ? "; nested, unusual: Hermes looks for no profile here" : "";
  const profile = home.profile === null ? "" : `, profile ${home.profile}`;
  return `${home.form.title} (${home.form.id}), account ${
    home.user ?? "unknown"
  }${profile}${nested}`;
}

/** What is told of a state.db. */
export function databaseLines(database: DatabaseFinding): string[] {
  const { facts, state, reason, overview, image, walSize } = database;
  const lines: string[] = [];
  const say = (label: string, text: string): void => void lines.push(...labelled(label, text));
  const file = `${facts.size} bytes, ${fileTimeText(facts.mtimeNs)}`;
  if (overview === null) {
    say("state.db", `${state}: ${reason ?? ""} (${file})`);
    if (state === "unusable" && walSize !== null) {
      say("WAL", `${walSize} bytes beside it, not read`);
    }
  } else {
    const { schemaVersion, sessions, messages, tombstones } = overview;
    const numbers = [
      `schema ${schemaVersion ?? "not recorded"}`,
      sessions === null ? "no sessions table" : counted(sessions, "session"),
      messages === null ? "no messages table" : counted(messages, "message"),
      counted(tombstones, "tombstone"),
    ];
    say("state.db", `${numbers.join(", ")} (${file})`);
    say("activity", `${shortTime(overview.first)} to ${shortTime(overview.last)}`);
    for (const fault of overview.faults) say("damaged", `${fault}: the numbers are too small`);
    if (overview.unknown.length > 0) say("newer schema", overview.unknown.join(", "));
  }
  if (image !== null) lines.push(...imageLines(image));
  return lines;
}

function imageLines(image: ImageFacts): string[] {
  const { wal, journal, applicationId } = image;
  const lines: string[] = [];
  if (wal !== null) {
    const text = wal.header === "sound"
      ? `${counted(wal.committed, "frame")} committed, ${wal.torn} torn, ` +
        `${wal.uncommitted} uncommitted, ${wal.stale} stale (${wal.size} bytes)`
      : wal.header === "empty"
      ? "empty (0 bytes)"
      : `header ${wal.header}, nothing of it counts (${wal.size} bytes)`;
    lines.push(...labelled("WAL", text));
  }
  if (journal !== null) {
    const text = journal.hot
      ? `hot: ${counted(journal.pages, "page")} of an unfinished transaction put back`
      : journal.state;
    lines.push(...labelled("journal", `${text} (${journal.size} bytes)`));
  }
  if (applicationId !== 0) lines.push(...labelled("application", `id ${applicationId}`));
  return lines;
}

/** What may stand in for a database that cannot be used. */
function replacements({ snapshots, stores }: Finding): string[] {
  const copies = stores.filter(({ entry, fault }) =>
    entry.id === "state_db_copy" && fault === null
  );
  const whole = snapshots.filter(({ state }) => state === "whole");
  const names = [
    ...whole.map(({ id }) => `snapshot ${id}`),
    ...copies.map(({ facts }) => facts.name),
  ];
  return labelled("instead", names.length === 0 ? "no snapshot or copy" : names.join(", "));
}

function holdersText({ holders }: Finding): string {
  if (holders === null) return "not determined on this system";
  if (holders.length === 0) return "no process that can be seen";
  return holders.map(({ pid, command }) => `${pid} ${command}`).join("; ");
}

function snapshotLines({ snapshots }: Finding): string[] {
  if (snapshots.length === 0) return [];
  const rows = snapshots.map(({ id, time, size, state }) => [
    shortTime(time),
    size === null ? "-" : String(size),
    state === "whole" ? id : `${id}: ${state}`,
  ]);
  const columns = [
    { head: "MADE (UTC)", most: 20 },
    { head: "BYTES", most: 15, right: true },
    { head: "SNAPSHOT", most: Infinity },
  ];
  return [...labelled("snapshots", String(snapshots.length)), ...indented(columns, rows)];
}

/** Stores of one kind beyond these are only counted. */
const MOST_OF_A_KIND = 5;

function storeLines({ home, stores }: Finding): string[] {
  const shown = stores.filter(({ entry }) => entry.id !== "state_snapshot");
  if (shown.length === 0) return [];
  const kinds = [...Map.groupBy(shown, ({ entry }) => entry.id).values()];
  const rows = kinds.flatMap((kind) => kind.slice(0, MOST_OF_A_KIND))
    .map((store) => storeRow(store, home.path));
  const more = kinds.filter(({ length }) => length > MOST_OF_A_KIND).flatMap((kind) =>
    labelled(
      "",
      `${kind[0]?.entry.id}: and ${kind.length - MOST_OF_A_KIND} more (--json lists all)`,
    )
  );
  const columns = [
    { head: "STORE", most: 20 },
    { head: "MODIFIED (UTC)", most: 20 },
    { head: "BYTES", most: 15, right: true },
    { head: "FILE", most: Infinity },
  ];
  return [
    ...labelled("stores", String(shown.length)),
    ...indented(columns, rows),
    ...more,
    ...faultLines(shown),
  ];
}

function storeRow({ entry, facts, path }: StoreFinding, home: string): string[] {
  const name = path.slice(home.length + 1);
  return [entry.id, fileTimeText(facts.mtimeNs), String(facts.size), name];
}

function faultLines(stores: readonly StoreFinding[]): string[] {
  return stores.flatMap(({ facts, fault }) =>
    fault === null ? [] : labelled("", `${facts.name}: ${fault}`)
  );
}

function indented(columns: Parameters<typeof tableLines>[0], rows: string[][]): string[] {
  return tableLines(columns, rows).map((line) => `    ${line}`);
}

/** Unknown files named in the text; all of them are in the JSON. */
const MOST_UNKNOWN = 10;

function coverageLines({ coverage, home }: Finding): string[] {
  const { files, bytes, unknown, excluded, special } = coverage;
  const numbers = [
    `${counted(files, "file")} (${bytes} bytes)`,
    `${unknown.length} unknown to the catalog`,
    `${excluded.length} left out by a rule`,
  ];
  const lines = labelled("coverage", numbers.join(", "));
  const inside = (path: string): string => path.slice(home.path.length + 1);
  for (const path of unknown.slice(0, MOST_UNKNOWN)) {
    lines.push(...labelled("  unknown", inside(path)));
  }
  if (unknown.length > MOST_UNKNOWN) {
    lines.push(...labelled("", `and ${unknown.length - MOST_UNKNOWN} more (--json lists all)`));
  }
  for (const { path, kind } of special) lines.push(...labelled(`  ${kind}`, inside(path)));
  return lines;
}
