/**
 * Verdicts for people: aligned, at most 100 columns wide.
 *
 * @module
 */

import { userOf } from "../catalog/mod.ts";
import { forTerminal } from "../row/escape.ts";
import { orDash } from "../row/text.ts";
import {
  type Brief,
  formIdOf,
  type Pointer,
  type RowKind,
  TAKEN_WORDS,
  type Verdict,
} from "./verdict.ts";

/** Columns a line may have. */
export const WIDTH = 100;

const LABEL = 13;

/** Text that no escaping would change. */
const PLAIN = /^[ -~]*$/;

/** One line for a list: path, form, store, collected, rule, secret, secret rule, read as; TAB between. */
export function briefLine(brief: Brief): string {
  const secret = brief.secret === null ? "-" : brief.secret ? "secret" : "not secret";
  return `${PLAIN.test(brief.path) ? brief.path : forTerminal(brief.path)}\t${
    orDash(brief.form)
  }\t${orDash(brief.store)}\t` +
    `${brief.collected}\t${orDash(brief.rule)}\t${secret}\t${orDash(brief.secretRule)}\t` +
    `${orDash(brief.readAs)}`;
}

/** The long form: a block of lines, the path first. */
export function verdictLines(verdict: Verdict): string[] {
  const { match, operand } = verdict;
  const { entry } = match;
  const lines = [forTerminal(operand.given)];
  const say = (label: string, text: string): void => void lines.push(...labelled(label, text));
  if (match.understood.path !== operand.given) say("Path", match.understood.path);
  say("Home", homeText(verdict));
  say("What", whatText(verdict));
  if (entry !== null) {
    say("", entry.doc);
    say("Written by", entry.writer);
  }
  say("Collected", collectedText(verdict));
  say("Secret", secretText(verdict));
  say("Read", readText(verdict));
  if (entry !== null && entry.survives !== "") say("After delete", entry.survives);
  for (const note of verdict.notes) say("Note", note);
  const rests = restsOn(verdict);
  if (rests !== "") say("Rests on", rests);
  lines.push(...rowLines(verdict.rows));
  lines.push(...belowLines(verdict.below));
  lines.push(...pointerLines("Nearest known paths", verdict.near));
  return lines;
}

function homeText({ match }: Verdict): string {
  const { form, account, volume, profile, snapshot, home } = match.understood;
  if (form === null) {
    const project = formIdOf(match) === "project";
    return project
      ? "none: a project's file, wherever the project lies"
      : "none of the forms the catalog knows";
  }
  const parts = [
    `${form.title} (${form.id})`,
    volume === null ? null : `user ${userOf(match.understood)}`,
    account === null ? null : `account ${account}`,
    profile === null ? null : `profile ${profile}`,
    snapshot === null ? null : `snapshot ${snapshot}`,
  ];
  return `${parts.filter((part) => part !== null).join(", ")}\n\n${home ?? ""}`;
}

function whatText({ match, known, below }: Verdict): string {
  const { entry, taken, understood, secret, exclusion, companion } = match;
  const isHome = understood.form !== null && understood.rest === "";
  if (taken === "folder" && isHome) return `${understood.form?.title ?? ""}: the folder itself`;
  if (companion !== null && entry !== null) {
    return `${entry.title}: its ${companion} file (${entry.id})`;
  }
  if (entry !== null) {
    return `${entry.title} (${entry.id})${taken === "folder" ? ", the folder" : ""}`;
  }
  if (taken === "folder") return "A folder of the home";
  if (exclusion !== null) return exclusion.rule.what;
  if (secret !== null) return secret.rule.what;
  if (taken === "collected") return "Not named by any entry: collected with the rest, not read";
  if (below.length > 0) return "A folder that homes may lie under";
  return known ? "-" : "Unknown to the catalog";
}

function collectedText({ match, collectedRule, collectedWhy }: Verdict): string {
  const rule = collectedRule === null ? "" : ` (${collectedRule})`;
  return `${TAKEN_WORDS[match.taken]}${rule}: ${collectedWhy}`;
}

