/**
 * What was discovered, for people: an overview, then a block per home, then
 * where else to look.
 *
 * @module
 */

import { forTerminal } from "../row/escape.ts";
import type { Discovery, LooseDatabase } from "./discover.ts";
import type { Finding } from "./finding.ts";
import { databaseLines, findingLines } from "./text_finding.ts";
import { counted, fileTimeText, labelled, shortTime, tableLines } from "./text_table.ts";

/** The whole report, line by line. */
export function* discoveryLines(found: Discovery): Generator<string> {
  yield* overviewLines(found);
  for (const finding of found.findings) {
    yield "";
    yield* findingLines(finding);
  }
  yield* section(
    "Databases named, or found by what they hold",
    found.databases.flatMap(looseLines),
  );
  yield* section("Settings in the environment", hintLines(found));
  yield* section("Containers on record", containerLines(found));
  yield* section(
    "May hold homes: mount it, then --root",
    found.disks.flatMap(({ facts }) =>
      fileLine(facts.path, `${facts.size} bytes, ${fileTimeText(facts.mtimeNs)}`)
    ),
  );
  yield* section(
    "Shell histories that name hermes (collect --shell-history takes them)",
    found.histories.flatMap(({ path, lines }) => fileLine(path, counted(lines, "line"))),
  );
  yield* section(
    "Not visited",
    found.notVisited.flatMap(({ path, namedBy, reason }) =>
      fileLine(path, `${reason}; named by ${namedBy}`)
    ),
  );
  yield* section(
    found.help === "" ? "Unreadable" : `Unreadable (what helps: ${found.help})`,
    found.refused.flatMap(({ path, why }) => fileLine(path, why)),
  );
}

function overviewLines({ findings }: Discovery): string[] {
  const homes = findings.filter(({ home }) => home.form.root === "home" && !home.nested);
  const nested = findings.filter(({ home }) => home.nested);
  const databases = homes.filter(({ database }) => database !== null);
  const beside = nested.length === 0 ? "" : `, ${nested.length} nested beside them`;
  const head = `${counted(homes.length, "Hermes home")}, ` +
    `${counted(databases.length, "state database")}${beside}`;
  if (findings.length === 0) return [head];
  const rows = findings.map(overviewRow);
  const [heads = "", ...lines] = tableLines(COLUMNS, rows);
  return [
    head,
    "",
    heads,
    ...lines.flatMap((line, at) => [line, `  ${forTerminal(findings[at]?.home.path ?? "")}`]),
  ];
}

const COLUMNS = [
  { head: "ACCOUNT", most: 24 },
  { head: "PROFILE", most: 16 },
  { head: "SCHEMA", most: 6, right: true },
  { head: "SESSIONS", most: 10, right: true },
  { head: "MESSAGES", most: 10, right: true },
  { head: "LAST ACTIVITY (UTC)", most: 20 },
];

function overviewRow({ home, database }: Finding): string[] {
  const overview = database?.overview ?? null;
  const last = database === null || overview !== null
    ? shortTime(overview?.last ?? null)
    : database.state;
  return [
    home.user ?? "-",
    home.profile ?? "-",
    String(overview?.schemaVersion ?? "-"),
    String(overview?.sessions ?? "-"),
    String(overview?.messages ?? "-"),
    last,
  ];
}

function* section(title: string, lines: readonly string[]): Generator<string> {
  if (lines.length === 0) return;
  yield "";
  yield title;
  yield* lines;
}

/** A path on its own line, and what is to be said of it below. */
function fileLine(path: string, text: string): string[] {
  return [`  ${forTerminal(path)}`, ...labelled("", text)];
}

function looseLines({ path, store, database }: LooseDatabase): string[] {
  if (database === null) return fileLine(path, store);
  return [`  ${forTerminal(path)}`, ...labelled("store", store), ...databaseLines(database)];
}

function hintLines({ hints, findings }: Discovery): string[] {
  const set = hints.flatMap(({ name, value, place, line, means }) => {
    const where = line === null ? place : `${place}:${line}`;
    return fileLine(`${name}=${value}`, `${means}; ${where}`);
  });
  const named = findings.flatMap(({ home, variables }) =>
    variables.flatMap((name) =>
      fileLine(name, `in the environment file of ${home.path}; its value is not shown`)
    )
  );
  return [...set, ...named];
}

function containerLines({ containers }: Discovery): string[] {
  return containers.flatMap(({ container, path, inside, how }) => [
    `  ${forTerminal(`${container.engine} ${container.name || container.id}`)}`,
    ...labelled("image", container.image || "-"),
    ...labelled("home", `${inside} is ${path ?? "unknown"} (${how})`),
    ...(container.environment.length === 0
      ? []
      : labelled("variables", container.environment.join(" "))),
    ...labelled("record", container.record),
  ]);
}
