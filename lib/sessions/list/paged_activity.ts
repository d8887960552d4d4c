/**
 * The activity of sessions, in one pass over the pages of their messages.
 *
 * @module
 */

import { OddPage } from "../../evidence/leaf_page.ts";
import { type OpenPages, visitPages } from "../../evidence/page_rows.ts";
import type { RecordCells } from "../../evidence/record_cells.ts";
import { trustedMicros } from "../../row/time.ts";
import { type Activity, type FirstPrompt, PROMPT_START } from "./activity.ts";

/** The columns looked at, with the bytes of them that are needed. */
const COLUMNS = [
  ["session_id", Infinity],
  ["role", Infinity],
  ["content", PROMPT_START],
  ["timestamp", 0],
  ["display_kind", Infinity],
  ["_compressed_summary", 0],
  ["observed", 0],
] as const;
const SESSION = 0;
const ROLE = 1;
const CONTENT = 2;
const TIMESTAMP = 3;
const KIND = 4;
const SUMMARY = 5;
const OBSERVED = 6;

const encoder = new TextEncoder();
const USER = encoder.encode("user");
const STEER = encoder.encode("steer");
const EMPTY = encoder.encode("");

/** The messages of one session so far. */
interface Tally {
  messages: number;
  /** Epoch seconds. */
  first: number;
  last: number;
  /** The first prompt that was typed. */
  typed: FirstPrompt | null;
  /** The first of any kind. */
  prompt: FirstPrompt | null;
}

/** The activity by session id; null when the pages do not tell. */
export function pagedActivity(open: OpenPages): Map<string | null, Activity> | null {
  if (open.db.facts.encoding !== "UTF-8" || !open.db.has("messages", "session_id")) return null;
  const tallies = new Tallies();
  const visit = (key: number, cells: RecordCells): void => tallies.count(key, cells);
  if (!visitPages(open, { table: "messages", columns: COLUMNS, visit })) return null;
  const activity = new Map<string | null, Activity>();
  for (const [id, { messages, first, last, typed, prompt }] of tallies.all) {
    activity.set(id, {
      messages,
      first: trustedMicros(first),
      last: trustedMicros(last),
      prompt: typed ?? prompt,
    });
  }
  return activity;
}

/** The tallies by session. Messages of one session mostly follow each other. */
class Tallies {
  readonly all = new Map<string | null, Tally>();
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  /** The session of the message before; null for none, and at first. */
  #session: Uint8Array | null = null;
  #tally: Tally = newTally();

  count(key: number, cells: RecordCells): void {
    if (this.#session === null || !cells.isText(SESSION, this.#session)) this.#turnTo(cells);
    const tally = this.#tally;
    tally.messages++;
    const seconds = cells.number(TIMESTAMP);
    if (seconds !== null && seconds >= 1e9 && seconds <= 4.2e9) {
      if (seconds < tally.first) tally.first = seconds;
      if (seconds > tally.last) tally.last = seconds;
    }
    if (tally.typed === null && cells.isText(ROLE, USER)) this.#addPrompt(key, cells);
  }

  /** Another session goes on; one without an id comes through here for every message. */
  #turnTo(cells: RecordCells): void {
    const bytes = cells.bytes(SESSION);
    // SQLite has its own way to write a number as a text
    if (bytes === null && !cells.isNull(SESSION)) throw new OddPage();
    this.#session = bytes?.slice() ?? null;
    const id = bytes === null ? null : this.#decoder.decode(bytes);
    let tally = this.all.get(id);
    if (tally === undefined) this.all.set(id, tally = newTally());
    this.#tally = tally;
  }

  #addPrompt(key: number, cells: RecordCells): void {
    if (cells.isNull(CONTENT)) return;
    const typed = isTyped(cells);
    if (!typed && this.#tally.prompt !== null) return;
    const bytes = cells.bytes(CONTENT);
    const prompt = { key, start: bytes === null ? null : this.#decoder.decode(bytes) };
    if (typed) this.#tally.typed = prompt;
    else this.#tally.prompt = prompt;
  }
}

function newTally(): Tally {
  return { messages: 0, first: Infinity, last: -Infinity, typed: null, prompt: null };
}

function isTyped(cells: RecordCells): boolean {
  return (cells.isNull(KIND) || cells.isText(KIND, EMPTY) || cells.isText(KIND, STEER)) &&
    isOff(cells, SUMMARY) && isOff(cells, OBSERVED);
}

function isOff(cells: RecordCells, flag: number): boolean {
  return cells.isNull(flag) || cells.number(flag) === 0;
}
