/**
 * The deletion ledger as lines for people.
 *
 * @module
 */

import { formatMicros } from "../row/time.ts";
import { orDash } from "../row/text.ts";
import type { DatabaseRef } from "./database_ref.ts";
import { goneBetween, type Survivor, type Vanished } from "./ledger.ts";
import { some } from "./verdict.ts";

/** One session: what it was, when and how it went, where its words survive. */
export function goneLines(vanished: Vanished): string[] {
  const { id, facts, firstPrompt, messages, reason, knownBy, survivors } = vanished;
  const started = facts?.startedAt == null ? "-" : formatMicros(facts.startedAt);
  return [
    `    ${id}: ${reason}`,
    `      what: title ${orDash(facts?.title)}; source ${orDash(facts?.source)}; ` +
    `started ${started}; ${some(messages, "message")} found; first prompt: ${preview(firstPrompt)}`,
    `      when: ${whenLine(vanished)}`,
    ...(vanished.doubt === null ? [] : [`      doubtful: ${vanished.doubt}`]),
    `      known by: ${knownBy.join("; ")}`,
    ...(survivors.length === 0 ? ["      survives: nowhere that was read"] : []),
    ...survivors.map((survivor) => `      survives: ${survivorText(survivor)}`),
  ];
}

/** A place where words survive, in one line. */
export function survivorText({ what, place, count }: Survivor): string {
  return `${what} ${place} (${count})`;
}

/** When it went, in words. */
export function whenLine(vanished: Vanished): string {
  const { at, after, before } = goneBetween(vanished);
  if (at !== null) return formatMicros(at);
  if (after === null) return "not known";
  return `after ${moment(after)}, before ${before === null ? "now" : moment(before)}`;
}

function moment({ label, time, kind }: DatabaseRef): string {
  if (time === null) return kind === "live" ? `${label} as it is` : label;
  return `${label} (${formatMicros(time)})`;
}

/** Characters of a first prompt, as Hermes' own lists show them. */
const PREVIEW = 63;

function preview(prompt: string | null): string {
  const line = orDash(prompt);
  return line.length <= PREVIEW ? line : `${line.slice(0, PREVIEW).toWellFormed()}…`;
}
