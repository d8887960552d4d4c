/**
 * Words that stand in stores which name no session: the prompt history, and
 * the documents of cron runs.
 *
 * @module
 */

import { createHash } from "node:crypto";
import type { Micros } from "../row/row.ts";

/** One entry of such a store. */
export interface WrittenWords {
  readonly role: string;
  readonly text: string;
  readonly time: Micros | null;
  /** The time has no zone. */
  readonly isLocal: boolean;
  /** Only a cron session can have said it. */
  readonly isCron: boolean;
  /** The file, as it is printed. */
  readonly place: string;
}

/** What a message says. */
export interface SpokenWords {
  readonly role: string | null;
  readonly text: string;
  readonly time: Micros | null;
  /** Source of its session. */
  readonly source: string | null;
}

const SECOND = 1_000_000;
/** The same moment, written by two writers. */
const NARROW = 2 * SECOND;
/** A local time without a zone lies within 14 hours of UTC. */
const WIDE = 14 * 3600 * SECOND + NARROW;

/** An entry without its words: they may be long, and only equality counts. */
interface Entry extends Pick<WrittenWords, "time" | "isCron" | "place"> {
  readonly window: number;
}

/** The entries of all such stores of a home, by what they say. */
export class WordIndex {
  readonly #entries: Entry[] = [];
  readonly #byWords = new Map<string, number[]>();

  /** Adds an entry. */
  add({ role, text, time, isLocal, isCron, place }: WrittenWords): void {
    const name = digest(role, text);
    const known = this.#byWords.get(name) ?? [];
    known.push(this.#entries.length);
    this.#byWords.set(name, known);
    this.#entries.push({ time, isCron, place, window: isLocal || isCron ? WIDE : NARROW });
  }

  /** The entries that repeat a message, by number. */
  find({ role, text, time, source }: SpokenWords): number[] {
    if (role === null || this.#entries.length === 0) return [];
    return (this.#byWords.get(digest(role, text)) ?? []).filter((number) => {
      const entry = this.#entries[number] as Entry;
      if (entry.isCron && source !== "cron") return false;
      if (entry.time === null || time === null) return true;
      return Math.abs(entry.time - time) <= entry.window;
    });
  }

  /** The file of an entry. */
  place(number: number): string {
    return this.#entries[number]?.place ?? "";
  }
}

function digest(role: string, text: string): string {
  return createHash("sha256").update(`${role}\0${text}`).digest("latin1").slice(0, 16);
}
