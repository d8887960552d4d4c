/**
 * A cron run's document, cut into prompt and outcome.
 *
 * Rests on cron/scheduler.py and cron/scheduler_prompt.py of the vendor. Newest
 * builds stamp the lengths of prompt and response in code points, builds before
 * October 2026 that of the response at most, older ones none: there the last
 * `## Response` heading is the boundary. Failed runs end in `## Error`.
 *
 * @module
 */

import { afterCodePoints, codePoints } from "./code_points.ts";

/** A run that asked a model. */
export interface CronRun {
  readonly prompt: string;
  readonly outcome: "response" | "error";
  readonly text: string;
  /** True when the document holds less of the response than its stamp says. */
  readonly incomplete: boolean;
}

/** A document whose prompt heading was found. */
interface Opened {
  readonly text: string;
  /** Offset of the prompt. */
  readonly start: number;
  /** Offset behind the prompt by its stamp; null without a stamp. */
  readonly end: number | null;
  readonly failed: boolean;
}

/** The heading that ends a prompt. */
interface Boundary {
  readonly outcome: CronRun["outcome"];
  readonly promptEnd: number;
  /** Offset of the outcome's own text. */
  readonly start: number;
  /** Code points promised less code points there, the final newline not counted. */
  readonly missing: number;
}

/** Only the writer's own header lines may stand before the prompt's heading. */
const OPENING =
  /^(?:# Cron Job:[^\n]*\n)?(?:(?:\*\*[^*\n]+:\*\*[^\n]*)?\n)*?(?:\*\*Prompt Characters:\*\* (\d{1,9})\n{1,2})?## Prompt[ \t]*\n\n?/;
const FAILED = /^# Cron Job:[^\n]*\(FAILED\)[ \t]*\n/;
const FRAME = /\n\n\*\*Response Characters:\*\* (\d{1,9})\n{1,2}## Response[ \t]*(?=\n)/g;
const HEADING = /\n## (Response|Error)[ \t]*(?=\n|$)/g;
const BEFORE_HEADING = /(?:\n\n\*\*Response Characters:\*\* \d{1,9}\n?|\n)$/;

/**
 * The run a document tells of; null for a document without a prompt, or one
 * that ends before its prompt does.
 */
export function readCronRun(document: string): CronRun | null {
  const readings = [document];
  // the stamps count the words as Hermes held them, before Windows wrote CR LF
  if (document.includes("\r\n")) readings.push(document.replaceAll("\r\n", "\n"));
  const opened = readings.map(open).filter((reading) => reading !== null);
  for (const boundaryOf of [exactFrame, brokenFrame, lastHeading]) {
    for (const reading of opened) {
      const boundary = boundaryOf(reading);
      if (boundary !== null) return runOf(reading, boundary);
    }
  }
  return null;
}

function open(text: string): Opened | null {
  const match = OPENING.exec(text);
  if (match === null) return null;
  const start = match[0].length;
  const failed = FAILED.test(text);
  if (match[1] === undefined) return { text, start, end: null, failed };
  const end = afterCodePoints(text, start, Number(match[1]));
  return end === null ? null : { text, start, end, failed };
}

/** The first response stamp that names exactly what the document holds behind it. */
function exactFrame(opened: Opened): Boundary | null {
  return frames(opened).find((frame) => frame.missing === 0) ?? null;
}

/** A response stamp that promises more than there is; behind a stamped prompt, any. */
function brokenFrame(opened: Opened): Boundary | null {
  return frames(opened).find((frame) => frame.missing > 0 || opened.end !== null) ?? null;
}

/** The response stamps that may be the document's own: one at most behind a stamped prompt. */
function frames(opened: Opened): Boundary[] {
  const { text, start, end } = opened;
  if (opened.failed) return [];
  const whole = text.endsWith("\n") ? text.length - 1 : text.length;
  let at = start;
  let left = codePoints(text, start, whole);
  const found: Boundary[] = [];
  for (const match of text.slice(start).matchAll(FRAME)) {
    const promptEnd = start + match.index;
    const textStart = behindHeading(text, promptEnd + match[0].length);
    left -= codePoints(text, at, Math.min(textStart, whole));
    at = textStart;
    if (end !== null && end !== promptEnd) continue;
    const missing = Number(match[1]) - left;
    found.push({ outcome: "response", promptEnd, start: textStart, missing });
  }
  return found;
}

/** Without stamps the last heading; behind a stamped prompt only the one right there. */
function lastHeading(opened: Opened): Boundary | null {
  const { text, start, end, failed } = opened;
  const words = failed ? ["Error", "Response"] : ["Response", "Error"];
  const from = end ?? start - 1;
  const headings = [...text.slice(from).matchAll(HEADING)];
  for (const word of words) {
    const found = end === null
      ? headings.findLast((match) => match[1] === word)
      : headings.find((match) => match[1] === word && match.index === 1);
    if (found === undefined) continue;
    const heading = from + found.index;
    const before = BEFORE_HEADING.exec(text.slice(start, heading));
    return {
      outcome: word === "Error" ? "error" : "response",
      promptEnd: end ?? heading - (before?.[0].length ?? 0),
      start: behindHeading(text, heading + found[0].length),
      missing: 0,
    };
  }
  return null;
}

/** Behind the end of the heading's line and the blank line that follows it. */
function behindHeading(text: string, end: number): number {
  return end + (text.startsWith("\n\n", end) ? 2 : Number(text.startsWith("\n", end)));
}

function runOf(opened: Opened, boundary: Boundary): CronRun {
  const { text, start } = opened;
  const { outcome, promptEnd, missing } = boundary;
  const written = text.slice(boundary.start);
  return {
    prompt: text.slice(start, Math.max(start, promptEnd)),
    outcome,
    text: written.endsWith("\n") ? written.slice(0, -1) : written,
    incomplete: missing > 0,
  };
}