function secretText({ match, secretRule }: Verdict): string {
  const { secret, taken, entry } = match;
  if (taken === "unclaimed" || taken === "left") return "-";
  if (taken === "excluded" && secret === null) return "-";
  if (secret !== null) {
    const wins = taken === "excluded"
      ? "; the exclusion wins, so this matters with --full only"
      : "";
    return `yes (${secretRule}, pattern ${secret.pattern}): ${secret.rule.what.trim()}${wins}`;
  }
  const holds = entry !== null && entry.credentials !== ""
    ? `, but mind: ${entry.credentials}`
    : "";
  return `not flagged${holds}`;
}

function readText({ match, readAs }: Verdict): string {
  const { entry, store } = match;
  if (entry === null || match.taken === "folder") return readAs;
  if (store === null && match.companion === null) return entry.reading;
  return `${readAs}, by ${entry.reader ?? "no reader"}: ${entry.reading}`;
}

function restsOn({ match }: Verdict): string {
  const origin = match.exclusion?.rule.origin ?? match.entry?.origin ?? match.secret?.rule.origin ??
    match.understood.form?.origin;
  if (origin === undefined) return "";
  const sources = origin.sources.length === 0 ? "" : `; ${origin.sources.join(", ")}`;
  const reviewed = origin.reviewed === "" ? "" : ` at ${origin.reviewed}`;
  return `"${origin.section}"${sources}${reviewed} (${origin.file})`;
}

function rowLines(rows: readonly RowKind[]): string[] {
  if (rows.length === 0) return [];
  const lines = ["", `  Rows it can give (${rows.length} kinds)`];
  for (const row of rows) {
    lines.push(...wrapped(`${row.turn}: ${row.means}`, 4));
    lines.push(...wrapped(row.example, 8));
  }
  return lines;
}

/** What is read gets a line of its own; the rest are lists. */
function belowLines(pointers: readonly Pointer[]): string[] {
  const few = pointers.length <= FEW;
  const lines = pointerLines("What lies under it", few ? pointers : pointers.filter(isShown));
  if (few) return lines;
  for (const [is, title] of GROUPS) {
    const paths = pointers.filter((pointer) => pointer.is === is).map(({ path }) => path);
    if (paths.length === 0) continue;
    lines.push("", `  Under it, ${title}`, ...wrapped(paths.join(", "), 4));
  }
  return lines;
}

/** So many lines are read at a glance. */
const FEW = 20;

const GROUPS = [
  ["not read", "collected and not read"],
  ["excluded", "excluded"],
  ["secret", "flagged as secret"],
] as const;

function isShown({ is }: Pointer): boolean {
  return !GROUPS.some(([group]) => group === is);
}

function pointerLines(title: string, pointers: readonly Pointer[]): string[] {
  if (pointers.length === 0) return [];
  const column = Math.min(44, Math.max(...pointers.map(({ path }) => path.length)));
  return [
    "",
    `  ${title}`,
    ...pointers.map(({ path, is, title }) => {
      const line = `    ${path.padEnd(column)}  ${is.padEnd(9)}  ${title}`;
      return line.length <= WIDTH ? line : `${line.slice(0, WIDTH - 1)}…`;
    }),
  ];
}

function labelled(label: string, text: string): string[] {
  const [first = "", ...others] = wrapped(text, LABEL + 2);
  return [`  ${label.padEnd(LABEL)}${first.slice(LABEL + 2)}`.trimEnd(), ...others];
}

/** Paragraphs wrapped to the width; a word longer than a line keeps its own. */
export function wrapped(text: string, indent: number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.trim().split(/\n\s*\n/)) {
    let line = "";
    for (const word of forTerminal(paragraph.replace(/\s+/g, " ")).split(" ")) {
      if (line !== "" && indent + line.length + 1 + word.length > WIDTH) {
        lines.push(line);
        line = "";
      }
      line = line === "" ? word : `${line} ${word}`;
    }
    lines.push(line);
  }
  return lines.map((line) => " ".repeat(indent) + line);
}
